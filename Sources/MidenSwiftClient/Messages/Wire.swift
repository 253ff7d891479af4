import Foundation

/// JSON, as it crosses the C ABI.
enum Wire {
    /// Writes a message.
    static func encode(_ message: some Encodable) throws(MidenError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return try encoder.encode(message)
        } catch {
            throw .bridge("A request could not be written.", cause: error)
        }
    }

    /// Reads a message.
    static func decode<Message: Decodable>(_ type: Message.Type, from bytes: Data) throws(MidenError) -> Message {
        do {
            return try JSONDecoder().decode(type, from: bytes)
        } catch {
            throw .bridge("A reply of the Rust core could not be read.", cause: error)
        }
    }
}
