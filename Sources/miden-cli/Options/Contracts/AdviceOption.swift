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

    /// The entries, none where no file is named.
    func entries(_ reader: InputReader) throws -> [AdviceEntry] {
        try inputsPath.map { try AdviceEntry.entries(toml: reader.text(of: .source, at: $0)) } ?? []
    }
}
