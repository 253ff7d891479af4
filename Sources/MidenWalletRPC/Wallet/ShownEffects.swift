import MidenSwiftClient

/// What a question showed of a transaction that was not executed: all that it does, but for its fee.
package struct ShownEffects: Codable, Hashable, Sendable {
    /// What comes in, by faucet, sorted.
    private let assetsIn: [String]
    /// The notes that are made, sorted.
    private let notes: [String]

    /// - Parameters:
    ///   - assetsIn: What comes in.
    ///   - notes: The notes that are made.
    init(assetsIn: [TransactionSummary.Assets], notes: [TransactionSummary.CreatedNote]) {
        self.assetsIn = Self.forms(of: assetsIn)
        self.notes = notes.map { note in
            let assets = TransactionSummary.Assets(
                fungible: note.fungibleAssets,
                nonFungible: note.nonFungibleAssets
            )
            let heights = [note.reclaimHeight, note.timelockHeight].map { $0.map { String($0) } ?? "never" }
            let head = [note.type.rawValue, note.recipientId?.hex ?? "anybody"] + heights
            return (head + Self.forms(of: [assets])).joined(separator: " ")
        }.sorted()
    }

    /// Whether a transaction does what was shown and nothing else.
    ///
    /// - Parameters:
    ///   - summary: What it does.
    ///   - isFirst: Whether it is the first one of its account, which writes code and storage of the account.
    /// - Returns: Whether it does nothing that was not shown.
    func covers(_ summary: TransactionSummary, isFirst: Bool) -> Bool {
        ShownEffects(assetsIn: [summary.assetsIn], notes: summary.createdNotes) == self
            && (isFirst || (summary.changedSlots.isEmpty && !summary.changesCode))
    }

    private static func forms(of all: [TransactionSummary.Assets]) -> [String] {
        // A sum that no account can hold differs from every sum of a transaction.
        let sums = Dictionary(all.flatMap(\.fungible).map { ($0.faucetId, $0.amount) }) {
            let (sum, isTooLarge) = $0.addingReportingOverflow($1)
            return isTooLarge ? .max : sum
        }
        let unique = all.flatMap(\.nonFungible).map { "\($0.faucetId.hex) \($0.asset)" }
        return (sums.map { "\($0.key.hex) \($0.value)" } + unique).sorted()
    }
}
