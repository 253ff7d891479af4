import ArgumentParser
import MidenSwiftClient

/// `miden-cli transfer`
struct Transfer: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send assets to another account in one note, with the options of the published client.",
        discussion: """
            Does what `miden-cli send` does, which can pay many at once. Shows what will be sent and the fee, and asks on a \
            terminal before it sends; without a terminal it wants --force, and never waits for an answer.

            Example: miden-cli transfer --target 0x5401ef36815e47d14b651e8e968153 \\
                --asset 1.5::MIDEN --note-type public
            Example: miden-cli transfer -t 0x5401ef36815e47d14b651e8e968153 \\
                -a 150::0x550559ffb22381117072d0749fccd2 -n private -r 120000 --force
            """
    )
    static let doing = Send.doing
    static let makesWallet = Send.makesWallet

    @Option(name: [.customShort("s"), .customLong("sender"), .customLong("account")], help: AccountOption.helpText)
    var sender: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The account to pay.", valueName: "account-id"))
    var target: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "What to send: 1.5::SYMBOL, or 150::FAUCET-ID in the token's smallest unit. Can be given again.",
            valueName: "asset"
        )
    )
    var asset: [String]

    @Option(name: .shortAndLong, help: "Who can read the note.")
    var noteType: NoteTypeChoice = .public

    @Option(
        name: [.customShort("r"), .customLong("recall-height"), .customLong("reclaim-height")],
        help: ArgumentHelp(
            "The block, later than the newest, from which on you can take back what was not consumed.",
            valueName: "block"
        )
    )
    var recallHeight: UInt32?

    @Option(
        name: [.customShort("i"), .customLong("timelock-height")],
        help: ArgumentHelp("The block before which nobody can consume it.", valueName: "block")
    )
    var timelockHeight: UInt32?

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        for text in asset {
            _ = try AssetText(text)
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        try spending.check(configuration, or: Sending.refusal)
    }

    typealias Answer = SendAnswer

    func answer(from wallet: MidenWallet) async throws -> Answer {
        try await answer(from: wallet, asking: .impossible)
    }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> SendAnswer {
        let recipient = try await AccountID(named: target, in: wallet)
        let account = try await AccountOption.resolved(sender, in: wallet)
        var named: [NamedAsset] = []
        for text in asset {
            named.append(try await AssetText(text).resolved(in: wallet, for: account))
        }
        let tokens = named.compactMap(\.fungible)
        guard Set(tokens.map(\.faucetId)).count == tokens.count else {
            throw ValidationError("A token was given more than once: add its amounts up.")
        }
        let payment = Payment(
            to: recipient,
            fungibleAssets: tokens,
            nonFungibleAssets: named.compactMap(\.nonFungible),
            noteType: noteType.noteType,
            reclaimHeight: recallHeight,
            timelockHeight: timelockHeight
        )
        return try await Sending(account: account, tokens: tokens, payments: [payment]).carriedOut(
            in: wallet,
            spending: spending,
            inBaseUnits: false,
            asking: confirmation
        )
    }
}
