import ArgumentParser
import MidenSwiftClient

/// `miden-cli send`
struct Send: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send amounts of a token to other accounts, in one transaction.",
        usage: """
            miden-cli send <account-id> <amount> [<options>]
            miden-cli send <account-id>=<amount> … [<options>]
            miden-cli send <account-id> [<amount>] --unique <asset>::<faucet-id> … [<options>]
            """,
        discussion: """
            Makes a note for each account, which it can consume. Shows what will be sent and the fee, and asks on a \
            terminal before it sends; without a terminal it wants --yes, and never waits for an answer. Proves the \
            transaction, which takes seconds, and hands it to the network. Ctrl-C stops it until it is handed to the \
            network; then it is completed.

            Example: miden-cli send 0x5401ef36815e47d14b651e8e968153 1.5 --token MIDEN
            Example: miden-cli send 0x5401ef36815e47d14b651e8e968153=1.5 \\
                0x550559ffb22381117072d0749fccd2=20 \\
                --yes
            Example: miden-cli send 0x5401ef36815e47d14b651e8e968153 1.5 \\
                --reclaim-height 120000 --maximum-fee 0.01 --preview
            """
    )
    static let doing = "Preparing the transaction"
    static let makesWallet = false

    @OptionGroup var payments: PaymentArguments

    @OptionGroup var tokenOption: TokenOption

    @Flag(
        name: .customLong("private"),
        help: "Only a commitment of the note is on the chain: its details go by the note transport, or as a file."
    )
    var isPrivate = false

    @Option(
        help: ArgumentHelp(
            "The block, later than the newest, from which on you can take back what was not consumed, with `miden-cli consume`.",
            valueName: "block"
        )
    )
    var reclaimHeight: UInt32?

    @Option(help: ArgumentHelp("The block before which nobody can consume it.", valueName: "block"))
    var timelockHeight: UInt32?

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func check(_ configuration: MidenWallet.Configuration) throws {
        try spending.check(configuration, or: Sending.refusal)
    }

    typealias Answer = SendAnswer

    func answer(from wallet: MidenWallet) async throws -> Answer {
        try await answer(from: wallet, asking: .impossible)
    }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> SendAnswer {
        var pairs: [(recipient: AccountID, amount: String?)] = []
        for pair in try payments.pairs() {
            pairs.append((try await AccountID(named: pair.recipient, in: wallet), pair.amount))
        }
        let account = try await accountOption.resolved(in: wallet)
        // Before the amount is compared with what an old state says.
        let unique = try payments.uniqueAssets(on: wallet.configuration.network)
        let written = pairs.compactMap(\.amount)
        let reference = spending.referenceOption
        let sentBefore = try await reference.made(by: account, in: wallet)?.assetsOut.fungible ?? []
        // Who sends unique tokens alone need not hold amounts of any.
        let held =
            written.isEmpty
            ? nil
            : try tokenOption.resolved(in: try await wallet.getBalance(accountId: account), sentBefore: sentBefore)
        // With a reference the wallet compares them: what was paid already needs not be there again.
        let amounts =
            try held.map {
                try reference.reference == nil
                    ? tokenOption.amounts(written, of: $0, in: account) : tokenOption.amounts(written, of: $0)
            } ?? []
        let made = pairs.enumerated().map { index, pair in
            let asset = held.map { FungibleAsset(faucetId: $0.faucetId, amount: amounts[index].baseUnits) }
            return Payment(
                to: pair.recipient,
                fungibleAssets: [asset].compactMap { $0 },
                nonFungibleAssets: unique,
                noteType: isPrivate ? .private : .public,
                reclaimHeight: reclaimHeight,
                timelockHeight: timelockHeight
            )
        }
        return try await Sending(account: account, tokens: [held].compactMap { $0 }, payments: made).carriedOut(
            in: wallet,
            spending: spending,
            inBaseUnits: tokenOption.baseUnits,
            asking: confirmation
        )
    }
}
