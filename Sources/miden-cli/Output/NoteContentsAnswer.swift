import MidenSwiftClient

/// What is in a note besides its assets.
struct NoteContentsAnswer: AnswerPart {
    let scriptRoot: String
    @OrNull var scriptName: String?
    let serialNumber: String
    let storage: [String]
    @OrNull var code: String?
    /// Whether the code was asked for; for people alone.
    private let showsCode: Bool

    enum CodingKeys: CodingKey, CaseIterable {
        case scriptRoot, scriptName, serialNumber, storage, code
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
        let facts = Table.facts([
            ("script", scriptName.map { "\($0), \(scriptRoot)" } ?? scriptRoot), ("serial number", serialNumber),
            ("storage", storage.isEmpty ? "empty" : storage.joined(separator: " ")),
        ])
        return showsCode ? "\(facts)\n\n\(code ?? "The script's code is too long to be shown.")" : facts
    }
}
