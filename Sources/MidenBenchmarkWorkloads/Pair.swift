/// Two ways to do a thing, measured in turns.
package struct Pair: Sendable {
    /// The thing.
    package let what: String
    /// What is measured.
    package let measuredName: String
    /// What it is compared with.
    package let baselineName: String
    /// What is wanted.
    package let goal: Goal
    /// How long what is measured took.
    package private(set) var measured = Samples()
    /// How long the baseline took.
    package private(set) var baseline = Samples()

    /// How long the median of what is measured may be.
    package enum Goal: Sendable {
        /// So many times the median of the baseline.
        case times(Double)
        /// So much more than the median of the baseline.
        case more(Duration)
    }

    /// The figure could not be measured.
    package struct Failure: Error, CustomStringConvertible {
        /// What, and why.
        package let description: String

        /// Makes a failure.
        ///
        /// - Parameter description: What could not be measured, and why.
        package init(_ description: String) {
            self.description = description
        }
    }

    /// Makes a pair without samples.
    ///
    /// - Parameters:
    ///   - what: The thing.
    ///   - measuredName: What is measured.
    ///   - baselineName: What it is compared with.
    ///   - goal: How long the median of what is measured may be.
    package init(what: String, _ measuredName: String, against baselineName: String, goal: Goal) {
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
    package mutating func run(
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
            throw Failure("\(what), \(measuredName) against \(baselineName), was not measured: \(error)")
        }
        guard measured.count == rounds, baseline.quantile(0.5) > .zero else {
            throw Failure("\(what), \(measuredName) against \(baselineName), was not measured")
        }
    }

    /// A quantile of what is measured, by that of the baseline.
    package func ratio(_ fraction: Double) -> Double {
        measured.quantile(fraction).nanoseconds / baseline.quantile(fraction).nanoseconds
    }

    /// Whether the medians reach the goal.
    package var isMet: Bool {
        switch goal {
        case .times(let most): ratio(0.5) <= most
        case .more(let most): measured.quantile(0.5) - baseline.quantile(0.5) <= most
        }
    }
}

/// How long a call takes.
///
/// - Parameter call: The call.
/// - Returns: The time until it is back.
/// - Throws: What the call throws.
package func duration(of call: () async throws -> Void) async throws -> Duration {
    let begun = ContinuousClock.now
    try await call()
    return ContinuousClock.now - begun
}
