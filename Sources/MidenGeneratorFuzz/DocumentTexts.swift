/// The places of a document that have text for people: what a file has in comments and literals alone.
enum DocumentTexts {
    /// Whether the value with these keys is such a text.
    static func contain(_ keys: [String], of document: DocumentValue) -> Bool {
        guard document.text != nil, keys.first == "interface" else { return false }
        switch keys.dropFirst() {
        case ["name"], ["version"], ["component", "name"], ["component", "version"]: return true
        // The value of a number is no text, but `text` is.
        case ["constants", "value", "text"]: return true
        case ["procedures", "obstacle", "reason"], ["procedures", "obstacle", "convention"]: return true
        default: return ["description", "documentation", "message"].contains(keys.last)
        }
    }

    /// A document without its texts.
    static func emptied(_ document: DocumentValue) -> DocumentValue {
        document.mapped { keys, value in
            if keys == ["interface", "constants", "value"], value["kind"] == .text("text") {
                return .object(["kind": .text("text"), "value": .text("")])
            }
            return contain(keys, of: value) ? .text("") : nil
        }
    }
}
