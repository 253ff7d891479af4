#if WalletServer
    import ArgumentParser

    @main
    struct RPCBenchmarkCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rpc-benchmark",
            abstract: "Requests over the WebSocket, beside an empty echo on the same server."
        )

        @Option(help: "How many requests, and how many echoes, are measured in a round.")
        var requests = 10_000

        @Option(help: "How many rounds there are. In each of them requests and echoes take turns.")
        var rounds = 5

        func validate() throws {
            guard requests > 0, rounds > 0 else {
                throw ValidationError("There must be at least one request and one round.")
            }
        }

        func run() async throws {
            let benchmark = RPCBenchmark(requests: requests, warmUp: 1000, rounds: rounds)
            let rows = try await benchmark.run(atOnce: [1, 64])
            for line in RPCBenchmark.table(of: rows) { print(line) }
        }
    }
#else
    import Foundation

    @main
    enum RPCBenchmarkCommand {
        static func main() {
            FileHandle.standardError.write(Data("error: this was built without the trait WalletServer\n".utf8))
            exit(1)
        }
    }
#endif
