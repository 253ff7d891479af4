import MidenSwiftClient

/// What is in a note besides its assets.
struct NoteContentsAnswer: AnswerPart {
    let scriptRoot: String
    @OrNull var scriptName: String?
    let serialNumber: String
    let storage: [String]
    /// The same by its type, if the package of the script was named. If not, the JSON has no such key.
    var typedStorage: ContractValue?
    @OrNull var code: String?
    /// Whether the code was asked for; for people alone.
    private let showsCode: Bool

    enum CodingKeys: CodingKey, CaseIterable {
        case scriptRoot, scriptName, serialNumber, storage, typedStorage, code
    }

    init(_ contents: NoteContents, withCode: Bool) {
        scriptRoot = contents.scriptRoot.hex
        scriptName = contents.scriptName
        serialNumber = contents.serialNumber.hex
        storage = contents.storage.map(\.description)
        code = contents.code
        showsCode = withCode
    }

    /// One fact a line, and the code below.
    var text: String {
        let elements = storage.isEmpty ? "empty" : storage.joined(separator: " ")
        let facts = Table.facts([
            ("script", scriptName.map { "\($0), \(scriptRoot)" } ?? scriptRoot), ("serial number", serialNumber),
            ("storage", typedStorage?.description.onOneLine ?? elements),
        ])
        return showsCode ? "\(facts)\n\n\(code ?? "The script's code is too long to be shown.")" : facts
    }
}
