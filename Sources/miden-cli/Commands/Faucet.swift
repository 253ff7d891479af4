import ArgumentParser
import MidenSwiftClient

/// `miden-cli faucet`
struct Faucet: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Be paid by the faucet of the embedded chain. Real networks have none here.",
        discussion: """
            The note is in a block when this returns; `miden-cli sync` brings it to the wallet.

            Example: miden-cli faucet --amount 100 --network embedded
            Example: miden-cli faucet --amount 0.5 --token TOK --network embedded
            """
    )
    static let doing = "Waiting for the faucet"

    // Also takes what begins with a dash, so that a negative amount is called one.
    @Option(parsing: .unconditional, help: "How much, such as 12 or 0.05.")
    var amount = "100"

    @Option(help: "The token. MIDEN is the one fees are paid in.")
    var token: FaucetToken = .miden

    @Flag(
        name: .customLong("private"),
        help: "Only a commitment of the note is on the chain; its details are handed to this wallet."
    )
    var isPrivate = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let asset: AssetAnswer
        let noteId: NoteID
        let noteType: NoteType
        /// Not one of the wallet's, which knows nothing of it.
        let faucetTransactionId: TransactionID
        let chainHeight: UInt32

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, asset, noteId, noteType, faucetTransactionId, chainHeight
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.asset: AssetAnswer.self]

        var text: String {
            let facts = [
                ("for account", accountId.hex), ("note", noteId.hex), ("faucet's transaction", faucetTransactionId.hex),
            ]
            return """
                The faucet made a note of \(asset.formatted). `miden-cli sync` brings it to the wallet.
                \(Table.facts(facts))
                """
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        guard case .embedded = configuration.network else {
            throw MidenError(
                code: .unsupported,
                kind: .unsupported,
                message: "Only the embedded chain has a faucet, and this is \(configuration.network). Use --network"
                    + " embedded, or be paid by somebody on \(configuration.network)."
            )
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let amount = try Amount(amount, decimals: token.decimals)
        let account = try await accountOption.resolved(in: wallet)
        let noteType: NoteType = isPrivate ? .private : .public
        let minted = try await wallet.mint(to: account, amount: amount, token: token.rawValue, noteType: noteType)
        let asset = FungibleAsset(
            faucetId: minted.faucetId,
            amount: amount.baseUnits,
            symbol: token.rawValue,
            decimals: token.decimals
        )
        return Answer(
            accountId: account,
            asset: AssetAnswer(asset),
            noteId: minted.noteId,
            noteType: noteType,
            faucetTransactionId: minted.transactionId,
            chainHeight: minted.blockNumber
        )
    }
}
