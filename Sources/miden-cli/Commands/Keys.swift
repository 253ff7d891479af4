import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli keys`
struct Keys: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the wallet's keys, and which accounts sign with them.",
        discussion: """
            A key is here, encrypted in the keystore; with a signer; missing, where the wallet has an account without its key; \
            or damaged, where its file cannot be read. `miden-cli export-key` and `miden-cli import-key` write one and take \
            one in.

            Example: miden-cli keys
            Example: miden-cli keys --field commitment
            """
    )
    static let doing = "Reading the keys"
    static let makesWallet = false
    var onlyReads: Bool { true }

    /// The published command lists where nothing else is asked for, and can be told to.
    @Flag(name: .customLong("list"), help: "List the keys, which is done anyway.")
    var lists = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let commitment: String
            @OrNull var signatureScheme: SignatureScheme?
            @OrNull var publicKey: Data?
            let place: AccountKey.Place
            let accountIds: [AccountID]

            enum CodingKeys: CodingKey, CaseIterable {
                case commitment, signatureScheme, publicKey, place, accountIds
            }
        }

        let keys: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case keys
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.keys: Entry.self]

        var text: String {
            guard !keys.isEmpty else {
                return "This wallet has no keys yet: `miden-cli new-wallet` makes an account with one."
            }
            return Table(
                columns: [.left("COMMITMENT"), .left("SIGNS WITH"), .left("KEY"), .left("ACCOUNTS")],
                rows: keys.map { key in
                    [
                        key.commitment, key.signatureScheme?.title ?? "unknown", key.place.title,
                        key.accountIds.map(\.hex).joined(separator: ", "),
                    ]
                }
            ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        Answer(
            keys: try await wallet.getKeys().map { key in
                Answer.Entry(
                    commitment: key.commitment,
                    signatureScheme: key.scheme,
                    publicKey: key.publicKey,
                    place: key.place,
                    accountIds: key.accountIds
                )
            }
        )
    }
}

extension MidenWallet {
    /// Where the key of an account is. Nil for one that does not sign with a key of its own.
    func keyPlace(of account: AccountID) async throws -> AccountKey.Place? {
        try await getKeys().first { $0.accountIds.contains(account) }?.place
    }
}

extension AccountKey.Place {
    /// What people read.
    fileprivate var title: String {
        switch self {
        case .here: "here"
        case .signer: "with a signer"
        case .nowhere: "missing"
        case .damaged: "damaged"
        }
    }
}
