import Foundation

extension Pair {
    /// The lines of a table.
    ///
    /// - Parameter pairs: The pairs.
    /// - Returns: A table in Markdown.
    package static func table(of pairs: [Pair]) -> [String] {
        [
            "| what | measured | p50 | p99 | against | p50 | p99 | ratio p50 | p99 | goal (p50) | met |",
            "|---|---|---|---|---|---|---|---|---|---|---|",
        ] + pairs.map(\.row)
    }

    private var row: String {
        let cells = [
            what,
            measuredName, Self.text(measured, 0.5), Self.text(measured, 0.99),
            baselineName, Self.text(baseline, 0.5), Self.text(baseline, 0.99),
            String(format: "%.2f", ratio(0.5)), String(format: "%.2f", ratio(0.99)),
            goal.text, isMet ? "yes" : "**no**",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private static func text(_ samples: Samples, _ fraction: Double) -> String {
        String(format: "%.2f ms", samples.quantile(fraction).nanoseconds / 1_000_000)
    }
}

extension Pair.Goal {
    fileprivate var text: String {
        switch self {
        case .times(let most): String(format: "≤ %g", most)
        case .more(let most): String(format: "≤ %g ms more", most.nanoseconds / 1_000_000)
        }
    }
}
