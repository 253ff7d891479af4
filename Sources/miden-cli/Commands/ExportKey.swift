import ArgumentParser
import MidenSwiftClient

/// `miden-cli export-key`
struct ExportKey: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the key of an account to an encrypted file, or show it.",
        discussion: """
            The file is encrypted under a passphrase of its own, which is asked for, or read from --file-passphrase-from or \
            --file-passphrase-fd. A file that is there already is left as it is.

            --hex shows the key as it is, in hexadecimal digits: who sees them has the account. It has to be confirmed on a \
            terminal, or with --i-understand.

            Example: miden-cli export-key 0x5401ef36 --filename savings.key
            Example: miden-cli export-key Savings --hex --i-understand
            """
    )
    static let doing = "Writing the key"
    static let makesWallet = false
    private static let refusal = Refusal(
        "The key was not shown",
        remedy: "Give --i-understand as well.",
        code: .accountOperation
    )

    @Argument(help: ArgumentHelp("The account, by its id, address or name.", valueName: "account"))
    var account: String

    @Option(
        name: [.customShort("f"), .customLong("filename")],
        help: ArgumentHelp("Where to write it; <id>.key where not given.", valueName: "file"),
        completion: .file()
    )
    var filename: String?

    @OptionGroup var filePassphrase: FilePassphraseOptions

    @Flag(name: .customLong("hex"), help: "Show the key in hexadecimal digits, protected by nothing.")
    var isHex = false

    @Flag(name: .customLong("i-understand"), help: "Say that whoever sees the digits has the account.")
    var isUnderstood = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        @OrNull var filename: String?
        @OrNull var hex: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, filename, hex
        }

        var text: String {
            hex ?? "Wrote the key of account \(accountId) to \(filename ?? "")."
        }
    }

    func validate() throws {
        if isHex, filename != nil || filePassphrase.isGiven {
            throw ValidationError("--hex writes no file: use it without --filename and without a passphrase for one.")
        }
        if isUnderstood, !isHex {
            throw ValidationError("--i-understand is for --hex.")
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        guard !isHex || isUnderstood || Confirmation.isPossible else {
            throw Self.refusal.nobodyToAsk
        }
        if let filename {
            try OutputFile.requireNew(filename)
        }
    }

    /// The passphrase of the key file, where one is given.
    func input(_ reader: InputReader) async throws -> String? {
        try await filePassphrase.given(reader)
    }

    func answer(from wallet: MidenWallet, input: String?, asking confirmation: Confirmation) async throws -> Answer {
        let account = try await AccountID(named: account, in: wallet)
        guard isHex else {
            let path = filename ?? "\(account).key"
            try OutputFile.requireNew(path)
            let passphrase: String
            if let input {
                passphrase = input
            } else {
                passphrase = try await FilePassphraseOptions.askForNew(for: "the key file")
            }
            let file = try await wallet.exportKey(accountId: account, passphrase: passphrase)
            try OutputFile.write(file, to: path)
            return Answer(accountId: account, filename: path, hex: nil)
        }
        if !isUnderstood {
            try await confirmation.confirm(
                "Whoever sees the key of account \(account) has the account. Show it?",
                or: Self.refusal
            )
        }
        let hex = try await wallet.exportKeyUnencrypted(accountId: account)
        return Answer(accountId: account, filename: nil, hex: hex)
    }
}
