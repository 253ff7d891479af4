/// The parameters of `miden_pair`.
public struct PairParameters: Codable, Hashable, Sendable {
    /// The code that the wallet shows: 8 characters.
    public let code: String

    /// Makes the parameters.
    ///
    /// - Parameter code: The code that the wallet shows.
    public init(code: String) {
        self.code = code
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is no code of the right form.
    public init(from decoder: any Decoder) throws {
        code = try decoder.container(keyedBy: CodingKeys.self).decode(
            String.self,
            forKey: .code,
            "a code of 8 characters",
            where: PairingCode.isCode
        )
    }
}

/// The result of `miden_pair`.
public struct PairResult: Codable, Hashable, Sendable {
    /// What the extension keeps and resumes its pairing with: 64 hexadecimal digits.
    public let token: String

    /// Makes the result.
    ///
    /// - Parameter token: The token.
    public init(token: String) {
        self.token = token
    }
}

/// The parameters of `miden_resumePairing`: those of `miden_resumeSession`, with the token of the pairing.
public typealias ResumePairingParameters = ResumeSessionParameters

/// The result of `miden_resumePairing`.
public struct ResumePairingResult: Codable, Hashable, Sendable {
    /// Whether the token holds.
    public let paired: Bool

    /// Makes the result.
    ///
    /// - Parameter paired: Whether the token holds.
    public init(paired: Bool) {
        self.paired = paired
    }
}
