import MidenBenchmarkWorkloads

/// Two ways to do a thing, measured in turns.
struct Pair: Sendable {
    /// The thing.
    let what: String
    /// What is measured.
    let measuredName: String
    /// What it is compared with.
    let baselineName: String
    /// How many times the median of the baseline the median of what is measured may be.
    let goal: Double
    private(set) var measured = Samples()
    private(set) var baseline = Samples()

    /// The figure could not be measured.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(what: String, _ measuredName: String, against baselineName: String, goal: Double) {
        self.what = what
        self.measuredName = measuredName
        self.baselineName = baselineName
        self.goal = goal
    }

    /// Measures both in each round. They take turns in going first.
    ///
    /// - Parameters:
    ///   - rounds: How many rounds are measured.
    ///   - warmUp: How many come before those.
    ///   - measure: Does what is measured, and says how long it took.
    ///   - compare: The same for the baseline.
    /// - Throws: ``Failure`` with the name of the figure, if one of them fails.
    mutating func run(
        rounds: Int,
        warmUp: Int,
        measure: () async throws -> Duration,
        compare: () async throws -> Duration
    ) async throws {
        do {
            for round in 0..<(warmUp + rounds) {
                let measuredTook, baselineTook: Duration
                if round.isMultiple(of: 2) {
                    measuredTook = try await measure()
                    baselineTook = try await compare()
                } else {
                    baselineTook = try await compare()
                    measuredTook = try await measure()
                }
                if round >= warmUp {
                    measured.add(measuredTook)
                    baseline.add(baselineTook)
                }
            }
        } catch {
            throw Failure(description: "\(what), \(measuredName) against \(baselineName), was not measured: \(error)")
        }
        guard measured.count == rounds, baseline.quantile(0.5) > .zero else {
            throw Failure(description: "\(what), \(measuredName) against \(baselineName), was not measured")
        }
    }

    /// A quantile of what is measured, by that of the baseline.
    func ratio(_ fraction: Double) -> Double {
        measured.quantile(fraction).nanoseconds / baseline.quantile(fraction).nanoseconds
    }
}

/// How long a call takes.
func duration(of call: () async throws -> Void) async throws -> Duration {
    let begun = ContinuousClock.now
    try await call()
    return ContinuousClock.now - begun
}
