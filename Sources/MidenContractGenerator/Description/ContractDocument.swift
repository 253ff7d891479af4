import Foundation

/// What the Rust core says of a contract: its interface, its package and its configuration.
public struct ContractDocument: Decodable, Sendable {
    /// What the configuration of a contract says.
    struct Configuration: Decodable, Sendable {
        /// The name of the Swift type.
        let name: String?
        let access: Access?
        /// The paths of the procedures that only read.
        let reads: [String]
    }

    let interface: Interface
    /// The package in base64.
    let package: String
    /// The commitment of the package, in hexadecimal digits.
    let digest: String
    let configuration: Configuration

    /// The newest form of a document that this generator reads.
    private static let formatVersion = 1

    private enum CodingKeys: String, CodingKey {
        case interface, package, digest, configuration
    }

    /// Reads a document.
    ///
    /// - Parameter json: The reply of the core's computation that describes a contract.
    /// - Throws: ``GeneratorError`` if it is none, or has a newer form.
    public init(json: Data) throws(GeneratorError) {
        do {
            // The version first: a newer form may not be readable as this one.
            let version = try JSONDecoder().decode(Version.self, from: json).number
            guard version <= Self.formatVersion else {
                throw GeneratorError(
                    """
                    The description of the contract has version \(version), and this generator reads those up to \
                    \(Self.formatVersion). Use a newer version of it.
                    """
                )
            }
            self = try JSONDecoder().decode(ContractDocument.self, from: json)
        } catch let error as GeneratorError {
            throw error
        } catch {
            throw GeneratorError(
                "This is not the description of a contract: \(SourceText.inline(String(describing: error)))."
            )
        }
        try checkTexts()
    }

    /// The version of a document's form.
    private struct Version: Decodable {
        let number: Int

        enum CodingKeys: String, CodingKey {
            case number = "format_version"
        }
    }

    /// Refuses what would be written into a file as it is, and is not what it has to be.
    private func checkTexts() throws(GeneratorError) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let others = [UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")]
        let isBase64 = package.utf8.allSatisfy { byte in
            letters.contains(byte) || capitals.contains(byte) || digits.contains(byte) || others.contains(byte)
        }
        guard isBase64 else {
            throw GeneratorError("The description of the contract has a package that is not base64.")
        }
        let hexadecimal = digest.utf8.dropFirst(2)
        let isDigest = hexadecimal.allSatisfy {
            digits.contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard digest.hasPrefix("0x"), hexadecimal.count == 64, isDigest else {
            throw GeneratorError(
                "The description of the contract has a digest that is not 0x and 64 hexadecimal digits."
            )
        }
    }
}
