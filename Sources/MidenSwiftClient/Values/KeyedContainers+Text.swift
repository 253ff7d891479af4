import Foundation

// What JSON has as a text: amounts, because many readers of JSON round numbers of this size, and times, so that their form does
// not depend on the settings of the encoder.

extension KeyedEncodingContainer {
    /// Writes a number of base units.
    mutating func encodeBaseUnits(_ baseUnits: UInt64, forKey key: Key) throws {
        try encode(String(baseUnits), forKey: key)
    }

    /// Writes a time to the second, as ISO 8601 has it.
    mutating func encodeTime(_ time: Date, forKey key: Key) throws {
        try encode(time.formatted(.iso8601), forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Reads a number of base units.
    func decodeBaseUnits(forKey key: Key) throws -> UInt64 {
        try decodeText(forKey: key) { try Amount($0, decimals: 0).baseUnits }
    }

    /// Reads a time in the form in which it is written.
    func decodeTime(forKey key: Key) throws -> Date {
        let text = try decode(String.self, forKey: key)
        guard let time = try? Date(text, strategy: .iso8601), time.formatted(.iso8601) == text else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "“\(text.shortened)” is not a time such as 2026-01-01T00:00:00Z."
            )
        }
        return time
    }

    /// Reads a time that may be missing.
    func decodeTimeIfPresent(forKey key: Key) throws -> Date? {
        guard contains(key), try !decodeNil(forKey: key) else {
            return nil
        }
        return try decodeTime(forKey: key)
    }

    /// Reads a value from its text.
    func decodeText<Value>(forKey key: Key, as read: (String) throws -> Value) throws -> Value {
        let text = try decode(String.self, forKey: key)
        do {
            return try read(text)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: error.localizedDescription
            )
        }
    }
}
