import ArgumentParser
import MidenSwiftClient

/// `miden-cli pswap`
struct PartialSwap: DraftCommand {
    /// What is done with a partial swap.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case create, consume, cancel
    }

    static let configuration = CommandConfiguration(
        commandName: "pswap",
        abstract: "Create, consume (fill) or cancel a partial swap.",
        usage: """
            miden-cli pswap create --offered-asset <amount::token> --requested-asset <amount::token> [<options>]
            miden-cli pswap consume --note <note-id> --fill-amount <base-units> [<options>]
            miden-cli pswap cancel --note <note-id> [<options>]
            """,
        discussion: """
            A partial swap is filled in parts, each at the same price. Each part makes a note with what was paid, which \
            a sync brings, and one with what is left; that can be cancelled at any time. Shows what it does and the fee, \
            and asks on a terminal; without a terminal it wants --yes.

            --fill-amount is in the token's smallest unit, as it is for the published `miden-client`; `miden-cli \
            fill-swap` takes amounts of the token.

            Example: miden-cli pswap create -o 10::GOLD -r 1.5::MIDEN --minimum-fill 0.1
            Example: miden-cli pswap consume --note 0x8a7c2f6b --fill-amount 500000 \\
                --yes
            Example: miden-cli pswap cancel --note 0x8a7c2f6b --yes
            """
    )

    @Argument(help: "What is done.")
    var action: Action

    @Option(
        name: [.customShort("s"), .customShort("a"), .customLong("sender"), .customLong("account")],
        help: AccountOption.helpText
    )
    var account: String?

    @OptionGroup var sides: SwapOptions

    @Option(
        help: ArgumentHelp(
            "What has to be paid at least at a time: in the token that is requested, or with --base-units in its smallest"
                + " unit. For create.",
            valueName: "amount"
        )
    )
    var minimumFill: String?

    @Option(help: ArgumentHelp("The swap's note. For consume and cancel.", valueName: "note-id"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "How much is paid of what is requested, in the token's smallest unit: all of it where not given. For consume.",
            valueName: "base-units"
        )
    )
    var fillAmount: String?

    @Flag(help: "--minimum-fill is in the token's smallest unit, as --fill-amount always is.")
    var baseUnits = false

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let hasSides = sides.offeredAsset != nil && sides.requestedAsset != nil
        let hasSide = sides.offeredAsset != nil || sides.requestedAsset != nil || minimumFill != nil
        switch action {
        case .create:
            guard hasSides, note == nil, fillAmount == nil else {
                throw ValidationError("pswap create wants --offered-asset and --requested-asset, and no note.")
            }
        case .consume:
            guard note != nil, !hasSide else {
                throw ValidationError("pswap consume wants --note, and may have --fill-amount.")
            }
        case .cancel:
            guard note != nil, !hasSide, fillAmount == nil else {
                throw ValidationError("pswap cancel wants --note, and nothing else.")
            }
        }
    }

    var refusal: Refusal {
        switch action {
        case .create: Refusal("Nothing was offered")
        case .consume: Refusal("The swap was not filled")
        case .cancel: Refusal("The swap was not taken back")
        }
    }

    func plan(in wallet: MidenWallet, input: Void) async throws -> DraftPlan {
        let account = try await AccountOption.resolved(account, in: wallet)
        switch action {
        case .create:
            let least = try await least(of: account, in: wallet)
            return try await sides.plan(of: account, in: wallet, isPartial: true, minimumFill: least)
        case .consume:
            return try await FillSwap.plan(
                of: account,
                note: NoteID(named: note ?? "", in: wallet),
                amount: fillAmount,
                baseUnits: true,
                reference: spending.referenceOption,
                in: wallet
            )
        case .cancel:
            return CancelSwap.plan(of: account, note: try await NoteID(named: note ?? "", in: wallet))
        }
    }

    private func least(of account: AccountID, in wallet: MidenWallet) async throws -> Amount? {
        guard let minimumFill, let requested = sides.requestedAsset else {
            return nil
        }
        if baseUnits {
            return try Amount(minimumFill, decimals: 0)
        }
        let asset = try await AssetText(requested).resolved(in: wallet, for: account).amount(for: "filled in parts")
        guard let decimals = asset.decimals else {
            throw MidenError(
                code: .lookup,
                kind: "decimals_unknown",
                message: "It is not known how many decimals the token has that is requested. Give the least part in its"
                    + " smallest unit, with --base-units."
            )
        }
        return try Amount(minimumFill, decimals: decimals)
    }
}
