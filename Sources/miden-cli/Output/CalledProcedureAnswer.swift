import MidenSwiftClient

/// A procedure that a transaction calls. A name is that of a component that Miden ships, or of a package that the user chose.
struct CalledProcedureAnswer: AnswerPart {
    let accountId: AccountID
    let root: String
    /// Empty if no package that the user trusts names it.
    let names: [String]
    /// Null if only the execution tells.
    @OrNull var arguments: [String]?
    /// The arguments by their types. Null if the types are not known.
    @OrNull var values: [ContractValue]?

    enum CodingKeys: CodingKey, CaseIterable {
        case accountId, root, names, arguments, values
    }

    init(_ procedure: TransactionSummary.CalledProcedure, of account: AccountID) {
        accountId = procedure.accountId ?? account
        root = procedure.root.hex
        names = procedure.names
        arguments = procedure.arguments?.map(\.description)
        values = procedure.values?.map(\.value)
    }
}

extension TransactionSummary.Calls {
    /// What people read, each line after its name.
    var facts: [(name: String, value: String)] {
        texts.enumerated().map { ($0.offset == 0 ? "calls" : "", $0.element.onOneLine) }
    }
}
