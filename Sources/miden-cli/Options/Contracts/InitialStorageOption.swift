import ArgumentParser

/// What is in an account's storage to begin with.
struct InitialStorageOption: ParsableArguments {
    @Option(
        name: [.customShort("i"), .long],
        help: ArgumentHelp(
            "A TOML file with what is in the storage to begin with, for slots that the components declare.",
            valueName: "file"
        ),
        completion: .file(extensions: ["toml"])
    )
    var initStorageDataPath: String?

    /// The text of the file, where one is named.
    func text(_ reader: InputReader) throws -> String? {
        try initStorageDataPath.map { try reader.text(of: .source, at: $0) }
    }
}
