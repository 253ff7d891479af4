import MidenBenchmarkWorkloads
import MidenSilentNode
import MidenSwiftClient
import Testing

@Suite("The benchmarks' workloads, once each, so that they cannot rot", .timeLimit(.minutes(5)))
struct BenchmarkWorkloadTests {
    @Test("Empty operations, plain calls, a balance read, a consume, a rest and a drain")
    func once() async throws {
        let directory = try TemporaryDirectory()
        let workload = try await WorkloadWallet(in: directory.path)
        for callers in [1, 8, 64, 256, 1024] {
            let before = try workload.wallet.statistics.completed
            try await ping(workload.wallet, calls: 2048, callers: callers)
            #expect(try workload.wallet.statistics.completed >= before + 2048)
        }
        #expect(plainCalls(10) >= 10)
        let balance = try await readBalance(workload.wallet, of: workload.account, calls: 10)
        #expect(balance?.totalFungibleCount == 2)
        #expect(try await timeReads(workload, calls: 10).count == 10)
        #expect(try await consume(workload) > .zero)
        #expect(try await rest(for: .milliseconds(10)).time >= .zero)
        let (_, report) = try await drain(workload.wallet)
        #expect(report.cancelled + report.abandoned == 0)
    }

    @Test("Pages of a history of ten thousand transactions, all of which are in them")
    func history() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try await WorkloadWallet(in: directory.path)
        let workload = try await HistoryWorkload(filling: wallet)
        #expect(workload.count == 10_050)
        #expect(try await workload.readFirstPage() == HistoryWorkload.limit)
        #expect(try await workload.readLastPage() == 50)
        #expect(try await workload.time(10) { try await workload.readLastPage() }.count == 10)
        #expect(try await workload.readAll() == 10_050)
        try await wallet.wallet.shutdown()
    }

    @Test("Interfaces: all standard components are described, and JSON becomes elements")
    func interfaces() async throws {
        let interfaces = try InterfaceWorkload()
        #expect(interfaces.count == 34)
        #expect(try await interfaces.describeAll() >= 34)
        #expect(try InterfaceWorkload.encode(calls: 2).count == 6)
    }

    @Test("Calls: a run with field elements and a typed call have the same result")
    func calls() async throws {
        let directory = try TemporaryDirectory()
        let workload = try await WorkloadWallet(in: directory.path)
        let calls = try await CallWorkload(workload)
        #expect(try await calls.runWithFelts(calls: 2) == [8, 7])
        #expect(try await calls.simulate(calls: 2) == [8, 7])
        #expect(try await calls.simulateFirst(calls: 2) == [8, 7])
        try await workload.wallet.shutdown()
    }

    @Test("Payments with and without a reference: each is a transaction, and the history has the reference")
    func payments() async throws {
        let directory = try TemporaryDirectory()
        let workload = try await WorkloadWallet(in: directory.path)
        let payments = try await PaymentWorkload(workload)
        for hasReference in [false, true, true] {
            #expect(try await payments.pay(withReference: hasReference) > .zero)
        }
        let made = try await workload.wallet.getTransactions(.init(kind: .send)).transactions
        #expect(made.map { $0.reference != nil } == [true, true, false])
        #expect(made.allSatisfy { if case .committed = $0.state { true } else { false } })
        try await workload.wallet.shutdown()
    }

    @Test("Notes that were received: the hostile ones are unverified, and what consumes all takes the payments alone")
    func received() async throws {
        let directory = try TemporaryDirectory()
        let notes = try await ReceivedNotes(payments: 3, hostile: 2, in: directory.path)
        let wallet = try await notes.newWallet()
        try await wallet.sync()
        let listed = try await wallet.getInputNotes(accountId: notes.account)
        #expect((listed.totalCount, listed.unverifiedNotes.count) == (5, 2))
        try await notes.consumeAll(in: wallet)
        try await wallet.shutdown()
    }

    @Test("A full queue: refused calls are counted, a waiting one is cancelled, closing ends them all")
    func full() async throws {
        let directory = try TemporaryDirectory()
        let full = try await FullWallet(in: directory.path)
        let (_, refused, counted) = try await full.refused(calls: 100)
        #expect((refused, counted) == (100, 100))
        let (_, report, callers) = try await full.close()
        #expect(callers == 272)
        #expect(report.cancelled == 272)

        let another = try TemporaryDirectory()
        let waiting = try await FullWallet(in: another.path, waiting: 0)
        #expect(try await waiting.cancelWaiting() > .zero)
        _ = try await waiting.close()
    }

    @Test("A sync is cancelled while its node is silent, and balances are read while it is late")
    func syncs() async throws {
        let node = try SilentNode()
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: node.address),
                dataDirectory: directory.path
            )
        )
        #expect(try await cancelSync(wallet) > .zero)
        try await wallet.shutdown()

        let chain = try TemporaryDirectory()
        let workload = try await WorkloadWallet(in: chain.path)
        try await workload.wallet.shutdown()
        let late = try WorkloadWallet(
            reopening: chain.path,
            MidenWallet.EmbeddedOptions(proofs: .dummy, syncDelay: .milliseconds(200)),
            account: workload.account
        )
        #expect(try await timeReadsDuringSync(late, calls: 10).count == 10)
        try await late.wallet.shutdown()
    }

    @Test("Balances are read during proofs, and a wallet is cancelled and closed while it proves")
    func proofs() async throws {
        let directory = try TemporaryDirectory()
        let workload = try await WorkloadWallet(in: directory.path, proofs: .real)
        #expect(try await timeReadsDuringProofs(workload, calls: 10).count == 10)
        let note = try await workload.paidNote()
        #expect(try await cancelProof(workload, note: note) > .zero)
        let (_, _, reopened) = try await closeWhileProving(workload, note: note, in: directory.path)
        _ = try await reopened.wallet.consumeNotes(accountId: workload.account, noteIds: [note])
        try await reopened.wallet.shutdown()
    }
}
