#if WalletServer
    import Foundation
    import MidenBenchmarkWorkloads
    import MidenTestSupport

    /// Tries inputs on a wallet that answers pages, one after the other. An input is made of the seed and its number alone.
    struct Fuzz: Sendable {
        /// What an input is for.
        enum Part: String, CaseIterable, Sendable {
            case messages, http, webSocket
        }

        /// A rule that does not hold.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// How many inputs of each part were tried.
        struct Report: Sendable, CustomStringConvertible {
            fileprivate(set) var executions: [Part: Int] = [:]

            var total: Int { executions.values.reduce(0, +) }

            var description: String {
                let parts = Part.allCases.map { "\($0.rawValue) \(executions[$0] ?? 0)" }
                return "\(total) executions (\(parts.joined(separator: ", ")))"
            }
        }

        var duration: Duration
        var seed: UInt64
        /// The text of `js/examples/messages.json`.
        var examples: Data
        /// Holds the current input, so that it is still there after a crash.
        var inputFile: URL?
        /// How many bytes of resident memory there may be at the peak; any number if nil.
        var maximumPeak: Int?
        /// Whether the process has no other work, so that its memory is that of the server.
        var checksMemory = true

        /// Tries inputs until the time is over.
        ///
        /// - Parameters:
        ///   - directory: An empty folder for the wallet.
        ///   - progress: Gets a line every 10 s.
        /// - Returns: How many inputs were tried.
        /// - Throws: ``Failure``, or what prevents the start.
        func run(in directory: String, progress: @Sendable (String) -> Void) async throws -> Report {
            let target = try await FuzzTarget.start(examples: examples, seed: seed, in: directory)
            do {
                let report = try await run(on: target, progress: progress)
                try await target.stop()
                return report
            } catch {
                try? await target.stop()
                throw error
            }
        }

        private func run(on target: FuzzTarget, progress: @Sendable (String) -> Void) async throws -> Report {
            try checkPeak()
            let begun = ContinuousClock.now
            var report = Report()
            var memory = MemoryCheck(warmUp: min(.seconds(60), duration / 4))
            var checked = Duration.zero
            var reported = (time: Duration.zero, executions: 0)
            var elapsed = Duration.zero
            while elapsed < duration {
                let number = report.total
                let part = try await execute(number, on: target)
                report.executions[part, default: 0] += 1
                elapsed = ContinuousClock.now - begun
                if elapsed - checked >= .seconds(1) {
                    checked = elapsed
                    try await target.checkHealth()
                    if checksMemory { try memory.add(ResidentMemory.current, at: elapsed) }
                }
                if elapsed - reported.time >= .seconds(10) {
                    let seconds: Double = (elapsed - reported.time) / Duration.seconds(1)
                    let rate = Double(report.total - reported.executions) / seconds
                    reported = (elapsed, report.total)
                    let memory = "resident \(Self.text(ResidentMemory.current)), peak \(Self.text(ResidentMemory.peak))"
                    progress("\(elapsed.components.seconds) s: \(report), \(Int(rate))/s, \(memory)")
                }
            }
            try await target.checkHealth()
            return report
        }

        private func execute(_ number: Int, on target: FuzzTarget) async throws -> Part {
            var random = SeededGenerator(seed: seed ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
            // A message takes a small part of the time of a connection.
            let part: Part =
                switch random.below(10) {
                case 0: .http
                case 1: .webSocket
                default: .messages
                }
            let input: any FuzzInput =
                switch part {
                case .messages: MessageInput(target.corpus, using: &random)
                case .http: HTTPInput(target.corpus, port: target.server.port, using: &random)
                case .webSocket: WebSocketInput(target.corpus, port: target.server.port, using: &random)
                }
            if let inputFile { try input.bytes.write(to: inputFile) }
            do {
                try await input.run(on: target)
                try checkPeak()
            } catch {
                throw Failure(description: "execution \(number) of seed \(seed), \(part.rawValue): \(error)")
            }
            return part
        }

        private func checkPeak() throws {
            guard let maximumPeak, let peak = ResidentMemory.peak, peak > maximumPeak else { return }
            let file = inputFile.map { "; the last input is in \($0.path)" } ?? ""
            let (reached, allowed) = (Self.text(peak), Self.text(maximumPeak))
            throw Failure(description: "memory had a peak of \(reached), more than \(allowed)\(file)")
        }

        private static func text(_ memory: Int?) -> String {
            memory.map { "\($0 >> 20) MiB" } ?? "unknown"
        }
    }

    /// An input of the fuzzer.
    protocol FuzzInput: Sendable {
        /// All of its bytes.
        var bytes: Data { get }

        /// Tries it.
        ///
        /// - Throws: ``Fuzz/Failure`` if a rule does not hold.
        func run(on target: FuzzTarget) async throws
    }

    /// Whether resident memory stays below a bound after the warm-up.
    private struct MemoryCheck {
        static let toleratedGrowth = 64 << 20

        let warmUp: Duration
        /// The most during the warm-up.
        private var peak = 0

        init(warmUp: Duration) {
            self.warmUp = warmUp
        }

        mutating func add(_ resident: Int?, at elapsed: Duration) throws {
            guard let resident else { return }
            guard elapsed > warmUp, peak > 0 else {
                peak = max(peak, resident)
                return
            }
            guard resident <= peak + Self.toleratedGrowth else {
                throw Fuzz.Failure(
                    description: "memory grew from \(peak >> 20) MiB after the warm-up to \(resident >> 20) MiB"
                )
            }
        }
    }
#endif
