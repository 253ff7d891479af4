internal import CMidenSwiftClient
import Foundation

/// Makes an account: with a new key, with that of a seed or a mnemonic, or for one the app's signer has.
struct CreateWalletRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CREATE_WALLET) }

    /// Which account of which mnemonic.
    struct MnemonicAccount: Codable, Sendable {
        let phrase: String
        let index: UInt32
        let derivation: Mnemonic.Derivation
    }

    var seed: Data?
    var mnemonic: MnemonicAccount?
    let scheme: SignatureScheme
    let visibility: AccountVisibility
    var publicKey: Data?
    /// What people call the account.
    var name: String?

    enum CodingKeys: String, CodingKey {
        case seed, mnemonic, scheme, visibility, name
        case publicKey = "public_key"
    }

    init(seed: [UInt8]?, scheme: SignatureScheme, visibility: AccountVisibility, name: String? = nil) {
        self.seed = seed.map { Data($0) }
        self.scheme = scheme
        self.visibility = visibility
        self.name = name
    }

    init(
        mnemonic: Mnemonic,
        index: UInt32,
        derivation: Mnemonic.Derivation,
        scheme: SignatureScheme,
        visibility: AccountVisibility,
        name: String? = nil
    ) {
        self.mnemonic = MnemonicAccount(phrase: mnemonic.phrase, index: index, derivation: derivation)
        self.scheme = scheme
        self.visibility = visibility
        self.name = name
    }

    init(publicKey: Data, scheme: SignatureScheme, visibility: AccountVisibility, name: String? = nil) {
        self.scheme = scheme
        self.visibility = visibility
        self.publicKey = publicKey
        self.name = name
    }
}
