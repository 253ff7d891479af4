import ArgumentParser
import MidenSwiftClient

/// `miden-cli new-wallet`
struct NewWallet: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create an account and its key.",
        discussion: """
            Nothing goes over the network: the account's first transaction makes it known there. The first account \
            of a wallet becomes its default one.

            --mnemonic makes a mnemonic and an account of it, and shows the words this once: they are kept nowhere. \
            With --json they are in the answer. --from-mnemonic makes an account of a mnemonic there is, which is asked \
            for or read from --mnemonic-file or --mnemonic-fd.

            -t, --ecdsa, --falcon, -e and -i are the published client's options. With -e the account has components of one's \
            own besides, as `miden-cli new-account` makes one.

            Example: miden-cli new-wallet
            Example: miden-cli new-wallet --name Savings
            Example: miden-cli new-wallet -t private --falcon512-poseidon2
            Example: miden-cli new-wallet --extra-packages counter.masp
            Example: miden-cli new-wallet --mnemonic --words 24
            Example: miden-cli new-wallet --from-mnemonic --index 1
            Example: miden-cli new-wallet --private --scheme falcon --seed-file seed.hex
            """
    )
    static let doing = "Creating the account"

    @Option(help: "How the account signs: ecdsa where not given. Proofs for ECDSA are several times faster.")
    var scheme: SchemeChoice?

    @Flag(
        name: .customLong("private"),
        help: "The network keeps only a commitment of the account: who loses this folder loses the account."
    )
    var isPrivate = false

    @OptionGroup var published: PublishedWalletOptions

    @Option(
        help: ArgumentHelp(
            "A file with 32 bytes or 64 hexadecimal digits: the same seed gives the same account and key.",
            valueName: "path"
        ),
        completion: .file()
    )
    var seedFile: String?

    @Flag(name: .customLong("mnemonic"), help: "Make a mnemonic, show it once, and make an account of it.")
    var makesMnemonic = false

    @Option(help: "How many words the new mnemonic has: 12 where not given.")
    var words: WordCountChoice?

    @Flag(name: .customLong("from-mnemonic"), help: "Make an account of a mnemonic there is.")
    var takesMnemonic = false

    @OptionGroup var mnemonicOptions: MnemonicOptions

    // Also takes what begins with a dash, so that a negative number is called one.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Which account of the mnemonic with this scheme and visibility: a number from 0 on, and 0 where not given.",
            valueName: "number"
        )
    )
    var index: UInt32?

    @Option(help: "How the account comes from the mnemonic: v1 where not given; legacy is for accounts of old wallets.")
    var derivation: DerivationChoice?

    @OptionGroup var naming: NewAccountNameOption

    @OptionGroup var global: GlobalOptions

    private var hasMnemonic: Bool { makesMnemonic || takesMnemonic || mnemonicOptions.isGiven }

    func validate() throws {
        let origins = [makesMnemonic, takesMnemonic || mnemonicOptions.isGiven, seedFile != nil]
        guard origins.filter({ $0 }).count <= 1 else {
            throw ValidationError("An account comes from a new mnemonic, from one there is, or from a seed: name one.")
        }
        if words != nil, !makesMnemonic {
            throw ValidationError("--words is for a new mnemonic: use it with --mnemonic.")
        }
        if index != nil || derivation != nil, !hasMnemonic {
            throw ValidationError("--index and --derivation are for accounts of a mnemonic.")
        }
        if scheme != nil, published.scheme != nil {
            throw ValidationError("Say once how the account signs: with --scheme, or with --ecdsa or --falcon.")
        }
        if isPrivate, published.accountType == .public {
            throw ValidationError("--private and --account-type public contradict each other.")
        }
        if published.hasComponents, hasMnemonic {
            throw ValidationError(
                "The account of a mnemonic has no components of one's own: use it without --extra-packages."
            )
        }
    }

    /// Does it, or hands it to the command that makes accounts of components.
    mutating func run() async throws {
        guard published.hasComponents else {
            try await runOnce()
            return
        }
        var command = NewAccount()
        command.accountType = visibility == .public ? .public : .private
        var components = AccountComponentsOption()
        components.packages = [AccountComponentsOption.basicWallet] + published.extraPackages
        components.initialStorage = published.initialStorage
        (components.storage, components.storageMap, components.value) = ([], [], [])
        (components.ecdsa, components.falcon) = (false, chosenScheme == .falcon)
        components.seedFile = seedFile
        command.components = components
        command.naming = naming
        command.global = global
        try await command.run()
    }

    struct Answer: CommandAnswer {
        let accountId: AccountID
        @OrNull var name: String?
        let visibility: AccountVisibility
        let signatureScheme: SignatureScheme
        let isDefault: Bool
        /// The words of a new mnemonic, and of no other: who has typed them has them.
        @OrNull var mnemonic: String?
        /// Which account of its mnemonic it is, where it comes from one.
        @OrNull var index: UInt32?
        @OrNull var derivation: Mnemonic.Derivation?

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, name, visibility, signatureScheme, isDefault, mnemonic, index, derivation
        }

        var text: String {
            let named = name.map { ", “\($0)”" } ?? ""
            let created =
                "Created account \(accountId)\(named): \(visibility.rawValue), signs with \(signatureScheme.title)."
            let use =
                isDefault
                ? "It is the default account, the one that is meant where none is named."
                : "`miden-cli use \(accountId)` makes it the default account."
            return [created, use, shownWords].compactMap { $0 }.joined(separator: "\n")
        }

        private var shownWords: String? {
            guard let words = mnemonic?.split(separator: " ").map(String.init) else {
                return nil
            }
            let columns = 4
            let rows = stride(from: 0, to: words.count, by: columns).map { start in
                (start..<min(start + columns, words.count)).flatMap { ["\($0 + 1)", words[$0]] }
            }
            let column: [Table.Column] = [.right(""), .left("")]
            let table = Table(columns: Array(repeating: column, count: columns).flatMap { $0 }, rows: rows)
            return """

                Its mnemonic, shown this once and kept nowhere:

                \(table.text)

                Write it down and keep it where nobody else can read it: who has the words has the account. \
                `miden-cli restore` finds it again by them, once it has made a transaction\
                \(visibility == .private ? "; of a private account the account file is needed too" : "").
                """
        }
    }

    /// What the account comes from, where that is given.
    struct Input: Sendable {
        let seed: [UInt8]?
        let mnemonic: Mnemonic?
    }

    func input(_ reader: InputReader) async throws -> Input {
        let seed = try seedFile.map { try reader.seed(at: $0) }
        return Input(seed: seed, mnemonic: try await mnemonic(reader))
    }

    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer {
        let mnemonic = input.mnemonic
        let isFirst = try await wallet.info().defaultAccountId == nil
        let account = try await account(of: mnemonic, seed: input.seed, in: wallet)
        return Answer(
            accountId: account,
            name: naming.name,
            visibility: visibility,
            signatureScheme: chosenScheme.scheme,
            isDefault: isFirst,
            mnemonic: makesMnemonic ? mnemonic?.phrase : nil,
            index: mnemonic.map { _ in index ?? 0 },
            derivation: mnemonic.map { _ in (derivation ?? .v1).derivation }
        )
    }

    private var visibility: AccountVisibility {
        isPrivate ? .private : published.accountType?.visibility ?? .public
    }

    private var chosenScheme: SchemeChoice { scheme ?? published.scheme ?? .ecdsa }

    private func mnemonic(_ reader: InputReader) async throws -> Mnemonic? {
        if makesMnemonic {
            return try Mnemonic.generate(wordCount: (words ?? .twelve).wordCount)
        }
        return hasMnemonic ? try await mnemonicOptions.mnemonic(reader) : nil
    }

    private func account(of mnemonic: Mnemonic?, seed: [UInt8]?, in wallet: MidenWallet) async throws -> AccountID {
        guard let mnemonic else {
            return try await wallet.createWallet(
                seed: seed,
                scheme: chosenScheme.scheme,
                visibility: visibility,
                name: naming.name
            )
        }
        return try await wallet.createWallet(
            mnemonic: mnemonic,
            index: index ?? 0,
            scheme: chosenScheme.scheme,
            visibility: visibility,
            derivation: (derivation ?? .v1).derivation,
            name: naming.name
        )
    }
}
