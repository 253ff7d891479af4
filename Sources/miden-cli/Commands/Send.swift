import ArgumentParser
import MidenSwiftClient

/// `miden-cli send`
struct Send: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send amounts of a token to other accounts, in one transaction.",
        usage: """
            miden-cli send <account-id> <amount> [<options>]
            miden-cli send <account-id>=<amount> … [<options>]
            """,
        discussion: """
            Makes a note for each account, which it can consume. Shows what will be sent and the fee, and asks on a \
            terminal before it sends; without a terminal it wants --yes, and never waits for an answer. Proves the \
            transaction, which takes seconds, and hands it to the network. Ctrl-C stops it until it is handed to the \
            network; then it is completed.

            Example: miden-cli send 0x5401ef36815e47d14b651e8e968153 1.5 --token MIDEN
            Example: miden-cli send 0x5401…=1.5 0x3358…=20 --yes
            Example: miden-cli send 0x5401… 1.5 --reclaim-height 120000 --maximum-fee 0.01 --preview
            """
    )
    static let doing = "Preparing the transaction"
    static let makesWallet = false

    @OptionGroup var payments: PaymentArguments

    @OptionGroup var tokenOption: TokenOption

    @Flag(
        name: .customLong("private"),
        help: "Only a commitment of the note is on the chain: its details have to reach the other by another way."
    )
    var isPrivate = false

    @Option(
        help: ArgumentHelp(
            "The block from which on you can take back what was not consumed, with `miden-cli consume`.",
            valueName: "block"
        )
    )
    var reclaimHeight: UInt32?

    @Option(help: ArgumentHelp("The block before which nobody can consume it.", valueName: "block"))
    var timelockHeight: UInt32?

    @Option(
        help: ArgumentHelp(
            "Send only if the fee is no more than this: in the token fees are paid in, or with --base-units in its"
                + " smallest unit.",
            valueName: "amount"
        )
    )
    var maximumFee: String?

    @Flag(help: "Show what it would do and cost, and end.")
    var preview = false

    @Flag(name: .shortAndLong, help: "Send without being asked.")
    var yes = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if preview, yes {
            throw ValidationError("Give --preview or --yes, not both.")
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        guard preview || yes || Confirmation.isPossible else {
            throw Confirmation.nobodyToAsk
        }
    }

    func answer(from wallet: MidenWallet) async throws -> SendAnswer {
        try await answer(from: wallet, asking: .impossible)
    }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> SendAnswer {
        var pairs: [(recipient: AccountID, amount: String)] = []
        for pair in try payments.pairs() {
            pairs.append((try await AccountID(named: pair.recipient, in: wallet), pair.amount))
        }
        let account = try await accountOption.resolved(in: wallet)
        let held = try tokenOption.resolved(in: try await wallet.getBalance(accountId: account))
        let amounts = try tokenOption.amounts(pairs.map(\.amount), of: held, in: account)
        let made = zip(pairs, amounts).map { pair, amount in
            Payment(
                to: pair.recipient,
                faucetId: held.faucetId,
                amount: amount,
                noteType: isPrivate ? .private : .public,
                reclaimHeight: reclaimHeight,
                timelockHeight: timelockHeight
            )
        }
        let summary = try await wallet.preview(.send(made), accountId: account)
        let maximum = try allowed(summary.fee, of: account)
        let planned = SendAnswer(account: account, token: held, payments: made, preview: summary)
        guard !preview else {
            return planned
        }
        if !yes {
            try await confirmation.confirm("\(planned.text)\nSend it?")
        }
        let sent = try await wallet.send(from: account, payments: made, maximumFee: maximum)
        return SendAnswer(account: account, token: held, payments: made, preview: summary, sent: sent)
    }

    /// What the fee may be, refused before anybody is asked where it would be more.
    private func allowed(_ fee: FungibleAsset?, of account: AccountID) throws -> Amount? {
        guard let maximumFee else {
            return nil
        }
        // Without a fee nothing is too much, and what is written should be an amount still.
        let decimals = tokenOption.baseUnits ? 0 : fee.map(\.decimals) ?? 6
        guard let decimals, let fee else {
            if fee == nil {
                return try Amount(maximumFee, decimals: decimals ?? 0)
            }
            throw MidenError(
                code: .lookup,
                kind: "decimals_unknown",
                message: "It is not known how many decimals the token has that fees are paid in. Give the most in its"
                    + " smallest unit, with --base-units."
            )
        }
        let maximum = try Amount(maximumFee, decimals: decimals)
        guard fee.amount <= maximum.baseUnits else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .feeAboveMaximum,
                message: "Nothing was sent: the fee of account \(account) would be \(fee.formatted), which is more than"
                    + " the \(maximumFee) allowed."
            )
        }
        return maximum
    }
}

/// `miden-cli transfer`, which is what `send` was called before.
struct Transfer: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Another name of send.",
        discussion: "Example: miden-cli transfer 0x5401ef36815e47d14b651e8e968153 1.5",
        shouldDisplay: false
    )
    static let doing = Send.doing
    static let makesWallet = Send.makesWallet

    @OptionGroup var send: Send

    var global: GlobalOptions { send.global }

    func check(_ configuration: MidenWallet.Configuration) throws {
        try send.check(configuration)
    }

    func answer(from wallet: MidenWallet) async throws -> SendAnswer {
        try await answer(from: wallet, asking: .impossible)
    }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> SendAnswer {
        try await send.answer(from: wallet, asking: confirmation)
    }
}
