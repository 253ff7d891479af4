import ArgumentParser
import MidenSwiftClient

/// What a script is given besides its arguments.
struct AdviceOption: ParsableArguments {
    @Option(
        name: [.customShort("i"), .long],
        help: ArgumentHelp("A TOML file with entries of the advice map.", valueName: "file"),
        completion: .file(extensions: ["toml"])
    )
    var inputsPath: String?

    @Option(
        name: .customLong("advice"),
        help: ArgumentHelp(
            "An entry of the advice map: numbers and words in hex, with commas between them. Their key is before an equals sign, or"
                + " is their hash (`miden-cli hash`). Can be given again.",
            valueName: "[key=]numbers"
        )
    )
    var written: [String] = []

    /// The entries of the file and those of the command line.
    func entries(_ reader: InputReader) throws -> [AdviceEntry] {
        let file = try inputsPath.map { try AdviceEntry.entries(toml: reader.text(of: .source, at: $0)) } ?? []
        return file + (try written.map { try AdviceEntry(written: $0) })
    }
}

extension AdviceEntry {
    /// Reads an entry as people write it: the key, an equals sign and the elements, or the elements alone.
    fileprivate init(written text: String) throws {
        guard let equals = text.firstIndex(of: "=") else {
            try self.init(hashing: Felt.list(written: text))
            return
        }
        self.init(
            key: try Word(written: String(text[..<equals])),
            values: try Felt.list(written: String(text[text.index(after: equals)...]))
        )
    }
}
