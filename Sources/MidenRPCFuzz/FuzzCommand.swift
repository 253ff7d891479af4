#if WalletServer
    import ArgumentParser
    import Foundation

    @main
    struct FuzzCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fuzz",
            abstract: "Tries seeded random input on the wallet RPC: messages, HTTP and WebSocket."
        )

        @Argument(help: "How many seconds it runs.")
        var seconds: Int

        @Option(help: "The seed of the inputs. The same seed makes the same inputs. Random by default.")
        var seed: UInt64?

        @Option(help: "How many MiB of resident memory there may be at the peak. No limit by default.")
        var memory: Int?

        @Option(help: "The file with the example messages.")
        var examples: String

        @Option(help: "The file to keep the current input in. After a crash or a failure it holds the cause.")
        var input: String

        func validate() throws {
            guard seconds > 0 else { throw ValidationError("The time must be at least one second.") }
        }

        func run() async throws {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("miden-rpc-fuzz-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }

            let fuzz = Fuzz(
                duration: .seconds(seconds),
                seed: seed ?? UInt64.random(in: 0...9_999_999),
                examples: try Data(contentsOf: URL(fileURLWithPath: examples)),
                inputFile: URL(fileURLWithPath: input),
                maximumPeak: memory.map { $0 << 20 }
            )
            Self.show("seed \(fuzz.seed), \(seconds) s")
            do {
                let report = try await fuzz.run(in: folder.path, progress: Self.show)
                Self.show("no failure in \(report.description)")
            } catch let failure as Fuzz.Failure {
                Self.show("failure: \(failure.description)")
                throw ExitCode.failure
            }
        }

        /// Writes a line at once, also if the output is a file.
        @Sendable private static func show(_ line: String) {
            FileHandle.standardOutput.write(Data("\(line)\n".utf8))
        }
    }
#else
    import Foundation

    @main
    enum FuzzCommand {
        static func main() {
            FileHandle.standardError.write(Data("error: this was built without the trait WalletServer\n".utf8))
            exit(1)
        }
    }
#endif
