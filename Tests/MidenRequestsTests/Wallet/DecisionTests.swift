import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@testable import MidenRequests

@Suite("Decisions of requests, and their files", .timeLimit(.minutes(5)))
struct DecisionTests {
    @Test("a decline: keeps an unsigned receipt without a reason, and a later approval of the link pays nothing")
    func decline() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            let record = try await shop.requests.decline(question)
            #expect(record.status == .cancelled && !record.isOpen)
            let receipt = try #require(record.receipts.first)
            #expect(receipt.signature == nil && receipt.receipt.address == nil && receipt.receipt.transactions == nil)
            #expect(receipt.receipt.error == .declined)
            #expect(try await shop.requests.approve(question) == record)
            #expect(try await shop.question(request).record == record)
            #expect(try await shop.balance() == 1000)
            // Nobody was approved.
            #expect(try await shop.question(try shop.request(.connectWallet)).standing == .new)
        }
    }

    @Test("declines of a payment and of one that is impossible: differ in the ids alone")
    func equalDeclines() async throws {
        try await withRequestingShop { shop in
            var receipts: [RequestReceipt] = []
            for amount in [5, 5000] as [UInt64] {
                let question = try await shop.question(try shop.request(shop.payment(amount)))
                receipts.append(try #require(try await shop.requests.decline(question).receipts.first).receipt)
            }
            #expect(receipts[0].status == receipts[1].status && receipts[0].error == receipts[1].error)
            #expect(receipts[0].transactions == receipts[1].transactions)
            #expect(receipts[0].issuedAt == receipts[1].issuedAt)
        }
    }

    @Test("the same key and id with another text: is refused after the decision")
    func changed() async throws {
        try await withRequestingShop { shop in
            let secret = try RequestSecret()
            let first = try await shop.question(try shop.request(shop.payment(5), secret: secret))
            let second = try await shop.question(try shop.request(shop.payment(6), secret: secret))
            try await shop.requests.approve(first)
            let approved = await #expect(throws: MidenError.self) { try await shop.requests.approve(second) }
            #expect(approved?.kind == .requestChanged)
            let declined = await #expect(throws: MidenError.self) { try await shop.requests.decline(second) }
            #expect(declined?.kind == .requestChanged)
            let asked = await #expect(throws: MidenError.self) { try await shop.question(second.request) }
            #expect(asked?.kind == .requestChanged)
            let read = #expect(throws: MidenError.self) { try shop.requests.record(of: second.request) }
            #expect(read?.kind == .requestChanged)
            #expect(try await shop.balance() == 995)
        }
    }

    @Test("the same id with another key: is another request, and a decline of the one leaves the other to be paid")
    func otherKey() async throws {
        try await withRequestingShop { shop in
            let secret = try RequestSecret()
            let request = try shop.request(shop.payment(5), secret: secret)
            let other = try shop.request(shop.payment(6), secret: secret, name: "Other", key: try RequesterKey())
            let declined = try await shop.requests.decline(try await shop.question(other))
            #expect(declined.status == .cancelled)
            #expect(try shop.requests.record(of: request) == nil)

            let paid = try await shop.requests.approve(try await shop.question(request))
            #expect(paid.status == .succeeded)
            #expect(try shop.requests.record(of: request) == paid)
            #expect(try shop.requests.record(of: other) == declined)
            #expect(Set(try shop.requests.list().records) == [declined, paid])
            #expect(try await shop.balance() == 995)
        }
    }

    @Test("a stored request with another signature: is listed, which verifies none, and is an error for its link")
    func damagedSignature() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(.connectWallet)
            let question = try await shop.question(request)
            let record = try await shop.requests.approve(question)
            let path = shop.file(of: request, in: "done")
            let signed = request.data.base64EncodedString()
            var bytes = request.data
            bytes[0] ^= 1
            let content = try String(contentsOfFile: path, encoding: .utf8)
            try #require(content.contains(signed))
            try content.replacingOccurrences(of: signed, with: bytes.base64EncodedString())
                .write(toFile: path, atomically: false, encoding: .utf8)

            let list = try shop.requests.list()
            #expect(list.records.map(\.receipts) == [record.receipts] && list.damaged.isEmpty)
            let approved = await #expect(throws: MidenError.self) { try await shop.requests.approve(question) }
            #expect(approved?.kind == .requestFileDamaged)
            let read = #expect(throws: MidenError.self) { try shop.requests.record(of: request) }
            #expect(read?.kind == .requestFileDamaged)
        }
    }

    @Test("the name of a file: is the id and the first digits of the reference, and nothing else is one")
    func fileName() throws {
        let name = DecidedRequest.Name(try SignedRequest(RequestVectors.read().signedRequest))
        #expect(name.text == "41c9ebbcfea9a373b774b8eeab4320af-7b1193818f8478fa")
        #expect(DecidedRequest.Name(name.text) == name)
        for other in [name.id.text, name.text + "0", name.text.uppercased(), "-" + name.text, ""] {
            #expect(DecidedRequest.Name(other) == nil, "\(other)")
        }
    }

    @Test("references of transactions: find the records of their requests, and read no file if they are the app's own")
    func references() async throws {
        try await withRequestingShop { shop in
            let requests = try (5...6).map { try shop.request(shop.payment($0)) }
            var records: [RequestRecord] = []
            for request in requests {
                records.append(try await shop.requests.approve(try await shop.question(request)))
            }
            let references = requests.map { $0.reference(ofTransaction: 0) }
            let unknown = try shop.request(shop.payment(5)).reference(ofTransaction: 0)
            let found = try shop.requests.records(ofReferences: [references[0], unknown, "order 7"])
            #expect(found == [references[0]: records[0]])
            #expect(try shop.requests.records(ofReferences: Set(references)).count == 2)

            // A file under the name of another request is that of no request.
            let folder = shop.folder.path + "/requests"
            try FileManager.default.moveItem(
                atPath: shop.file(of: requests[1], in: "done"),
                toPath: "\(folder)/done/\(requests[1].request.id)-0000000000000000.json"
            )
            #expect(try shop.requests.records(ofReferences: Set(references)) == [references[0]: records[0]])
            #expect(try shop.requests.list().damaged == [requests[1].request.id])

            try FileManager.default.removeItem(atPath: folder)
            try #require(FileManager.default.createFile(atPath: folder, contents: nil))
            let error = #expect(throws: MidenError.self) { try shop.requests.records(ofReferences: [references[0]]) }
            #expect(error?.kind == .requestFileUnusable)
            #expect(try shop.requests.records(ofReferences: ["order 7", "request"]).isEmpty)
        }
    }

    @Test("a damaged file: is an error for its request alone, and nothing is paid for it")
    func damaged() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            let good = try await shop.requests.approve(try await shop.question(try shop.request(.connectWallet)))
            let path = shop.file(of: request, in: "open")
            for content in ["", "{", "{\"format\":\"miden-swift request\",\"version\":1,\"content\":{}}"] {
                try Data(content.utf8).write(to: URL(fileURLWithPath: path))
                let approved = await #expect(throws: MidenError.self) { try await shop.requests.approve(question) }
                #expect(approved?.kind == .requestFileDamaged)
                let asked = await #expect(throws: MidenError.self) { try await shop.question(request) }
                #expect(asked?.kind == .requestFileDamaged)
                #expect(try shop.requests.list() == RequestList(records: [good], damaged: [request.request.id]))
                #expect(try await shop.requests.resume().isEmpty)
            }
            #expect(try await shop.balance() == 1000)
        }
    }

    @Test("a folder that cannot be written: nothing is executed", .enabled(if: geteuid() != 0))
    func readOnly() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: shop.folder.path)
            defer {
                try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shop.folder.path)
            }
            let error = await #expect(throws: MidenError.self) { try await shop.requests.approve(question) }
            #expect(error?.kind == .requestFileUnusable)
            #expect(try await shop.transactions(of: request).isEmpty)
        }
    }

    @Test("a folder whose place is taken by a file: nothing is executed")
    func noFolder() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            try Data().write(to: shop.folder.appendingPathComponent("requests"))
            let error = await #expect(throws: MidenError.self) { try await shop.requests.approve(question) }
            #expect(error?.kind == .requestFileUnusable)
            #expect(try await shop.transactions(of: request).isEmpty)
            #expect(try await shop.balance() == 1000)
        }
    }

    @Test("an app that cannot be kept among those that were approved: is paid all the same, with a receipt")
    func requesterNotKept() async throws {
        try await withRequestingShop { shop in
            let question = try await shop.question(try shop.request(shop.payment(5)))
            try FileManager.default.createDirectory(
                at: shop.folder.appendingPathComponent("requesters.json"),
                withIntermediateDirectories: false
            )
            let record = try await shop.requests.approve(question)
            #expect(record.status == .succeeded && record.receipts.count == 2)
            #expect(try await shop.balance() == 995)
        }
    }

    @Test("files and folders of requests: can be read by their owner alone")
    func modes() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(.connectWallet)
            try await shop.requests.approve(try await shop.question(request))
            let paths = FileManager.default.enumerator(atPath: shop.folder.path)?.compactMap { $0 as? String } ?? []
            #expect(paths.contains("requests/done/\(DecidedRequest.Name(request).text).json"))
            for path in paths {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(shop.folder.path)/\(path)")
                let mode = attributes[.type] as? FileAttributeType == .typeDirectory ? 0o700 : 0o600
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(path)")
            }
        }
    }

    @Test("more open requests than the limit: the next one is refused before the user is asked")
    func full() async throws {
        try await withRequestingShop { shop in
            let wallet = try shop.again(mostOpen: 1)
            let request = try shop.request(.connectWallet)
            let question = try await shop.question(request)
            let other = try shop.link(try shop.request(.connectWallet))
            _ = try await shop.requests.approve(question)
            // As a process leaves it that was killed before it wrote the end.
            try FileManager.default.moveItem(
                atPath: shop.file(of: request, in: "done"),
                toPath: shop.file(of: request, in: "open")
            )
            let error = await #expect(throws: MidenError.self) { try await wallet.question(for: other) }
            #expect(error?.kind == .requestStoreFull)
        }
    }

    @Test("more settled requests than are kept: resume removes the oldest ones, and none of the last 30 days")
    func pruned() async throws {
        try await withRequestingShop { shop in
            let wallet = try shop.again(mostDone: 1)
            let requests = try (0..<3).map { _ in try shop.request(.connectWallet) }
            for request in requests { try await wallet.decline(try await shop.question(request)) }
            try await wallet.resume()
            #expect(try wallet.list().records.count == 3)
            for (request, days) in zip(requests, [40.0, 20, 50]) {
                try FileManager.default.setAttributes(
                    [.modificationDate: shop.clock.now.addingTimeInterval(-days * 24 * 3600)],
                    ofItemAtPath: shop.file(of: request, in: "done")
                )
            }
            try await wallet.resume()
            #expect(try wallet.list().records.map(\.id) == [requests[1].request.id])
        }
    }

    @Test("an account that the request does not name, or that the wallet does not have: is refused")
    func account() async throws {
        try await withRequestingShop { shop in
            let address = try AccountAddress(shop.account, on: shop.wallet.configuration.network).text
            let request = try shop.request(shop.payment(5), address: address)
            let question = try await shop.requests.question(for: try shop.link(request))
            #expect(question.accountID == shop.account)
            let other = await #expect(throws: MidenError.self) {
                try await shop.requests.question(for: try shop.link(request), accountID: shop.shop)
            }
            #expect(other?.kind == .invalidParameter)
            let unknown = await #expect(throws: MidenError.self) {
                try await shop.requests.question(
                    for: try shop.link(try shop.request(.connectWallet)),
                    accountID: try AccountID("0x5401ef36815e47d14b651e8e968153")
                )
            }
            #expect(unknown?.kind == .unknownAccount)
        }
    }

    @Test(
        "a request from before a restore: warns, needs a repetition, and decides nothing while references are not known"
    )
    func restored() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
            dataDirectory: directory.path + "/first"
        )
        let first = try await MidenWallet.open(configuration: configuration)
        let account = try await first.createWallet()
        let shop = try await first.createWallet()
        let minted = try await first.mint(to: account, amount: 1000)
        try await first.sync()
        _ = try await first.consumeNotes(accountId: account, noteIds: [minted.noteId])
        try await first.sync()
        let backup = URL(fileURLWithPath: directory.path + "/wallet.backup")
        try await first.backUp(to: backup, passphrase: "correct horse")
        try await first.shutdown()
        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: directory.path + "/first/embedded/chain")
        )
        configuration.dataDirectory = directory.path + "/second"
        let wallet = try await MidenWallet.restoreBackup(
            from: backup,
            passphrase: "correct horse",
            configuration: configuration
        )
        let restoredAt = try #require(try await wallet.info().restoredAt)

        let clock = TestClock()
        clock.advance(by: restoredAt.timeIntervalSince(clock.now))
        let requests = try RequestWallet(wallet, folder: URL(fileURLWithPath: directory.path)) { clock.now }
        func link(_ content: AppRequest.Content, issuedAt: TimeInterval) throws -> String {
            let (secret, key) = (try RequestSecret(), try RequesterKey())
            let request = try AppRequest(
                id: secret.id,
                issuedAt: restoredAt.addingTimeInterval(issuedAt),
                expiresAt: restoredAt.addingTimeInterval(600),
                content: content,
                network: .localnet,
                requester: RequesterIdentity(name: "Shop", key: key.publicKey),
                receiptKey: secret.receiptKey
            )
            return "miden-request:#v1.d." + (try SignedRequest(request, by: key)).data.base64URL
        }
        let payment = AppRequest.Content.sendCoin([
            RequestedPayment(to: shop, faucetID: minted.faucetId, baseUnits: 5)
        ])
        let before = try await requests.question(for: link(payment, issuedAt: -60), accountID: account)
        #expect(before.isBeforeRestore && before.canBeApproved)
        #expect(before.warnings.contains { $0.contains("restored") })
        let refused = await #expect(throws: MidenError.self) { try await requests.approve(before) }
        #expect(refused?.kind == .requestBeforeRestore)
        let unknown = await #expect(throws: MidenError.self) {
            try await requests.approve(before, isRepetitionAccepted: true)
        }
        #expect(unknown?.kind == .referencesNotKnownYet)
        #expect(try requests.list().records.isEmpty)
        // Each link has a key of its own, all under one name: nobody was approved.
        #expect(try await requests.question(for: link(.connectWallet, issuedAt: -60)).standing == .new)
        // A request is accepted up to 300 s before it is issued, so one that was paid before can be from after the restore.
        #expect(try await requests.question(for: link(payment, issuedAt: 300), accountID: account).isBeforeRestore)
        clock.advance(by: 1)
        #expect(try await !requests.question(for: link(payment, issuedAt: 301), accountID: account).isBeforeRestore)
        #expect(try await !requests.question(for: link(.connectWallet, issuedAt: -60)).isBeforeRestore)
        try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }
}
