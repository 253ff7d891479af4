/// The words that Swift does not take as a name, or not everywhere.
enum Keywords {
    /// Words that take backticks where a method, property, case or type has them as its name, and in expressions.
    static let reserved: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    /// Members that each type has: `T.Type` and `T.Protocol`. Properties and cases take backticks.
    static let metatypes: Set<String> = ["Protocol", "Type"]
    /// Words that an expression begins with, so that they take backticks there.
    static let expressionModifiers: Set<String> = ["async", "await", "unsafe"]
    /// Words that a type begins with, so that they take backticks there.
    static let typeModifiers: Set<String> = ["any", "async", "await", "each", "some"]
    /// Words that backticks do not help as the name of a parameter: the first three are never one, and `self` would hide
    /// the value that the method is of.
    static let notParameters: Set<String> = ["inout", "let", "self", "var"]
    /// Words that backticks do not help as the name of a nested type: behind the name of another type, they are its own, and
    /// a nested type `Self` hides that of the types beside it. A struct hides `CodingKeys` by its own.
    static let notTypes: Set<String> = ["CodingKeys", "Protocol", "Self", "Type", "self"]
}
