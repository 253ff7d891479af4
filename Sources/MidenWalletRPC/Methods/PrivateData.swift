/// Whether private data is read with or without a question.
public enum PrivateDataPermission: String, Codable, Hashable, Sendable {
    /// Each read asks the user.
    case uponRequest = "UPON_REQUEST"
    /// Reads of the allowed data do not ask.
    case automatic = "AUTO"
}

/// The private data that an origin may read without a question, if its permission is automatic.
public struct AllowedPrivateData: OptionSet, Codable, Hashable, Sendable {
    /// The sum in the message, 0 to 65535.
    public let rawValue: UInt16

    /// Makes a set of its sum.
    ///
    /// - Parameter rawValue: The sum.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// What the account owns.
    public static let assets = Self(rawValue: 1)
    /// The notes.
    public static let notes = Self(rawValue: 2)
    /// The storage of the account.
    public static let storage = Self(rawValue: 4)
    /// All of it.
    public static let all = Self(rawValue: .max)
}
