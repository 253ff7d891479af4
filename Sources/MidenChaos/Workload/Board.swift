/// What the workers know of each other: open swaps, the transactions that a wallet has reported as submitted, and the
/// hostile notes that were sent.
actor Board {
    private var swaps: [(note: String, owner: String, isPartial: Bool)] = []
    private(set) var acknowledged: [String: Set<String>] = [:]
    private var hostile: [String: HostileNote] = [:]

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

    /// A hostile note was sent.
    ///
    /// - Parameters:
    ///   - note: What it is.
    ///   - mark: The id by which it is recognised: its own, or that of its token's faucet.
    func sent(_ note: HostileNote, as mark: String) {
        hostile[mark] = note
    }

    /// The hostile notes that a text names.
    func hostileNotes(in text: String) -> Set<HostileNote> {
        Set(hostile.filter { text.contains($0.key) }.values)
    }
}
