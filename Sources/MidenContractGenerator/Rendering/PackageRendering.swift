/// The file of a package as Swift.
struct PackageRendering {
    /// In base64.
    let package: String
    let contract: String
    let access: Access

    /// How much of the text is on a line: what is left of it after 8 spaces and before the `\` at its end.
    private static let columns = SourceExpression.lineLength - 9

    /// The part with the file. One literal compiles fast however long it is; an array of bytes does not.
    func lines() -> [String] {
        var lines = SourceLines(
            lines: [
                "// MARK: - Package",
                "",
                "extension \(contract.spelled(as: .type)) {",
                "    /// The package in base64, without debug information but for the messages of errors.",
            ]
        )
        if package.isEmpty {
            lines.add("    \(access.prefix)static let packageFile = \"\"")
        } else {
            lines.add("    \(access.prefix)static let packageFile = \"\"\"")
            let bytes = Array(package.utf8)
            for start in stride(from: 0, to: bytes.count, by: Self.columns) {
                let end = min(start + Self.columns, bytes.count)
                let text = String(decoding: bytes[start..<end], as: UTF8.self)
                lines.add(text + (end < bytes.count ? "\\" : ""), indent: 8)
            }
            lines.add("\"\"\"", indent: 8)
        }
        lines.add("}")
        return lines.lines
    }
}
