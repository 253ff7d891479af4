import Foundation

/// The parameters of `miden_waitForTransaction`.
public struct WaitForTransactionParameters: Codable, Hashable, Sendable {
    /// The longest reference, in Unicode code points. A longer one is none.
    public static let longestReference = 128

    /// The reference that the wallet returned when the transaction was requested.
    public let transactionId: String

    /// Makes the parameters.
    ///
    /// - Parameter transactionId: The reference that the wallet returned.
    public init(transactionId: String) {
        self.transactionId = transactionId
    }

    /// Reads the parameters. Any text is a reference, though perhaps of no transaction.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is no text, or a longer one.
    public init(from decoder: any Decoder) throws {
        transactionId = try decoder.container(keyedBy: CodingKeys.self).decode(
            String.self,
            forKey: .transactionId,
            "a reference"
        ) { (1...Self.longestReference).contains($0.unicodeScalars.count) }
    }
}

/// The result of `miden_waitForTransaction`: what became of the transaction.
public enum WaitForTransactionResult: Codable, Hashable, Sendable {
    /// A block includes it. With the id of the chain (`0x` and 64 hexadecimal digits), and the notes that it made as their
    /// bytes, but for that of the fee.
    case committed(txHash: String, outputNotes: [Data])
    /// It failed, is not known, or is not committed yet. With a sentence that says which.
    case failed(errorMessage: String)

    /// The transaction is not committed after five minutes.
    public static let timedOut = Self.failed(errorMessage: "Transaction timed out")
    /// No transaction of the origin has the reference.
    public static let notFound = Self.failed(errorMessage: "Transaction not found")

    private enum CodingKeys: CodingKey {
        case txHash, outputNotes, errorMessage
    }

    /// Reads the result.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let errorMessage = try container.decodeIfPresent(String.self, forKey: .errorMessage) {
            self = .failed(errorMessage: errorMessage)
        } else {
            self = .committed(
                txHash: try container.decode(String.self, forKey: .txHash, "a hash", where: WireForm.isHash),
                outputNotes: try container.decode([Data].self, forKey: .outputNotes)
            )
        }
    }

    /// Writes the members of the case.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .committed(let txHash, let outputNotes):
            try container.encode(txHash, forKey: .txHash)
            try container.encode(outputNotes, forKey: .outputNotes)
        case .failed(let errorMessage):
            try container.encode(errorMessage, forKey: .errorMessage)
        }
    }
}
