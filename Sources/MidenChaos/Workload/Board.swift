/// What the workers know of each other: open swaps, and the transactions that a wallet has reported as submitted.
actor Board {
    private var swaps: [(note: String, owner: String, isPartial: Bool)] = []
    private(set) var acknowledged: [String: Set<String>] = [:]

    /// A wallet has offered a swap.
    func offered(_ note: String, by owner: String, isPartial: Bool) {
        swaps.append((note, owner, isPartial))
    }

    /// Takes the oldest swap that another wallet has offered.
    func swap(notOf wallet: String) -> (note: String, isPartial: Bool)? {
        guard let index = swaps.firstIndex(where: { $0.owner != wallet }) else {
            return nil
        }
        let swap = swaps.remove(at: index)
        return (swap.note, swap.isPartial)
    }

    /// A wallet has reported transactions as submitted: they have to be on the chain at the end.
    func submitted(_ transactions: [String], by wallet: String) {
        acknowledged[wallet, default: []].formUnion(transactions)
    }
}
