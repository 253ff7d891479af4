import MidenSwiftClient

extension [MidenWallet.ProvenBy] {
    /// Who made the proofs, as a fact where another machine was among them: it has seen the transaction.
    var facts: [(name: String, value: String)] {
        contains(.remote) ? [("proven by", map(\.name).joined(separator: ", "))] : []
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
