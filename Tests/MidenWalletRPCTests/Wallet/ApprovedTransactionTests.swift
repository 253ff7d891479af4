import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("What the user is told of approved transactions", .timeLimit(.minutes(5)))
struct ApprovedTransactionTests {
    /// The entry of the log of the only payment.
    private func entry(in log: ActivityLog) async throws -> ActivityEntry {
        let entries = try await log.entries().filter { $0.method == RPCMethodName.requestSend }
        #expect(entries.count == 1)
        return try #require(entries.first)
    }

    @Test(
        "a payment: while it waits for its block has no outcome; in a block it is carried out, and the user is told once"
    )
    func committed() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let reference = try await wallet.send(wallet.payment(5), from: page)
            guard case .pending(let id) = try await wallet.state(of: reference) else {
                Issue.record("the payment was not submitted")
                return
            }
            let entry = try await entry(in: wallet.base.activityLog)
            #expect(entry.reference == reference)
            let waiting = try #require(try await wallet.base.pages.transactions.transaction(of: entry))
            #expect(waiting.state == .pending(id) && waiting.isCarriedOut == nil && waiting.reason == nil)
            #expect(wallet.base.settled.all.isEmpty)

            try await wallet.base.wallet.sync()
            let told = try #require(await wallet.base.waitForSettled(1).first)
            #expect(told.state == .committed(id) && told.isCarriedOut == true && told.reason == nil)
            #expect(told.reference == reference && told.transactionId == id)
            #expect(told.origin == AnsweringWallet.origin && told.accountId == wallet.base.account)
            let now = try Date(AnsweringWallet.now, strategy: .iso8601)
            #expect(told.approvedAt == now)
            #expect(try await wallet.base.pages.transactions.transaction(of: entry) == told)
            #expect(wallet.base.settled.all.count == 1)
        }
    }

    @Test("a payment for which there are not enough tokens any more: the user learns why, and that nothing was paid")
    func failed() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let reference = try await wallet.sendTooMuch(from: page)
            let told = try #require(await wallet.base.waitForSettled(1).first)
            #expect(told.reference == reference && told.isCarriedOut == false && told.transactionId == nil)
            let state = try #require(try await wallet.state(of: reference))
            guard case .failed(let kept) = state, case .failed(let reason) = told.state else {
                Issue.record("the payment did not fail")
                return
            }
            #expect(!reason.isEmpty && reason == kept.shown(atMost: 1024))
            #expect(told.reason == reason)
            let entry = try await entry(in: wallet.base.activityLog)
            #expect(try await wallet.base.pages.transactions.transaction(of: entry) == told)
            // A page does not learn the reason.
            let change = try RPCEvent.transactionChange(TransactionChange(transactionId: reference, state: .failed))
            #expect(wallet.base.events(of: page).last == change)
            #expect(try await wallet.received() == 700)
        }
    }

    @Test("a payment that was approved before a restart: the user is told its end, and the log on the disk has it")
    func restarted() async throws {
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path)
        let files = RPCFiles(in: folder)
        try await withSpendingWallet { wallet in
            let grant = try await Grant(of: wallet.base.account, in: wallet.base.wallet)
            let store = TransientGrantStore.granted(grant)
            let reference = RestartTests.reference("one", grant)
            var transactions = try TransactionStore(file: files.transactions)
            let payment = try await RestartTests.approved(wallet, callId: "one", grant)
            #expect(try transactions.add(payment, reference: reference))
            let log = try ActivityLog(file: files.activity)
            await log.add(Self.entry(of: reference, grant))

            let again = try await wallet.base.again(store, transactions: TransactionStore(file: files.transactions))
            guard case .pending(let id) = try await wallet.state(of: reference, in: again) else {
                Issue.record("the payment was not submitted")
                return
            }
            try await wallet.base.wallet.sync()
            let told = try #require(await wallet.base.waitForSettled(1).first)
            #expect(told.reference == reference && told.state == .committed(id))

            // Another process reads the files.
            let entry = try #require(try await ActivityLog(file: files.activity).entries().first)
            #expect(try TransactionStore(file: files.transactions).transaction(of: entry) == told)
        }
        withExtendedLifetime(directory) {}
    }

    @Test("a payment whose origin has no grant after a restart: the user is told that it was not made")
    func withoutGrant() async throws {
        let directory = try TemporaryDirectory()
        let files = RPCFiles(in: URL(fileURLWithPath: directory.path))
        try await withSpendingWallet { wallet in
            let grant = try await Grant(of: wallet.base.account, in: wallet.base.wallet)
            let reference = RestartTests.reference("one", grant)
            var transactions = try TransactionStore(file: files.transactions)
            let payment = try await RestartTests.approved(wallet, callId: "one", grant)
            #expect(try transactions.add(payment, reference: reference))
            _ = try await wallet.base.again(
                TransientGrantStore(),
                transactions: TransactionStore(file: files.transactions)
            )
            let told = try #require(await wallet.base.waitForSettled(1).first)
            #expect(told.reference == reference && told.isCarriedOut == false)
            #expect(told.reason == "The site has no access to the account any more")
            // It is settled: the next start does not tell it again.
            _ = try await wallet.base.again(
                TransientGrantStore(),
                transactions: TransactionStore(file: files.transactions)
            )
            #expect(wallet.base.settled.all.count == 1)
        }
        withExtendedLifetime(directory) {}
    }

    @Test("a payment that the network refuses: waits until no block can include it, and only then nothing was paid")
    func refused() async throws {
        try await withSpendingWallet { wallet in
            let grant = try await Grant(of: wallet.base.account, in: wallet.base.wallet)
            let reference = RestartTests.reference("one", grant)
            var transactions = TransactionStore()
            let payment = try await RestartTests.approved(wallet, callId: "one", grant)
            #expect(try transactions.add(payment, reference: reference))
            // A copy of the account spends the state that the payment begins with.
            let file = try await wallet.base.wallet.exportAccount(accountId: wallet.base.account)
            try await withOtherWallet(on: wallet.base.wallet) { other in
                _ = try await other.wallet.importAccount(file: file)
                try await other.wallet.sync()
                let rival = Payment(to: other.account, faucetId: wallet.faucetId, amount: 700)
                _ = try await other.wallet.send(from: wallet.base.account, payments: [rival])
            }

            let again = try await wallet.base.again(TransientGrantStore.granted(grant), transactions: transactions)
            guard case .pending(let id) = try await wallet.state(of: reference, in: again) else {
                Issue.record("the outcome of the payment is not open")
                return
            }
            try await wallet.base.wallet.sync()
            #expect(try await wallet.base.wallet.getTransaction(id).state == .pending)
            #expect(try await again.transactions.all()[reference]?.state == .pending(id))
            #expect(wallet.base.settled.all.isEmpty)

            // The blocks in which it could be.
            for _ in 0..<140 { _ = try await wallet.base.wallet.mint(to: wallet.recipientId, amount: 1) }
            for _ in 0..<2 { try await wallet.base.wallet.sync() }
            let told = try #require(await wallet.base.waitForSettled(1).first)
            #expect(told.reference == reference && told.transactionId == id && told.isCarriedOut == false)
            guard case .discarded = told.state else {
                Issue.record("it is \(told.state)")
                return
            }
        }
    }

    @Test("a transaction that is discarded, for a reason of a node: the reason is one line without control characters")
    func discarded() async throws {
        try await withAnsweringWallet { wallet async throws in
            let grant = try await Grant(of: wallet.account, in: wallet.wallet)
            let id = try TransactionID("0x" + String(repeating: "ab", count: 32))
            var transaction = Self.unread(grant)
            transaction.become(.discarded(id, reason: "gone\u{1B}[2K\n\u{202E}paid"))
            let told = ApprovedTransaction(transaction, reference: "r")
            #expect(told.reason == #"gone\u{1B}[2K\u{A}\u{202E}paid"#)
            #expect(told.isCarriedOut == false && told.transactionId == id)
            transaction = Self.unread(grant)
            transaction.become(.failed(reason: String(repeating: "x", count: 10_000)))
            #expect(ApprovedTransaction(transaction, reference: "r").reason?.count == 1024)
        }
    }

    @Test("entries of the log that are of no approved transaction: have none")
    func noTransaction() async throws {
        try await withAnsweringWallet { wallet async throws in
            let grant = try await Grant(of: wallet.account, in: wallet.wallet)
            var store = TransactionStore()
            #expect(try store.add(Self.unread(grant), reference: "r"))
            #expect(try store.transaction(of: Self.entry(of: "r", grant))?.state == .executing)
            #expect(try store.transaction(of: Self.entry(of: "other", grant)) == nil)
            let declined = Self.entry(of: "r", grant, outcome: .declined)
            let signed = Self.entry(of: "r", grant, method: RPCMethodName.signMessage)
            for entry in [declined, signed] {
                #expect(entry.reference == nil)
                #expect(try store.transaction(of: entry) == nil)
            }
        }
    }

    private static func entry(
        of reference: String,
        _ grant: Grant,
        method: String = RPCMethodName.requestSend,
        outcome: ActivityEntry.Outcome = .answered
    ) -> ActivityEntry {
        ActivityEntry(
            time: Date(),
            origin: AnsweringWallet.origin,
            accountId: grant.accountId,
            method: method,
            outcome: outcome,
            facts: RequestedTransactionResult(transactionId: reference).activityFacts
        )
    }

    private static func unread(_ grant: Grant) -> RequestedTransaction {
        RequestedTransaction(
            origin: AnsweringWallet.origin,
            grant: grant,
            callId: "c",
            parameters: Data(),
            approvedAt: Date(),
            work: TransactionWork(draft: .serialized(Data()), limit: .shown(ShownEffects(assetsIn: [], notes: [])))
        )
    }
}
