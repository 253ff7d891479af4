import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@testable import MidenRequests

@Suite("What must hold of requests, on the wallet's side", .timeLimit(.minutes(5)))
struct OnceTests {
    @Test(
        "1 Once: a link that is approved five times at once, and again later: is one transaction, and all get its receipts"
    )
    func once() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            // Two actors are as two processes that share the folder.
            let wallets = [shop.requests, try shop.again()]
            let records = try await withThrowingTaskGroup(of: RequestRecord.self) { group in
                for index in 0..<5 {
                    group.addTask { try await wallets[index % 2].approve(question) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for wallet in wallets { try await wallet.resume() }
            let record = try #require(try shop.requests.record(of: request))
            #expect(record.receipts.map(\.receipt.status) == [.executed, .succeeded])
            for early in records { #expect(record.receipts.starts(with: early.receipts)) }
            #expect(try await shop.requests.approve(question) == record)
            #expect(try await shop.question(request).record == record)
            #expect(try await shop.transactions(of: request).count == 1)
            #expect(try await shop.balance() == 995)
        }
    }

    @Test("1 Once: an approval that is cancelled at any write: is resumed to one transaction and its receipts")
    func cancelled() async throws {
        try await withRequestingShop { shop in
            let steps: [RequestWrite] = RequestWrite.Step.allCases.filter { $0 != .removal }.flatMap {
                [RequestWrite(step: $0, isDone: false), RequestWrite(step: $0, isDone: true)]
            }
            for (index, step) in steps.enumerated() {
                let key = try RequesterKey()
                let request = try shop.request(shop.payment(5), name: "Shop \(index)", key: key)
                let question = try await shop.question(request)
                let cancellation = Cancellation()
                shop.writes.react { if $0 == step { cancellation.cancel() } }
                let approval = Task { try await shop.requests.approve(question) }
                cancellation.set { approval.cancel() }
                _ = await approval.result
                shop.writes.react { _ in }

                try await shop.requests.resume()
                let record = try await shop.requests.approve(question)
                #expect(record.status == .succeeded, "\(step)")
                #expect(record.receipts.last?.receipt.status == .succeeded, "\(step)")
                #expect(try await shop.transactions(of: request).count == 1, "\(step)")
            }
            #expect(try await shop.balance() == 1000 - 5 * UInt64(steps.count))
        }
    }

    @Test(
        "2 An expiry that means something: approved before and executed after it: pays nothing, and the receipt says so"
    )
    func expired() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5), life: 60)
            let question = try await shop.question(request)
            shop.writes.react { write in
                if write == RequestWrite(step: .decision, isDone: true) { shop.clock.advance(by: 60) }
            }
            let record = try await shop.requests.approve(question)
            #expect(record.status == .reverted && !record.isOpen)
            #expect(record.transactions.map(\.error) == [.expired])
            #expect(record.receipts.map(\.signature) == [nil])
            #expect(record.receipts.first?.receipt.address == nil)
            #expect(try await shop.transactions(of: request).isEmpty)
            #expect(try await shop.balance() == 1000)
        }
    }

    @Test("2 An expiry that means something: a link at its expiry, or from the future: is neither shown nor approved")
    func notValid() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5), life: 60)
            let question = try await shop.question(request)
            let future = try shop.request(shop.payment(5), issuedAt: 301)
            let early = await #expect(throws: MidenError.self) { try await shop.question(future) }
            #expect(early?.kind == .requestNotYetValid)
            #expect(early?.message.contains("301 s") == true)
            _ = try await shop.question(try shop.request(shop.payment(5), issuedAt: 300))

            shop.clock.advance(by: 60)
            let asked = await #expect(throws: MidenError.self) { try await shop.question(request) }
            #expect(asked?.kind == .requestExpired)
            let approved = await #expect(throws: MidenError.self) { try await shop.requests.approve(question) }
            #expect(approved?.kind == .requestExpired)
            let declined = await #expect(throws: MidenError.self) { try await shop.requests.decline(question) }
            #expect(declined?.kind == .requestExpired)
            #expect(try shop.requests.list().records.isEmpty)
            #expect(try await shop.balance() == 1000)
        }
    }

    @Test(
        "2 An expiry that means something: submitted and then expired: the outcome is found, and the receipt says succeed"
    )
    func expiredAfterSubmission() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5), life: 60)
            let question = try await shop.question(request)
            let cancellation = Cancellation()
            shop.writes.react { if $0 == RequestWrite(step: .submission, isDone: false) { cancellation.cancel() } }
            let approval = Task { try await shop.requests.approve(question) }
            cancellation.set { approval.cancel() }
            _ = await approval.result
            shop.writes.react { _ in }
            shop.clock.advance(by: 60)
            _ = try await shop.requests.resume()
            let record = try #require(try shop.requests.record(of: request))
            #expect(record.status == .succeeded)
            #expect(try await shop.transactions(of: request).count == 1)
        }
    }

    @Test(
        "6 Approved is what is executed: a transaction that would do more than was shown is not made, and no reason is told"
    )
    func more() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(600))
            let question = try await shop.question(request)
            // What was shown is not possible any more.
            let other = Payment(to: shop.shop, faucetId: shop.faucetID, amount: 700)
            _ = try await shop.wallet.send(from: shop.account, payments: [other])
            try await shop.wallet.sync()
            let record = try await shop.requests.approve(question)
            #expect(record.status == .reverted)
            #expect(record.reason != nil)
            #expect(record.transactions.map(\.error) == [.notExecuted])
            let receipt = try #require(record.receipts.first?.receipt)
            #expect(receipt.transactions == [TransactionReceipt(status: .reverted, error: .notExecuted)])
            #expect(receipt.error == nil && receipt.address == nil)
            #expect(try await shop.transactions(of: request).isEmpty)
            #expect(try await shop.balance() == 300)
        }
    }

    @Test("6 Approved is what is executed: a note with another script than that of the file: is not consumed")
    func anotherNote() async throws {
        try await withRequestingShop { shop in
            try await withOtherWallet(on: shop.wallet) { other in
                let payment = try await other.privateNote(to: shop.account, amount: 7, content: .details)
                let scripted = try await other.scriptedNote(to: shop.account, amount: 7)
                let request = try shop.request(
                    .consumeNote([RequestedNote(noteID: scripted.id, noteBytes: payment.file)])
                )
                let question = try await shop.question(request)
                #expect(question.canBeApproved)
                // As a sync brings it that comes before the execution.
                _ = try await shop.wallet.importNote(file: [UInt8](scripted.file))
                let record = try await shop.requests.approve(question)
                #expect(record.status == .reverted)
                #expect(record.reason == "The transaction does more than you were shown.")
                #expect(try await shop.transactions(of: request).isEmpty)
                #expect(try await shop.balance() == 1000)
            }
        }
    }

    @Test("6 Approved is what is executed: the decision digest of another amount differs, and covers the preview")
    func digest() async throws {
        try await withRequestingShop { shop in
            let one = try await shop.question(try shop.request(shop.payment(5)))
            let two = try await shop.question(try shop.request(shop.payment(6)))
            #expect(one.digest?.count == 32)
            #expect(one.digest != two.digest)
            // The digest covers the preview too.
            #expect(one.digest != one.request.decisionDigest(accountID: shop.account, previews: []))
        }
    }

    @Test("6 the name of the requester is a claim: escaped, and with a warning if its key or its website is not known")
    func name() async throws {
        try await withRequestingShop { shop in
            let first = try await shop.question(try shop.request(.connectWallet, name: "Shop\u{202E}"))
            #expect(first.standing == .new)
            #expect(first.lines.contains { $0.text == "Shop\\u{202E}" && $0.isClaim })
            try await shop.requests.approve(first)
            #expect(try await shop.question(try shop.request(.connectWallet, name: "Shop\u{202E}")).standing == .known)

            let other = try RequesterKey()
            for name in ["Shop", "SHOP", "Sho\u{200B}p", "\u{FF33}hop", "Shop\u{2800}", "\u{1D159}Shop"] {
                let question = try await shop.question(try shop.request(.connectWallet, name: name, key: other))
                #expect(question.standing == .otherKey, "\(name)")
                #expect(question.warnings.count == 1, "\(name)")
            }
            let blank = try await shop.question(try shop.request(.connectWallet, name: "\u{2800} "))
            #expect(blank.lines.contains { $0.text == "\\u{2800} " && $0.isClaim })
            let origin = try await shop.question(
                try shop.request(.connectWallet, name: "Bank", origin: "https://bank.example")
            )
            #expect(origin.standing == .new)
            #expect(origin.lines.contains { $0.text == "https://bank.example" && $0.isClaim })
            #expect(origin.warnings.count == 1)
        }
    }

    @Test("7 Nothing has to run in the background: a new wallet on the folder finds what is open, and ends it")
    func resumed() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            let cancellation = Cancellation()
            shop.writes.react { if $0 == RequestWrite(step: .decision, isDone: true) { cancellation.cancel() } }
            let approval = Task { try await shop.requests.approve(question) }
            cancellation.set { approval.cancel() }
            _ = await approval.result
            shop.writes.react { _ in }
            #expect(FileManager.default.fileExists(atPath: shop.file(of: request, in: "open")))

            let again = try shop.again()
            let resumed = try await again.resume()
            #expect(resumed.map(\.status) == [.succeeded])
            #expect(try await again.resume().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: shop.file(of: request, in: "open")))
            #expect(try await shop.balance() == 995)
        }
    }

    @Test("7 Nothing has to run in the background: a transaction that the wallet does not have is not waited for")
    func unknownTransaction() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let name = DecidedRequest.Name(request)
            try await shop.requests.approve(try await shop.question(request))
            // As beside a store that was restored from a backup of before the payment.
            var submitted = try #require(try shop.requests.folder.file(of: name))
            try FileManager.default.removeItem(atPath: shop.file(of: request, in: "done"))
            submitted.state = .approved
            submitted.transactions[0].status = .executed
            submitted.transactions[0].blockNumber = nil
            submitted.transactions[0].transactionID = try TransactionID("0x" + String(repeating: "0", count: 64))
            submitted.receipts.removeLast()
            try shop.requests.folder.change(name, .submission) { $0 = submitted }

            // A sync can still find it on the chain. To wait for the timeout would exceed the time of this suite.
            let open = try await shop.requests.resume(timeout: .seconds(3600))
            #expect(open.map(\.status) == [.executed] && open.map(\.isOpen) == [true])
            for _ in 0..<140 { _ = try await shop.wallet.mint(to: shop.shop, amount: 1) }
            // No block can include it any more. Whether one has is not known, and no receipt says anything of it.
            let closed = try await shop.requests.resume()
            #expect(closed.map(\.status) == [.executed] && closed.map(\.isOpen) == [false])
            #expect(closed.first?.receipts.map(\.receipt.status) == [.executed])
            #expect(closed.first?.reason?.contains("not known") == true)
            #expect(try await shop.requests.resume().isEmpty)
        }
    }

    @Test("an approval that is cancelled after the decision: keeps its app as approved")
    func cancelledStanding() async throws {
        try await withRequestingShop { shop in
            let question = try await shop.question(try shop.request(shop.payment(5)))
            let cancellation = Cancellation()
            shop.writes.react { if $0 == RequestWrite(step: .decision, isDone: true) { cancellation.cancel() } }
            let approval = Task { try await shop.requests.approve(question) }
            cancellation.set { approval.cancel() }
            _ = await approval.result
            shop.writes.react { _ in }
            #expect(try await shop.question(try shop.request(.connectWallet)).standing == .known)
        }
    }
}

/// Cancels a task that may not be known yet.
private final class Cancellation: @unchecked Sendable {
    private let lock = NSLock()
    private var isCancelled = false
    private var action: (@Sendable () -> Void)?

    func cancel() {
        let action = lock.withLock {
            isCancelled = true
            return self.action
        }
        action?()
    }

    func set(_ action: @escaping @Sendable () -> Void) {
        let isLate = lock.withLock {
            self.action = action
            return isCancelled
        }
        if isLate { action() }
    }
}
