import MidenBenchmarkWorkloads
import MidenContractGenerator
import MidenSwiftClient

/// Generating all components of Miden, beside describing them.
enum GenerationFigure {
    /// Measures.
    ///
    /// - Parameter rounds: How often.
    /// - Returns: The pair. Both do all components in each round. What is generated comes from documents that were decoded
    ///   before.
    /// - Throws: `MidenError`; `GeneratorError`; ``Pair/Failure`` with the name of the figure.
    static func measured(_ rounds: Rounds) async throws -> Pair {
        let names = MidenComponents.names
        var documents: [(component: String, document: ContractDocument)] = []
        for name in names {
            let json = try await ContractDocumentSource.component(name).document()
            documents.append((name, try ContractDocument(json: json)))
        }
        let generator = ContractGenerator(version: ToolVersion.current)
        var pair = Pair(what: "\(names.count) components", "generating", against: "describing", goal: .times(0.5))
        try await pair.run(rounds: rounds.measured, warmUp: rounds.warmUp) {
            try await duration {
                for (name, document) in documents {
                    _ = try generator.file(for: document, from: .component(name), named: name, configuredBy: nil)
                }
            }
        } compare: {
            try await duration {
                for name in names { _ = try await ContractDocumentSource.component(name).document() }
            }
        }
        return pair
    }
}
