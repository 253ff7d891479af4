import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("Questions in texts", .timeLimit(.minutes(5)))
struct QuestionDescriptionTests {
    @Test("a payment: has its amount, its recipient and its fee, and is approved by its digest")
    func payment() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let call = Task { try await page.send(wallet.payment(5)) }
            let asked = try await wallet.base.user.next()
            let described = try asked.question.described(on: wallet.base.wallet.configuration.network)
            #expect(described.title == "Pay")
            #expect(described.origin == AnsweringWallet.origin)
            let names = described.lines.map(\.name)
            for name in ["Pays to", "Pays in total, without the fee", "Fee"] {
                #expect(names.contains(name), "\(names)")
            }
            #expect(described.approval == asked.question.digest.map { .approveTransaction(digest: $0) })
            asked.answer(try #require(described.approval))
            #expect(try await call.value.count == 64)
        }
    }

    @Test("a payment that cannot be made: says why, and has no approval")
    func impossible() async throws {
        try await withSpendingWallet(4) { wallet in
            let page = try await wallet.connectedPage()
            let call = Task { try await page.send(wallet.payment(5)) }
            let asked = try await wallet.base.user.next()
            let described = try asked.question.described(on: wallet.base.wallet.configuration.network)
            #expect(described.warnings.contains { $0.hasPrefix("The transaction cannot be made now: ") })
            #expect(!described.canBeApproved)
            #expect(described.approval == nil)
            asked.answer(.decline)
            await #expect(throws: RPCError.declined) { try await call.value }
        }
    }

    @Test(
        "a script of a page: its calls are shown at once, under Miden's names and not under those that the page gave them"
    )
    func calls() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let parameters = RequestTransactionParameters(
                address: wallet.base.address,
                transactionRequest: try RequestFile.calls(),
                callId: RandomHex.digits(bytes: 16)
            )
            let call = Task { try await page.execute(parameters) }
            let asked = try await wallet.base.user.next()
            let network = wallet.base.wallet.configuration.network
            guard case .transaction(let transaction, _) = asked.question.content else { throw CancellationError() }
            let harmless = try #require(transaction.description.calls.procedures.last?.root.hex)
            func calls(_ preview: TransactionPreview?) throws -> [String] {
                let lines = try asked.question.described(on: network, simulated: preview).lines
                return lines.filter { $0.name == "Calls" }.map(\.text)
            }
            let shown = ["basic_wallet::move_asset_to_note", harmless]
            #expect(try calls(nil) == shown)
            let simulated = try await asked.question.simulate()
            #expect(try calls(simulated) == shown)
            guard case .known(let summary) = simulated.effects else { throw CancellationError() }
            #expect(summary.calls == transaction.description.calls)
            asked.answer(.decline)
            await #expect(throws: RPCError.declined) { try await call.value }
        }
    }

    @Test("a question of no transaction: is approved as it is")
    func connect() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let call = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            let described = try asked.question.described(on: wallet.wallet.configuration.network)
            #expect(described.kind == "connect")
            #expect(described.approval == .approve)
            asked.answer(.approve)
            _ = try await call.value
        }
    }
}
