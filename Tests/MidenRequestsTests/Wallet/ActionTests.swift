import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@testable import MidenRequests

@Suite("Actions of requests, on the wallet's side", .timeLimit(.minutes(5)))
struct ActionTests {
    @Test("connectWallet: approved: gives one signed receipt with the address and the key")
    func connect() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(.connectWallet)
            let question = try await shop.question(request)
            #expect(question.canBeApproved && !question.canBeSimulated)
            #expect(question.digest == request.decisionDigest(accountID: shop.account, previews: []))
            let kept = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
            #expect(kept.isEmpty)

            let record = try await shop.requests.approve(question)
            #expect(record.status == .succeeded && !record.isOpen)
            let receipt = try #require(record.receipts.first)
            #expect(record.receipts.count == 1)
            #expect(receipt.receipt.number == 1)
            #expect(receipt.receipt.address == question.address)
            #expect(receipt.receipt.transactions == nil && receipt.receipt.signature == nil)
            #expect(try await shop.isSigned(receipt))
        }
    }

    @Test(
        "sign actions: approved: sign the message for the requester's key, and it is no signature for a web page",
        arguments: [RequestAction.signMessage, .connectWalletAndSignMessage]
    )
    func sign(action: RequestAction) async throws {
        try await withRequestingShop { shop in
            let content: AppRequest.Content =
                action == .signMessage
                ? .signMessage("I agree\u{202E}") : .connectWalletAndSignMessage("I agree\u{202E}")
            let request = try shop.request(content)
            let question = try await shop.question(request)
            #expect(question.lines.contains { $0.text == "I agree\\u{202E}" })

            let record = try await shop.requests.approve(question)
            let receipt = try #require(record.receipts.first)
            #expect(receipt.receipt.status == .succeeded)
            #expect(try await shop.isSigned(receipt))
            let signature = try #require(receipt.receipt.signature)
            let commitment = try await shop.wallet.publicKeyCommitment(of: shop.account)
            func isValid(_ origin: String) throws -> Bool {
                try WebMessage(
                    origin: origin,
                    network: .localnet,
                    accountId: shop.account,
                    message: "I agree\u{202E}"
                ).isValid(signature, commitment: commitment)
            }
            #expect(try isValid("miden-request:" + shop.key.publicKey.hexDigits))
            #expect(try !isValid("https://shop.example"))
        }
    }

    @Test("signMessage: a text whose escapes are longer than the longest message: is shown to its end")
    func signHidden() async throws {
        try await withRequestingShop { shop in
            let end = " and I owe the shop everything"
            let message = String(repeating: "\u{7F}", count: 4_500) + end
            let question = try await shop.question(try shop.request(.signMessage(message)))
            #expect(question.canBeApproved)
            let shown = String(repeating: #"\u{7F}"#, count: 4_500) + end
            #expect(question.lines.contains { $0.name == "Text" && $0.text == shown })
        }
    }

    @Test("sendCoin: approved: pays once, and the receipts say executed and then succeed with the block")
    func send() async throws {
        try await withRequestingShop { shop in
            let request = try shop.request(shop.payment(5))
            let question = try await shop.question(request)
            #expect(question.title == "Pay")
            #expect(question.warnings.isEmpty && question.impossibility == nil)
            #expect(try await shop.transactions(of: request).isEmpty)

            let record = try await shop.requests.approve(question)
            #expect(record.status == .succeeded && !record.isOpen)
            #expect(record.receipts.map(\.receipt.status) == [.executed, .succeeded])
            #expect(record.receipts.map(\.receipt.number) == [1, 2])
            for receipt in record.receipts { #expect(try await shop.isSigned(receipt)) }
            let made = try await shop.transactions(of: request)
            #expect(made.map(\.id) == record.transactions.compactMap(\.transactionID))
            #expect(made.count == 1)
            #expect(record.transactions.first?.noteIDs.count == 1)
            #expect(record.transactions.first?.blockNumber != nil)
            #expect(try await shop.balance() == 995)
            let sealed = try #require(try record.sealedReceipt())
            #expect(sealed.count == (record.receipts.last?.data.count ?? 0) + 48)
        }
    }

    @Test("consumeNote: of a note of the wallet: approved: consumes it; a note that is not there can only be declined")
    func consume() async throws {
        try await withRequestingShop { shop in
            let minted = try await shop.wallet.mint(to: shop.account, amount: 7)
            try await shop.wallet.sync()
            let request = try shop.request(.consumeNote([RequestedNote(noteID: minted.noteId)]))
            let record = try await shop.requests.approve(try await shop.question(request))
            #expect(record.status == .succeeded)
            #expect(try await shop.balance() == 1007)

            let again = try await shop.question(try shop.request(.consumeNote([RequestedNote(noteID: minted.noteId)])))
            #expect(!again.canBeApproved && again.digest == nil)
            let impossibility = try #require(again.impossibility)
            #expect(!impossibility.isEmpty && again.warnings.contains { $0.contains(impossibility) })
            let error = await #expect(throws: MidenError.self) { try await shop.requests.approve(again) }
            #expect(error?.kind == .requestNotApproved)
            #expect(try await shop.requests.decline(again).status == .cancelled)
        }
    }

    @Test("executeContract: is approved after a simulation alone, and calls the procedure of the account once")
    func call() async throws {
        try await withRequestingShop { shop in
            let counter = try await MidenPackage.compile(
                MASMSource(.accountComponent, Contracts.source("counter"), path: "external_contract::counter_contract")
            )
            let slot = "miden::tutorials::counter"
            let account = try await shop.wallet.createAccount(
                components: [counter],
                storage: [InitialStorageSlot(slot, entries: [.init(key: .zero, value: Word([41]))])]
            )
            let root = try counter.procedure("increment_count").root
            let request = try shop.request(.executeContract([RequestedProcedureCall(procedure: root)]))
            let link = try shop.link(request)
            let question = try await shop.requests.question(for: link, accountID: account)
            #expect(!question.canBeApproved && question.canBeSimulated)
            #expect(question.lines.contains { $0.text == root.hex })
            let error = await #expect(throws: MidenError.self) { try await shop.requests.approve(question) }
            #expect(error?.kind == .requestNotApproved)

            let simulated = try await shop.requests.question(for: link, accountID: account, simulating: true)
            #expect(simulated.canBeApproved && !simulated.canBeSimulated)
            #expect(try await shop.requests.approve(simulated).status == .succeeded)
            let storage = try await shop.wallet.getStorage(accountId: account, slot: .name(slot), key: .zero)
            #expect(storage[slot]?.entries?.first?.value == Word([42]))
        }
    }

    @Test("executeContractWithEncoded: a payment is approved without a simulation and made; a script after one alone")
    func encoded() async throws {
        try await withRequestingShop { shop in
            let payment = try RequestFile.payment(from: shop.account.hex, faucetId: shop.faucetID.hex)
            let request = try shop.request(
                .executeContractWithEncoded([EncodedTransaction(transactionRequest: payment)])
            )
            let question = try await shop.question(request)
            #expect(question.canBeApproved && question.canBeSimulated)
            #expect(try await shop.requests.approve(question).status == .succeeded)
            #expect(try await shop.balance() == 993)

            let script = try shop.request(
                .executeContractWithEncoded([EncodedTransaction(transactionRequest: try RequestFile.script())])
            )
            #expect(try await !shop.question(script).canBeApproved)
        }
    }

    @Test("a payment of a token that the wallet has never seen: is in base units, with its faucet and a warning")
    func unknownToken() async throws {
        try await withRequestingShop { shop in
            let question = try await shop.question(try shop.request(shop.payment(5, faucetID: shop.shop)))
            #expect(!question.canBeApproved)
            #expect(question.lines.contains { $0.text.hasPrefix("5 base units") })
            #expect(question.warnings.contains { $0.contains(shop.shop.hex) })
        }
    }

    @Test("a request for two transactions, of another network, or of a relay: is refused, and nothing is kept")
    func refused() async throws {
        try await withRequestingShop { shop in
            let payment = RequestedPayment(to: shop.shop, faucetID: shop.faucetID, baseUnits: 5)
            let two = await #expect(throws: MidenError.self) {
                try await shop.question(try shop.request(.sendCoin([payment, payment])))
            }
            #expect(two?.kind == .invalidRequest)
            let other = await #expect(throws: MidenError.self) {
                try await shop.question(try shop.request(.signMessage("Hello"), network: .testnet))
            }
            #expect(other?.kind == .requestWrongNetwork)
            let relayed = await #expect(throws: MidenError.self) {
                try await shop.requests.question(
                    for: "miden-request:#v1.r.nbK1lGUu9wQ-wp8uhOyCgbSMmPPPnrslBu2E4G2IN5Q.relay.example"
                )
            }
            #expect(relayed?.kind == .unsupportedRequest)
            let kept = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
            #expect(kept.isEmpty)
        }
    }
}
