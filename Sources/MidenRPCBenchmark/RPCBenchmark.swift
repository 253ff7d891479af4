#if WalletServer
    import Foundation
    import Logging
    import MidenBenchmarkWorkloads
    import MidenWalletRPC
    import MidenWalletServer
    import MidenWalletServerTestSupport

    /// Requests of a method that does nothing, beside echoes by the same server: it answers a WebSocket ping with a pong, in
    /// the handler that reads the frames. The ping has the bytes of the request.
    struct RPCBenchmark: Sendable {
        /// Requests may take this times the time of echoes.
        static let toleratedRatio = 2.0

        var requests: Int
        /// How many come before those in each round, and are not measured.
        var warmUp: Int
        var rounds: Int

        /// What a number of requests and echoes at once take.
        struct Row: Sendable {
            let atOnce: Int
            var request = Samples()
            var echo = Samples()
        }

        private struct Empty: RPCMethod {
            static let name = "EMPTY"

            func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput { NoOutput() }
        }

        /// Measures.
        ///
        /// - Parameter atOnce: How many requests, or echoes, are under way at a time.
        /// - Returns: A row for each of these numbers.
        /// - Throws: What prevents it.
        func run(atOnce: [Int]) async throws -> [Row] {
            let server = try await WalletServer.start(
                configuration: Self.configuration,
                router: try RPCRouter([Empty()]),
                logger: Logger(label: "benchmark")
            )
            do {
                let rows = try await measure(atOnce, port: server.port)
                await server.stop()
                return rows
            } catch {
                await server.stop()
                throw error
            }
        }

        private func measure(_ atOnce: [Int], port: Int) async throws -> [Row] {
            let client = RoundTripClient(port: port)
            var rows = atOnce.map { Row(atOnce: $0) }
            for _ in 0..<rounds {
                for index in rows.indices {
                    for opcode in [Frame.ping, Frame.text] {
                        let durations = try await client.roundTrips(
                            count: requests,
                            warmUp: warmUp,
                            atOnce: rows[index].atOnce
                        ) { number in Frame.bytes(opcode, RawClient.message("\(number)", Empty.name)) }
                        for duration in durations {
                            if opcode == Frame.text {
                                rows[index].request.add(duration)
                            } else {
                                rows[index].echo.add(duration)
                            }
                        }
                    }
                }
            }
            try await client.stop()
            return rows
        }

        /// Without a rate that the benchmark would reach.
        private static var configuration: WalletServerConfiguration {
            var configuration = WalletServerConfiguration(modules: [
                "miden-wallet.js": Data("export const wallet = 1;\n".utf8)
            ])
            configuration.limits.requestsPerSecond = 1_000_000_000
            configuration.limits.requestBurst = 1_000_000_000
            configuration.limits.messageBytesPerSecond = 1_000_000_000
            configuration.limits.messageByteBurst = 1_000_000_000
            return configuration
        }

        /// The lines of a table.
        static func table(of rows: [Row]) -> [String] {
            [
                "| at once | request p50 | p99 | echo p50 | p99 | request / echo p50 | p99 | goal | met |",
                "|---|---|---|---|---|---|---|---|---|",
            ]
                + rows.map { row in
                    let (p50, p99) = (row.ratio(0.5), row.ratio(0.99))
                    let isMet = max(p50, p99) < toleratedRatio
                    return "| \(row.atOnce) "
                        + "| \(time(row.request, 0.5)) | \(time(row.request, 0.99)) "
                        + "| \(time(row.echo, 0.5)) | \(time(row.echo, 0.99)) "
                        + "| \(String(format: "%.2f", p50)) | \(String(format: "%.2f", p99)) "
                        + "| < \(Int(toleratedRatio)) | \(isMet ? "yes" : "**no**") |"
                }
        }

        private static func time(_ samples: Samples, _ fraction: Double) -> String {
            String(format: "%.0f µs", samples.quantile(fraction).nanoseconds / 1000)
        }
    }

    extension RPCBenchmark.Row {
        /// What requests take, by what echoes take.
        func ratio(_ fraction: Double) -> Double {
            request.quantile(fraction).nanoseconds / echo.quantile(fraction).nanoseconds
        }
    }
#endif
