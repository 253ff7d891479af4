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

    /// A payment that was approved and not submitted.
    static func approved(
        _ wallet: SpendingWallet,
        callId: String,
        _ grant: Grant
    ) async throws -> RequestedTransaction {
        let draft = TransactionWork.Draft.send(
            to: wallet.recipientId,
            faucetId: wallet.faucetId,
            baseUnits: 5,
            noteType: .public,
            reclaimHeight: nil
        )
        let preview = try await wallet.base.wallet.preview(draft.transactionDraft, accountId: grant.accountId)
        return RequestedTransaction(
            origin: AnsweringWallet.origin,
            grant: grant,
            callId: callId,
            parameters: Data(),
            approvedAt: Date(),
            work: TransactionWork(draft: draft, limit: .approval(try #require(preview.approval)))
        )
    }

    static func reference(_ callId: String, _ grant: Grant) -> String {
        RequestedTransaction.reference(origin: AnsweringWallet.origin, accountId: grant.accountId, callId: callId)
    }

    @Test("a payment that was approved and not submitted: is made once, within what was approved")
    func approvedOnly() async throws {
        let directory = try TemporaryDirectory()
        let file = file(in: directory)
        try await withSpendingWallet { wallet in
            let grant = try await Grant(of: wallet.base.account, in: wallet.base.wallet)
            let reference = Self.reference("one", grant)
            var store = try TransactionStore(file: file)
            #expect(try store.add(try await Self.approved(wallet, callId: "one", grant), reference: reference))
            for _ in 0..<2 {
                let again = try await wallet.base.again(
                    TransientGrantStore.granted(grant),
                    transactions: TransactionStore(file: file)
                )
                _ = try await wallet.state(of: reference, in: again)
            }
            #expect(try await wallet.received() == 5)
        }
        withExtendedLifetime(directory) {}
    }

    @Test("an entry that is copied to another reference, or whose origin has no grant: has failed, and nothing is paid")
    func notApproved() async throws {
        let directory = try TemporaryDirectory()
        let file = file(in: directory)
        try await withSpendingWallet { wallet in
            let grant = try await Grant(of: wallet.base.account, in: wallet.base.wallet)
            let transaction = try await Self.approved(wallet, callId: "one", grant)
            var store = try TransactionStore(file: file)
            let (copy, own) = (Self.reference("two", grant), Self.reference("one", grant))
            #expect(try store.add(transaction, reference: copy))
            let granted = try await wallet.base.again(
                TransientGrantStore.granted(grant),
                transactions: TransactionStore(file: file)
            )
            await granted.waitForSubmissions()
            #expect(try store.add(transaction, reference: own))
            let revoked = try await wallet.base.again(
                TransientGrantStore(),
                transactions: TransactionStore(file: file)
            )
            await revoked.waitForSubmissions()
            for reference in [copy, own] {
                let left = try #require(try store.all()[reference])
                guard case .failed = left.state else {
                    Issue.record("it is \(left.state)")
                    return
                }
                #expect(left.work == nil)
            }
            #expect(try await wallet.received() == 0)
        }
        withExtendedLifetime(directory) {}
    }

    @Test(
        "a transaction that may have been submitted, while no node answers: is looked up again later, and has not failed"
    )
    func unreachable() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try await MidenWallet.open(
            configuration: MidenWallet.Configuration(
                // Nobody listens there.
                network: .custom(rpcEndpoint: "http://127.0.0.1:1"),
                dataDirectory: directory.path
            )
        )
        let grant = try await Grant(of: wallet.createWallet(), in: wallet)
        let reference = Self.reference("one", grant)
        var transactions = TransactionStore()
        let note = try NoteID("0x" + String(repeating: "1", count: 64))
        let transaction = RequestedTransaction(
            origin: AnsweringWallet.origin,
            grant: grant,
            callId: "one",
            parameters: Data(),
            approvedAt: Date(),
            work: TransactionWork(draft: .consume(note), limit: .shown(ShownEffects(assetsIn: [], notes: [])))
        )
        #expect(try transactions.add(transaction, reference: reference))
        // The earlier process began with it.
        _ = try transactions.setState(.executing, of: reference)

        let (clock, settled) = (ManualClock(), Log<ApprovedTransaction>())
        let pages = try await RPCWallet(
            wallet,
            accountId: grant.accountId,
            approvals: TestUser(answering: nil),
            store: TransientGrantStore.granted(grant),
            transactions: transactions,
            clock: clock,
            settled: { settled.append($0) },
            send: { _, _ in }
        )
        for _ in 0..<2 {
            while !clock.hasSleepers, settled.all.isEmpty { await Task.yield() }
            #expect(settled.all.isEmpty)
            let kept = try await pages.transactions.all()[reference]
            #expect(kept?.state == .executing && kept?.work != nil)
            clock.advance(by: RPCWallet.retryDelay)
        }
        // The next process goes on.
        _ = try await wallet.shutdown()
        clock.advance(by: RPCWallet.retryDelay)
        await pages.waitForSubmissions()
        #expect(try await pages.transactions.all()[reference]?.state == .executing)
        withExtendedLifetime(directory) {}
    }
}

extension TransientGrantStore {
    /// The grants of a user who connected the origin to an account.
    static func granted(_ grant: Grant) -> TransientGrantStore {
        let store = TransientGrantStore()
        _ = store.update { grants in
            var granted = OriginGrants()
            granted.select(grant)
            granted.add(token: "token")
            grants[AnsweringWallet.origin] = granted
        }
        return store
    }
}
