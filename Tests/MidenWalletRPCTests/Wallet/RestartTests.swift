import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("Transactions of pages after a restart", .timeLimit(.minutes(5)))
struct RestartTests {
    private func file(in directory: TemporaryDirectory) -> URL {
        URL(fileURLWithPath: directory.path).appendingPathComponent("transactions.json")
    }

    @Test("a payment that was made before: has its reference without a question, and is not made again")
    func repeated() async throws {
        let directory = try TemporaryDirectory()
        let file = file(in: directory)
        try await withSpendingWallet(transactions: try TransactionStore(file: file)) { wallet in
            let page = try await wallet.connectedPage()
            let payment = wallet.payment(5)
            let reference = try await wallet.send(payment, from: page)
            _ = try await wallet.state(of: reference)

            let again = try await wallet.base.again(TransientGrantStore(), transactions: TransactionStore(file: file))
            let later = TestPage(router: try RPCRouter(again.methods), caller: page.caller)
            let connect = Task { try await later.connect() }
            try await wallet.base.user.next().approve()
            _ = try await connect.value
            #expect(try await later.send(payment) == reference)
            #expect(try await wallet.received() == 5)
            guard case .committed = try await later.wait(for: reference) else {
                Issue.record("the payment is not known to be committed")
                return
            }
        }
        withExtendedLifetime(directory) {}
    }

    @Test("a payment that was approved and not submitted: is made once, within what was approved")
    func approvedOnly() async throws {
        let directory = try TemporaryDirectory()
        let file = file(in: directory)
        try await withSpendingWallet { wallet in
            let grant = try await Grant(of: wallet.base.account, in: wallet.base.wallet)
            let draft = TransactionWork.Draft.send(
                to: wallet.recipientId,
                faucetId: wallet.faucetId,
                baseUnits: 5,
                noteType: .public,
                reclaimHeight: nil
            )
            let preview = try await wallet.base.wallet.preview(draft.transactionDraft, accountId: grant.accountId)
            let approval = try #require(preview.approval)
            let transaction = RequestedTransaction(
                origin: AnsweringWallet.origin,
                grant: grant,
                parameters: Data(),
                approvedAt: Date(),
                work: TransactionWork(draft: draft, limit: .approval(approval))
            )
            var store = try TransactionStore(file: file)
            #expect(try store.add(transaction, reference: "one"))
            for _ in 0..<2 {
                let again = try await wallet.base.again(
                    TransientGrantStore(),
                    transactions: TransactionStore(file: file)
                )
                _ = try await wallet.state(of: "one", in: again)
            }
            #expect(try await wallet.received() == 5)
        }
        withExtendedLifetime(directory) {}
    }
}
