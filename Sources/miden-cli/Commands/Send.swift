import ArgumentParser
import MidenSwiftClient

/// `miden-cli send`
struct Send: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send an amount of a token to another account.",
        discussion: """
            Makes a note the other account can consume. Proves the transaction, which takes seconds, and hands it to \
            the network. Ctrl-C stops it until it is handed to the network; then it is completed.

            Example: miden-cli send 0x5401ef36815e47d14b651e8e968153 1.5 --token MIDEN
            """
    )
    static let doing = "Preparing the transaction"
    static let makesWallet = false

    @Argument(
        help: ArgumentHelp(
            "The account that may consume the note, by its id or its address.",
            valueName: "to-account-id"
        )
    )
    var recipient: String

    @Argument(help: "How much, such as 12 or 0.05.")
    var amount: String

    @OptionGroup var tokenOption: TokenOption

    @Flag(
        name: .customLong("private"),
        help: "Only a commitment of the note is on the chain: its details have to reach the other by another way."
    )
    var isPrivate = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let recipientId: AccountID
        let asset: AssetAnswer
        let noteId: NoteID
        let noteType: NoteType
        let transactionId: TransactionID
        let chainHeight: UInt32

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, recipientId, asset, noteId, noteType, transactionId, chainHeight
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.asset: AssetAnswer.self]

        var text: String {
            let warning =
                noteType == .public ? "" : " The note is private: its details have to reach them by another way."
            return """
                Sent \(asset.formatted) to \(recipientId).\(warning)
                \(Table.facts([("account", accountId.hex), ("note", noteId.hex), ("transaction", transactionId.hex)]))
                """
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let to = try AccountID(named: recipient, on: wallet.configuration.network)
        let account = try await accountOption.resolved(in: wallet)
        let held = try tokenOption.resolved(in: try await wallet.getBalance(accountId: account))
        let asset = try tokenOption.asset(amount, of: held, in: account)
        let noteType: NoteType = isPrivate ? .private : .public
        let sent = try await wallet.send(
            from: account,
            to: to,
            faucetId: asset.faucetId,
            amount: Amount(asset.amount),
            noteType: noteType
        )
        return Answer(
            accountId: account,
            recipientId: to,
            asset: AssetAnswer(asset),
            noteId: sent.noteId,
            noteType: noteType,
            transactionId: sent.transactionId,
            chainHeight: sent.blockNumber
        )
    }
}
