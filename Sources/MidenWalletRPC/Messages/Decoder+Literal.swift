extension Decoder {
    /// The text of the value that is decoded, as the message has it: `1e3` and not 1000.
    ///
    /// Nil for an element of a list, and for a decoder that ``JSONText/decoded(as:)`` did not make.
    var literal: JSONText? {
        guard let key = JSONText.sourceKey, var text = userInfo[key] as? JSONText else { return nil }
        for name in codingPath {
            guard name.intValue == nil, let members = try? JSONScanner.scan(text.data),
                let member = members[name.stringValue]
            else { return nil }
            text = member
        }
        return text
    }
}
