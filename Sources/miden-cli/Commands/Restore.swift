import ArgumentParser
import MidenSwiftClient

/// `miden-cli restore`
struct Restore: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find the accounts of a mnemonic on the network, and take them in.",
        discussion: """
            The words are asked for on a terminal, or read from --mnemonic-file or --mnemonic-fd. The network is asked \
            for the mnemonic's accounts one after the other, until as many in a row are unused as the gap limit says: for those \
            that sign with ECDSA and with Falcon, as wallets derive them and as old ones did, which takes half a minute. \
            --scheme and --derivation look for some of them alone.

            The network knows an account from its first transaction on. One that has only been paid is made again with \
            `miden-cli new-wallet --from-mnemonic --index`. Of a private account the network has only a commitment: \
            `miden-cli import` takes in its account file.

            Earlier transactions of the accounts come into the history as the chain tells them (`miden-cli transactions`): not \
            what private notes carried, unless the wallet has them. Those of an account file come with the next sync.

            Example: miden-cli restore
            Example: miden-cli restore --mnemonic-file words.txt --scheme falcon \\
                --derivation legacy
            """
    )
    static let doing = "Looking for accounts"
    static let replacesLostStore = true

    @OptionGroup var mnemonicOptions: MnemonicOptions

    @Option(
        help: ArgumentHelp(
            "After how many unused accounts in a row to look for no more, from 1 to 100.",
            valueName: "number"
        )
    )
    var gapLimit: UInt32 = 20

    @Option(help: "How the accounts sign: either where not given. Looking for those of Falcon takes longer.")
    var scheme: [SchemeChoice] = []

    @Option(help: "How they come from the mnemonic: either where not given. legacy is that of old wallets.")
    var derivation: [DerivationChoice] = []

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (1...100).contains(gapLimit) else {
            throw ValidationError("--gap-limit wants a number from 1 to 100.")
        }
    }

    private var schemes: [SchemeChoice] { SchemeChoice.allCases.filter { scheme.isEmpty || scheme.contains($0) } }

    private var derivations: [DerivationChoice] {
        DerivationChoice.allCases.filter { derivation.isEmpty || derivation.contains($0) }
    }

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let accountId: AccountID
            let index: UInt32
            let derivation: Mnemonic.Derivation
            let signatureScheme: SignatureScheme
            let visibility: AccountVisibility
            let outcome: RestoredAccount.Outcome

            enum CodingKeys: CodingKey, CaseIterable {
                case accountId, index, derivation, signatureScheme, visibility, outcome
            }
        }

        let accounts: [Entry]
        /// What was looked for. For people.
        fileprivate let schemes: [SchemeChoice]
        fileprivate let derivations: [DerivationChoice]

        enum CodingKeys: CodingKey, CaseIterable {
            case accounts
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.accounts: Entry.self]

        var text: String {
            guard !accounts.isEmpty else {
                return "No account of this mnemonic was found. One that has not made a transaction yet cannot be:"
                    + " `miden-cli new-wallet --from-mnemonic` makes it again.\n\(lookedFor)"
            }
            let table = Table(
                columns: [
                    .right("INDEX"), .left("ACCOUNT"), .left("VISIBILITY"), .left("SIGNS WITH"), .left("DERIVATION"),
                    .left("OUTCOME"),
                ],
                rows: accounts.map { account in
                    [
                        String(account.index), account.accountId.hex, account.visibility.rawValue,
                        account.signatureScheme.title, account.derivation.rawValue, account.outcome.title,
                    ]
                }
            )
            return ([table.text] + next + [lookedFor]).joined(separator: "\n")
        }

        private var lookedFor: String {
            let signing = schemes.map(\.scheme.title).joined(separator: " or ")
            let derived = derivations.map(\.rawValue).joined(separator: " or ")
            let isAll = schemes == SchemeChoice.allCases && derivations == DerivationChoice.allCases
            return "Looked for accounts that sign with \(signing), of the derivation \(derived)."
                + (isAll ? "" : " All are looked for without --scheme and --derivation.")
        }

        /// What is to be done now.
        private var next: [String] {
            var next: [String] = []
            if accounts.contains(where: { $0.outcome == .restored }) {
                next.append("`miden-cli sync` brings the notes that wait for them.")
                next.append(ReferenceOption.adviceAfterRestore)
            }
            if accounts.contains(where: { $0.outcome == .needsAccountFile }) {
                next.append("`miden-cli import` takes in the account file of a private account.")
            }
            return next
        }
    }

    /// The mnemonic.
    func input(_ reader: InputReader) async throws -> Mnemonic {
        try await mnemonicOptions.mnemonic(reader)
    }

    func answer(
        from wallet: MidenWallet,
        input mnemonic: Mnemonic,
        asking confirmation: Confirmation
    ) async throws -> Answer {
        var accounts: [RestoredAccount] = []
        // A call for each, because each has its time: what takes long holds up nothing that was found before.
        for scheme in schemes {
            for derivation in derivations {
                accounts += try await wallet.restore(
                    mnemonic: mnemonic,
                    gapLimit: gapLimit,
                    schemes: [scheme.scheme],
                    derivations: [derivation.derivation]
                )
            }
        }
        return Answer(
            accounts: accounts.map { account in
                Answer.Entry(
                    accountId: account.id,
                    index: account.index,
                    derivation: account.derivation,
                    signatureScheme: account.scheme,
                    visibility: account.visibility,
                    outcome: account.outcome
                )
            },
            schemes: schemes,
            derivations: derivations
        )
    }
}

extension RestoredAccount.Outcome {
    /// What people read.
    fileprivate var title: String {
        switch self {
        case .restored: "restored"
        case .alreadyThere: "already there"
        case .needsAccountFile: "needs its account file"
        }
    }
}
