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

    enum CodingKeys: String, CodingKey {
        case seed, mnemonic, scheme, visibility
        case publicKey = "public_key"
    }

    init(seed: [UInt8]?, scheme: SignatureScheme, visibility: AccountVisibility) {
        self.seed = seed.map { Data($0) }
        self.scheme = scheme
        self.visibility = visibility
    }

    init(
        mnemonic: Mnemonic,
        index: UInt32,
        derivation: Mnemonic.Derivation,
        scheme: SignatureScheme,
        visibility: AccountVisibility
    ) {
        self.mnemonic = MnemonicAccount(phrase: mnemonic.phrase, index: index, derivation: derivation)
        self.scheme = scheme
        self.visibility = visibility
    }

    init(publicKey: Data, scheme: SignatureScheme, visibility: AccountVisibility) {
        self.scheme = scheme
        self.visibility = visibility
        self.publicKey = publicKey
    }
}
