import ArgumentParser
import MidenSwiftClient

/// `miden-cli burn`
struct Burn: DraftCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give an amount of a token back to its faucet, to be destroyed.",
        discussion: """
            Makes a note that the faucet consumes: the amount is gone from the account at once, and from the token's \
            supply then. A faucet of your own finds the note after a sync: `miden-cli consume --all --account FAUCET-ID`. \
            There is no way back. Shows what will be given back and the fee, and asks on a terminal; without a terminal it \
            wants --yes, and never waits for an answer.

            Example: miden-cli burn --asset 100::GOLD
            Example: miden-cli burn --asset 100::GOLD --preview
            Example: miden-cli burn --asset 100000::0x550559ffb22381117072d0749fccd2 \\
                --account 0x5401ef36 --yes
            """
    )

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How much of which token: 1.5::SYMBOL, or 150::FAUCET-ID in base units.",
            valueName: "amount::token"
        )
    )
    var asset: String

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        _ = try AssetText(asset)
    }

    var refusal: Refusal { Refusal("Nothing was given back") }

    func plan(in wallet: MidenWallet, input: Void) async throws -> DraftPlan {
        let account = try await accountOption.resolved(in: wallet)
        let named = try await AssetText(asset).resolved(in: wallet, for: account).amount(for: "burned here")
        return DraftPlan(
            account: account,
            draft: .burn(faucetId: named.faucetId, amount: Amount(named.amount)),
            would: "give \(named.formatted) back to faucet \(named.faucetId), to be destroyed",
            did:
                "Gave \(named.formatted) back to faucet \(named.faucetId), to be destroyed when that consumes the note."
        )
    }
}
