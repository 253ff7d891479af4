import Foundation

/// What a file of the wallet RPC has to be.
package struct RPCFileFormat: Sendable {
    /// What the file says that it is.
    package let name: String
    /// The newest version that can be read, and the one that is written.
    package let version: Int
    /// The largest size in bytes.
    package let largestSize: Int

    package init(name: String, version: Int, largestSize: Int) {
        self.name = name
        self.version = version
        self.largestSize = largestSize
    }

    private struct Header: Decodable {
        let format: String
        let version: Int
    }

    fileprivate struct Envelope<Content> {
        let format: String
        let version: Int
        let content: Content
    }

    /// Reads a file of this format.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - identity: What tells whether it is still the same.
    ///   - path: Its path, for errors.
    /// - Returns: The content.
    /// - Throws: ``RPCFileError``.
    package func content<Content: Decodable>(
        of file: PrivateFile,
        _ identity: FileIdentity,
        _ path: String
    ) throws -> Content {
        guard identity.size <= largestSize else {
            throw RPCFileError.damaged(path: path, reason: "it is larger than \(largestSize) bytes")
        }
        let bytes = try file.bytes(atMost: largestSize)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let header = try? decoder.decode(Header.self, from: bytes) else {
            throw RPCFileError.damaged(path: path, reason: "it is not a JSON object with a format and a version")
        }
        guard header.format == name else {
            throw RPCFileError.damaged(path: path, reason: "it does not have the format \(name)")
        }
        guard header.version <= version else {
            throw RPCFileError.newerVersion(path: path, version: header.version, supported: version)
        }
        guard header.version >= 1 else {
            throw RPCFileError.damaged(path: path, reason: "there is no version \(header.version)")
        }
        do {
            return try decoder.decode(Envelope<Content>.self, from: bytes).content
        } catch let error as DecodingError {
            throw RPCFileError.damaged(path: path, reason: error.fileReason)
        }
    }

    /// Writes what a file of this format has.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - path: The path of the file, for errors.
    /// - Returns: The bytes.
    /// - Throws: ``RPCFileError``, and what the content throws.
    package func bytes(of content: some Encodable, _ path: String) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(Envelope(format: name, version: version, content: content))
        guard bytes.count <= largestSize else {
            throw RPCFileError.full(path: path, reason: "it would be larger than \(largestSize) bytes")
        }
        return bytes
    }
}

extension RPCFileFormat.Envelope: Decodable where Content: Decodable {}
extension RPCFileFormat.Envelope: Encodable where Content: Encodable {}

extension DecodingError {
    /// Which member is wrong, without what it holds.
    fileprivate var fileReason: String {
        let path: [any CodingKey]
        switch self {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: path = []
        }
        let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return "\(names.isEmpty ? "it" : names.joined(separator: ".")) is missing or has the wrong form"
    }
}
