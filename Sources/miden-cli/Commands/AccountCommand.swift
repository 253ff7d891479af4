import ArgumentParser
import MidenSwiftClient

/// `miden-cli account`
struct AccountCommand: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Say what a public account of anybody is and holds, as the network has it.",
        discussion: """
            Asks the node, and checks what it says against the header of the block: the assets against the account's vault, \
            the account against the block's account tree, and the block against the chain, as far as this wallet has synced. \
            What could not be checked is said. Of a private account the network has only a commitment, which is said as an \
            error. A node forgets the accounts of old blocks.

            Example: miden-cli account 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli account 0x5401ef36815e47d14b651e8e968153 --block 120000
            """
    )
    static let doing = "Asking the network"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The account, by its id or its address.", valueName: "account-id"))
    var account: String

    @Option(help: "The block at which to look; the newest one the node has where not given.")
    var block: UInt32?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let blockNumber: UInt32
        let nonce: UInt64
        let commitment: String
        let codeCommitment: String
        let storageCommitment: String
        let vaultRoot: String
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        let checked: [PublicAccount.Verification.Part]
        let unchecked: [PublicAccount.Verification.Part]
        let syncHeight: UInt32

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, blockNumber, nonce, commitment, codeCommitment, storageCommitment, vaultRoot
            case fungibleAssets, nonFungibleAssets, checked, unchecked, syncHeight
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        init(_ account: PublicAccount) {
            accountId = account.id
            blockNumber = account.blockNumber
            nonce = account.nonce
            commitment = account.commitment
            codeCommitment = account.codeCommitment
            storageCommitment = account.storageCommitment
            vaultRoot = account.vaultRoot
            fungibleAssets = account.balance.fungibleAssets.map(AssetAnswer.init)
            nonFungibleAssets = account.balance.nonFungibleAssets.map(UniqueAssetAnswer.init)
            checked = account.verification.checked
            unchecked = account.verification.unchecked
            syncHeight = account.verification.syncHeight
        }

        var text: String {
            let facts = Table.facts([
                ("account", accountId.hex), ("block", String(blockNumber)), ("transactions", String(nonce)),
                ("commitment", commitment), ("code", codeCommitment), ("storage", storageCommitment),
                ("vault", vaultRoot),
                ("checked", checked.map(\.title).joined(separator: ", ")),
                ("not checked", unchecked.isEmpty ? "nothing" : unchecked.map(\.title).joined(separator: ", ")),
            ])
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
        let id = try AccountID(named: account, on: wallet.configuration.network)
        return Answer(try await wallet.getPublicAccount(id, at: block))
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
