internal import CMidenSwiftClient
import Foundation

/// Asks for the key of an account.
struct ExportKeyRequest: Request, Codable {
    typealias Reply = ExportKeyReply

    static var operation: UInt32 { UInt32(WC_OPERATION_EXPORT_KEY) }

    let accountId: AccountID
    /// Of the file; nil where there is to be none.
    let passphrase: String?
    /// Said where there is no passphrase, and left out otherwise.
    let unencrypted: Bool?

    /// Asks for it as a file.
    init(accountId: AccountID, passphrase: String) {
        self.accountId = accountId
        self.passphrase = passphrase
        unencrypted = nil
    }

    /// Asks for it as it is.
    init(unencryptedKeyOf accountId: AccountID) {
        self.accountId = accountId
        passphrase = nil
        unencrypted = true
    }

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case passphrase, unencrypted
    }
}

/// The key, in the one form or the other.
struct ExportKeyReply: Codable, Sendable {
    let file: Data?
    let hex: String?

    func requiredFile() throws -> [UInt8] {
        guard let file else {
            throw Self.otherForm
        }
        return [UInt8](file)
    }

    func requiredHex() throws -> String {
        guard let hex else {
            throw Self.otherForm
        }
        return hex
    }

    private static var otherForm: MidenError {
        MidenError(code: .internal, kind: .bridge, message: "The key came in another form than was asked for.")
    }
}

/// Takes in the key of an account.
struct ImportKeyRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_IMPORT_KEY) }

    struct Key: Codable, Sendable {
        enum Kind: String, Codable, Sendable {
            case file, hex
        }

        let kind: Kind
        var file: Data?
        var passphrase: String?
        var hex: String?
    }

    let accountId: AccountID?
    let key: Key

    init(file: [UInt8], passphrase: String, accountId: AccountID?) {
        self.accountId = accountId
        key = Key(kind: .file, file: Data(file), passphrase: passphrase)
    }

    init(hex: String, accountId: AccountID?) {
        self.accountId = accountId
        key = Key(kind: .hex, hex: hex)
    }

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case key
    }
}

/// Asks for the keys that the wallet has or its accounts need.
struct GetKeysRequest: BareRequest {
    typealias Reply = GetKeysReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_KEYS) }
}

/// The keys.
struct GetKeysReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let commitment: String
        let scheme: SignatureScheme?
        let publicKey: Data?
        let place: AccountKey.Place
        let accountIds: [AccountID]

        enum CodingKeys: String, CodingKey {
            case commitment, scheme, place
            case publicKey = "public_key"
            case accountIds = "account_ids"
        }
    }

    let keys: [Entry]
}

extension AccountKey {
    init(_ entry: GetKeysReply.Entry) {
        self.init(
            commitment: entry.commitment,
            scheme: entry.scheme,
            publicKey: entry.publicKey,
            place: entry.place,
            accountIds: entry.accountIds
        )
    }
}
