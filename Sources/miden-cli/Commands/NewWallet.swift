import ArgumentParser
import MidenSwiftClient

/// `miden-cli new-wallet`
struct NewWallet: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create an account and its key.",
        discussion: """
            Nothing goes over the network: the account's first transaction makes it known there. The first account \
            of a wallet becomes its default one.

            Example: miden-cli new-wallet
            Example: miden-cli new-wallet --private --scheme falcon --seed-file seed.hex
            """
    )
    static let doing = "Creating the account"

    @Option(help: "How the account signs. Proofs for ECDSA are several times faster.")
    var scheme: SchemeChoice = .ecdsa

    @Flag(
        name: .customLong("private"),
        help: "The network keeps only a commitment of the account: who loses this folder loses the account."
    )
    var isPrivate = false

    @Option(
        help: ArgumentHelp(
            "A file with 32 bytes or 64 hexadecimal digits: the same seed gives the same account and key.",
            valueName: "path"
        ),
        completion: .file()
    )
    var seedFile: String?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let visibility: AccountVisibility
        let signatureScheme: SignatureScheme
        let isDefault: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, visibility, signatureScheme, isDefault
        }

        var text: String {
            let created = "Created account \(accountId): \(visibility.rawValue), signs with \(signatureScheme.title)."
            return isDefault
                ? "\(created)\nIt is the default account, the one that is meant where none is named."
                : "\(created)\n`miden-cli use \(accountId)` makes it the default account."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let seed = try seedFile.map { try InputFile.seed(at: $0) }
        let isFirst = try await wallet.info().defaultAccountId == nil
        let visibility: AccountVisibility = isPrivate ? .private : .public
        let account = try await wallet.createWallet(seed: seed, scheme: scheme.scheme, visibility: visibility)
        return Answer(
            accountId: account,
            visibility: visibility,
            signatureScheme: scheme.scheme,
            isDefault: isFirst
        )
    }
}
