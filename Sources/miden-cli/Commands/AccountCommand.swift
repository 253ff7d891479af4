import ArgumentParser
import MidenSwiftClient

/// `miden-cli account`
struct AccountCommand: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Say what an account is and holds: the wallet's, or a public one of anybody; or list the wallet's.",
        discussion: """
            Asks the node, and checks what it says against the header of the block: the assets against the account's vault, \
            the account against the block's account tree, and the block against the chain, as far as this wallet has synced. \
            What could not be checked is said. A node forgets the accounts of old blocks.

            Of a private account the network has only a commitment, and of a new one nothing: of those that are the wallet's, \
            the wallet tells, as far as it has synced. Of those of others there is nothing to be told, which is an error.

            --inspect lists the procedures that an account of this wallet, or a public one of anybody, lets others call. The \
            chain has only their roots: names and signatures come from the components that Miden ships, and from the packages \
            of --package. --with-code shows the code of each as text, and so does --verbose.

            The other options of the published client do what commands of their own do here: `miden-cli accounts` lists the \
            wallet's accounts, `miden-cli use` chooses the default one, `miden-cli register` uses an invitation code.

            Example: miden-cli account 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli account 0x5401ef36815e47d14b651e8e968153 --block 120000
            Example: miden-cli account --inspect 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli account --inspect 0x5401ef36:get_count -p counter.masp \\
                --with-code
            Example: miden-cli account --list
            Example: miden-cli account --default 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli account --default
            """
    )
    static let doing = "Looking at the account"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @Argument(
        help: ArgumentHelp(
            "The account, by its id, its address or its name in the wallet. Where nothing is said, the accounts are listed.",
            valueName: "account-id"
        )
    )
    var account: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The same.", valueName: "account-id"))
    var show: String?

    @Flag(name: .shortAndLong, help: "List the wallet's accounts, as `miden-cli accounts` does.")
    var list = false

    // The id is the argument: an option's value cannot be left out.
    @Flag(
        name: [.customShort("d"), .customLong("default")],
        help: "Choose the account as the default one, or with none, no account; show it where none is given."
    )
    var isDefault = false

    @Option(
        help: ArgumentHelp(
            "Register an account with an invitation code, as `miden-cli register` does.",
            valueName: "account-id"
        )
    )
    var register: String?

    @Option(help: "The code for --register.")
    var invitationCode: String?

    @Option(help: "Ask whether an invitation code can still be used, as `miden-cli register --check` does.")
    var checkInvitationCode: String?

    @Option(help: "The block at which to look; the newest one the node has where not given.")
    var block: UInt32?

    @Option(
        help: ArgumentHelp(
            "List the procedures of an account, or tell of the one named after a colon.",
            valueName: "account-id[:procedure]"
        )
    )
    var inspect: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "For --inspect: a package that names procedures, or its source. Can be given again.",
            valueName: "package"
        ),
        completion: .file()
    )
    var package: [String] = []

    @Flag(help: "For --inspect: show the procedures' code as text.")
    var withCode = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let asked = [
            account != nil || isDefault, show != nil, list, register != nil, inspect != nil, checkInvitationCode != nil,
        ]
        guard asked.count(where: { $0 }) <= 1 else {
            throw ValidationError(
                "Give one of <account-id>, --show, --list, --default, --register, --check-invitation-code and --inspect."
            )
        }
        guard inspect != nil || package.isEmpty && !withCode else {
            throw ValidationError("--package and --with-code are for --inspect.")
        }
        guard (register == nil) == (invitationCode == nil) else {
            throw ValidationError("--register and --invitation-code belong together.")
        }
        guard block == nil || !isDefault && (account != nil || show != nil) else {
            throw ValidationError("--block wants the account to look at.")
        }
    }

    /// Does it, or hands it to the command that does.
    mutating func run() async throws {
        if let inspect {
            var command = Inspect()
            (command.target, command.package, command.withCode) = (inspect, package, withCode)
            command.global = global
            try await command.run()
        } else if isDefault {
            var use = Use()
            use.account = account
            use.global = global
            try await use.run()
        } else if let register, let invitationCode {
            var named = AccountOption()
            named.account = register
            var command = Register()
            command.invitationCode = invitationCode
            command.accountOption = named
            command.check = false
            command.global = global
            try await command.run()
        } else if let checkInvitationCode {
            var command = CheckInvitation()
            command.invitationCode = checkInvitationCode
            command.global = global
            try await command.run()
        } else if account ?? show != nil {
            try await runOnce()
        } else {
            var accounts = Accounts()
            accounts.global = global
            try await accounts.run()
        }
    }

    struct Answer: CommandAnswer {
        /// Who tells this.
        enum Source: String, Encodable {
            case network, wallet
        }

        let accountId: AccountID
        let source: Source
        /// Where the wallet tells, the block it stands at.
        let blockNumber: UInt32
        /// Nil where the network tells.
        @OrNull var isNew: Bool?
        @OrNull var isLocked: Bool?
        let nonce: UInt64
        let commitment: String
        let codeCommitment: String
        let storageCommitment: String
        let vaultRoot: String
        /// The commitment to the key it signs with. Nil where it signs in another way.
        @OrNull var signingKey: String?
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        let checked: [PublicAccount.Verification.Part]
        let unchecked: [PublicAccount.Verification.Part]
        let syncHeight: UInt32

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, source, blockNumber, isNew, isLocked, nonce, commitment, codeCommitment, storageCommitment,
                vaultRoot, signingKey
            case fungibleAssets, nonFungibleAssets, checked, unchecked, syncHeight
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        init(_ account: PublicAccount) {
            self.init(
                account.state,
                from: .network,
                blockNumber: account.blockNumber,
                checked: account.verification.checked,
                unchecked: account.verification.unchecked,
                syncHeight: account.verification.syncHeight
            )
        }

        init(_ account: AccountDetails) {
            self.init(
                account.state,
                from: .wallet,
                blockNumber: account.syncHeight,
                isNew: account.isNew,
                isLocked: account.balance.isLocked,
                syncHeight: account.syncHeight
            )
        }

        private init(
            _ state: AccountState,
            from source: Source,
            blockNumber: UInt32,
            isNew: Bool? = nil,
            isLocked: Bool? = nil,
            checked: [PublicAccount.Verification.Part] = [],
            unchecked: [PublicAccount.Verification.Part] = [],
            syncHeight: UInt32
        ) {
            accountId = state.id
            self.source = source
            self.blockNumber = blockNumber
            self.isNew = isNew
            self.isLocked = isLocked
            nonce = state.nonce
            commitment = state.commitment
            codeCommitment = state.codeCommitment
            storageCommitment = state.storageCommitment
            vaultRoot = state.vaultRoot
            signingKey = state.signingKey
            fungibleAssets = state.balance.fungibleAssets.map(AssetAnswer.init)
            nonFungibleAssets = state.balance.nonFungibleAssets.map(UniqueAssetAnswer.init)
            self.checked = checked
            self.unchecked = unchecked
            self.syncHeight = syncHeight
        }

        /// How far what is said can be relied on.
        private var standing: [(String, String)] {
            switch source {
            case .network:
                [
                    ("checked", checked.map(\.title).joined(separator: ", ")),
                    ("not checked", unchecked.isEmpty ? "nothing" : unchecked.map(\.title).joined(separator: ", ")),
                ]
            case .wallet where isLocked == true:
                [("told by", "this wallet; but locked: the network has a newer state")]
            case .wallet:
                [("told by", isNew == true ? "this wallet: the network does not have it yet" : "this wallet")]
            }
        }

        var text: String {
            let facts = Table.facts(
                [
                    ("account", accountId.hex), ("block", String(blockNumber)), ("transactions", String(nonce)),
                    ("commitment", commitment), ("code", codeCommitment), ("storage", storageCommitment),
                    ("vault", vaultRoot), ("signing key", signingKey ?? "none of its own"),
                ] + standing
            )
            let advice =
                unchecked.contains(.chain)
                ? "\nThe block is newer than this wallet, which stands at \(syncHeight): sync, and ask again with --block \(blockNumber)."
                : ""
            let fungible = fungibleAssets.map { [$0.quantity, $0.unit, $0.faucetId.hex] }
            let unique = nonFungibleAssets.map { ["1", "unique \($0.asset)", $0.faucetId.hex] }
            let held =
                fungible.isEmpty && unique.isEmpty
                ? "It holds nothing."
                : Table(columns: [.right("AMOUNT"), .left("TOKEN"), .left("FAUCET")], rows: fungible + unique).text
            return "\(facts)\(advice)\n\n\(held)"
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let id = try await AccountID(named: account ?? show ?? "", in: wallet)
        let own = block == nil ? try await wallet.getAccounts().first { $0.id == id } : nil
        if let own, own.status == .new || own.visibility == .private {
            return Answer(try await wallet.getAccountDetails(accountId: id))
        }
        do {
            return Answer(try await wallet.getPublicAccount(id, at: block))
        } catch let error as MidenError where error.kind == .accountNotOnChain && own != nil {
            // Its first transaction is on its way.
            return Answer(try await wallet.getAccountDetails(accountId: id))
        }
    }
}

extension PublicAccount.Verification.Part {
    /// What people call it.
    fileprivate var title: String {
        switch self {
        case .assets: "assets"
        case .account: "account"
        case .accountTree: "account tree of the block"
        case .chain: "block in the chain"
        }
    }
}
