/// What Swift has for a word of storage.
struct StoredValue {
    /// How words become values: what `StorageCoding` of the library has.
    enum Coding: String {
        /// By the form that the schema declares: the elements by their names.
        case schema
        /// The elements of a Swift type in their order.
        case layout
    }

    /// The Swift type, as the file names it.
    let type: String
    let coding: Coding
    /// The Swift expression of what a new account has if nothing is given. It is nil if the schema has no default, or one that
    /// Swift has no expression for.
    let initial: String?
    /// The default of the schema, if it is one that Swift has no expression for.
    var unwrittenDefault: String?

    /// What documentation says of a default that has to be given, because no expression of Swift is this value.
    static func documentation(ofUnwritten text: String) -> String {
        "The schema has the default \(text.asCode)."
    }
}
