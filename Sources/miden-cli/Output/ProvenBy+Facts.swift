import MidenSwiftClient

extension [MidenWallet.ProvenBy] {
    /// Who made the proofs, as a fact where another machine was asked for them: it has seen the transaction, or may have
    /// where this machine made the proof after all.
    ///
    /// - Parameter prover: Who was to make them.
    /// - Returns: The fact, or none.
    func facts(askedFor prover: MidenWallet.Prover) -> [(name: String, value: String)] {
        let isTakenOver = prover != .local && contains(.local)
        guard contains(.remote) || isTakenOver else {
            return []
        }
        let hint = isTakenOver ? "; the remote prover was asked, and may have seen the transaction" : ""
        return [("proven by", map(\.name).joined(separator: ", ") + hint)]
    }
}

extension MidenWallet.ProvenBy {
    /// For people.
    fileprivate var name: String {
        switch self {
        case .local: "this machine"
        case .remote: "the remote prover"
        case .standIn: "nobody: a stand-in of the embedded chain"
        }
    }
}
