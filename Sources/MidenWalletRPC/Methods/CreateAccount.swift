import Foundation

/// The parameters of `miden_createAccount`.
public struct CreateAccountParameters: Codable, Hashable, Sendable {
    /// Whether the code of an account can change.
    public enum AccountType: String, Codable, Hashable, Sendable {
        /// It cannot.
        case immutableCode = "RegularAccountImmutableCode"
        /// It can.
        case updatableCode = "RegularAccountUpdatableCode"
    }

    /// Whether the chain has the whole state of an account.
    public enum StorageMode: String, Codable, Hashable, Sendable {
        /// It has only a commitment.
        case `private`
        /// It has.
        case `public`
        /// It has, and the network executes the account's transactions.
        case network
    }

    /// Whether the code can change.
    public let accountType: AccountType?
    /// Whether the chain has the whole state.
    public let storageMode: StorageMode?
    /// Components of the account, as the SDK serialized them.
    public let customComponents: [Data]?

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - accountType: Whether the code can change.
    ///   - storageMode: Whether the chain has the whole state.
    ///   - customComponents: Components of the account, as the SDK serialized them.
    public init(
        accountType: AccountType? = nil,
        storageMode: StorageMode? = nil,
        customComponents: [Data]? = nil
    ) {
        self.accountType = accountType
        self.storageMode = storageMode
        self.customComponents = customComponents
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accountType = try container.decodeNameIfPresent(AccountType.self, forKey: .accountType)
        storageMode = try container.decodeNameIfPresent(StorageMode.self, forKey: .storageMode)
        customComponents = try container.decodeIfPresent([Data].self, forKey: .customComponents)
    }
}

/// The result of `miden_createAccount`, of a wallet that creates accounts for pages.
public struct CreateAccountResult: Codable, Hashable, Sendable {
    /// The address of the account.
    public let accountId: String

    /// Makes the result.
    ///
    /// - Parameter accountId: The address of the account.
    public init(accountId: String) {
        self.accountId = accountId
    }
}

extension RPCError {
    /// The wallet does not create accounts for pages.
    public static let noAccountCreation = RPCError.unsupportedMethod("The wallet does not create accounts for pages")
}
