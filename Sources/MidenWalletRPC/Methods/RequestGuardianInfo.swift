/// The result of `miden_requestGuardianInfo`.
public struct RequestGuardianInfoResult: Codable, Hashable, Sendable {
    /// What is known of the guardian of an account.
    public struct GuardianInfo: Codable, Hashable, Sendable {
        /// Whether the guardian has the same state as the wallet.
        public enum SyncStatus: String, Codable, Hashable, Sendable {
            /// It has.
            case inSync = "in-sync"
            /// It has not.
            case outOfSync = "out-of-sync"
        }

        /// Whether a guardian takes part in the account.
        public let isGuardianAccount: Bool
        /// The URL of the guardian.
        public let guardianEndpoint: String?
        /// The name of the guardian.
        public let guardianProvider: String?
        /// Whether the guardian has the same state as the wallet.
        public let guardianSyncStatus: SyncStatus?

        /// The account has no guardian.
        public static let none = Self(
            isGuardianAccount: false,
            guardianEndpoint: nil,
            guardianProvider: nil,
            guardianSyncStatus: nil
        )

        /// Makes the information.
        ///
        /// - Parameters:
        ///   - isGuardianAccount: Whether a guardian takes part in the account.
        ///   - guardianEndpoint: The URL of the guardian.
        ///   - guardianProvider: The name of the guardian.
        ///   - guardianSyncStatus: Whether the guardian has the same state as the wallet.
        public init(
            isGuardianAccount: Bool,
            guardianEndpoint: String?,
            guardianProvider: String?,
            guardianSyncStatus: SyncStatus?
        ) {
            self.isGuardianAccount = isGuardianAccount
            self.guardianEndpoint = guardianEndpoint
            self.guardianProvider = guardianProvider
            self.guardianSyncStatus = guardianSyncStatus
        }

        /// Writes all members: pages expect null for those that are nil.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(isGuardianAccount, forKey: .isGuardianAccount)
            try container.encode(guardianEndpoint, forKey: .guardianEndpoint)
            try container.encode(guardianProvider, forKey: .guardianProvider)
            try container.encode(guardianSyncStatus, forKey: .guardianSyncStatus)
        }
    }

    /// What is known of the guardian.
    public let guardianInfo: GuardianInfo

    /// Makes the result.
    ///
    /// - Parameter guardianInfo: What is known of the guardian.
    public init(guardianInfo: GuardianInfo) {
        self.guardianInfo = guardianInfo
    }
}
