/// The names of one scope, to find two names of a package that become one in Swift.
///
/// A method is added by its full name, such as `entry(_:)`: `entry(_:)` and `entry(of:)` are two names. A property `count`
/// and a method `count()` are one.
struct NameTable {
    private let scope: String
    private let reserved: Set<String>
    private var origins: [String: String] = [:]

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - scope: What has the names, for errors, such as the path of a procedure; nil for the whole contract.
    ///   - reserved: Names, without labels, that nothing may be added under.
    init(scope: String? = nil, reserved: Set<String>) {
        self.scope = scope.map { "\($0): " } ?? ""
        self.reserved = reserved
    }

    /// Adds a name.
    ///
    /// - Parameters:
    ///   - swiftName: The name in Swift without backticks, with the labels of a method.
    ///   - origin: The name in the package.
    /// - Throws: `GeneratorError` if the name is reserved or was added before. It says both origins and what to do.
    mutating func add(_ swiftName: String, origin: String) throws(GeneratorError) {
        let baseName = swiftName.prefix { $0 != "(" }
        let origin = SourceText.inline(origin)
        if reserved.contains(String(baseName)) {
            throw GeneratorError(
                "\(scope)`\(origin)` is `\(swiftName)` in Swift, a name that generated code has itself. "
                    + "Rename it in the source of the package."
            )
        }
        let key = swiftName.hasSuffix("()") ? String(baseName) : swiftName
        if let other = origins[key] {
            let names = other == origin ? "`\(origin)` is there twice, and is" : "`\(other)` and `\(origin)` are both"
            throw GeneratorError(
                "\(scope)\(names) `\(swiftName)` in Swift. Rename one of them in the source of the package."
            )
        }
        origins[key] = origin
    }
}
