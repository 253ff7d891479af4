#if WalletServer
    import Testing

    @testable import MidenRPCBenchmark

    /// The long one is `./build.sh bench rpc`.
    @Suite("A short run of the RPC benchmark", .timeLimit(.minutes(3)))
    struct BenchmarkTests {
        @Test("requests and echoes: all are answered and counted")
        func short() async throws {
            let rows = try await RPCBenchmark(requests: 100, warmUp: 10, rounds: 2).run(atOnce: [1, 64])
            #expect(rows.map(\.atOnce) == [1, 64])
            #expect(rows.map(\.request.count) == [200, 200])
            #expect(rows.map(\.echo.count) == [200, 200])
            #expect(RPCBenchmark.table(of: rows).count == 4)
        }
    }
#endif
