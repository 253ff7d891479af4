#if WalletServer
    import Foundation
    import MidenTestSupport
    import Testing

    @testable import MidenRPCFuzz

    /// The long one is `./build.sh fuzz SECONDS rpc`.
    @Suite("A short run of the RPC fuzzer", .timeLimit(.minutes(5)))
    struct FuzzTests {
        @Test("messages, HTTP and WebSocket: are tried, and no rule is broken")
        func short() async throws {
            let directory = try TemporaryDirectory()
            // Another seed each time; a failure shows it.
            let fuzz = Fuzz(
                duration: .seconds(2),
                seed: .random(in: 0...9_999_999),
                examples: try Self.examples(),
                // The process runs other tests at the same time.
                checksMemory: false
            )
            let report = try await fuzz.run(in: directory.path) { _ in }
            for part in Fuzz.Part.allCases {
                #expect(report.executions[part, default: 0] > 0, "\(part) of seed \(fuzz.seed)")
            }
        }

        @Test("a peak of memory above the limit: fails the run, with the file of the input")
        func peak() async throws {
            let directory = try TemporaryDirectory()
            let fuzz = Fuzz(
                duration: .seconds(2),
                seed: 7,
                examples: try Self.examples(),
                inputFile: URL(fileURLWithPath: directory.path + "/input"),
                maximumPeak: 1 << 20,
                checksMemory: false
            )
            let failure = try await #require(throws: Fuzz.Failure.self) {
                try await fuzz.run(in: directory.path) { _ in }
            }
            #expect(failure.description.contains("more than 1 MiB; the last input is in \(directory.path)/input"))
        }

        @Test("a seed: makes the same inputs again")
        func seed() throws {
            let corpus = try Corpus(examples: try Self.examples(), address: "mlcl1ap2qrmeks90y052tv50ga95p2v9h48yj")
            func inputs(_ seed: UInt64) -> [Data] {
                var random = SeededGenerator(seed: seed)
                return (0..<300).flatMap { _ in
                    [
                        MessageInput(corpus, using: &random).bytes, HTTPInput(corpus, port: 8080, using: &random).bytes,
                        WebSocketInput(corpus, port: 8080, using: &random).bytes,
                    ]
                }
            }
            #expect(inputs(7) == inputs(7))
            #expect(inputs(7) != inputs(8))
        }

        private static func examples() throws -> Data {
            let root = URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            return try Data(contentsOf: root.appendingPathComponent("js/examples/messages.json"))
        }
    }
#endif
