import ArgumentParser
import MidenSwiftClient

/// `miden-cli mint`
struct Mint: DraftCommand {
    static let configuration = CommandConfiguration(
        abstract: "Issue an amount of the token of one of your own faucets to an account.",
        discussion: """
            Not to be taken for `miden-cli faucet`, which is the embedded chain's own. Makes a note that the account can \
            consume. Shows what will be issued and the fee, which the faucet pays, and asks on a terminal; without a \
            terminal it wants --yes.

            Example: miden-cli mint --target 0x5401ef36815e47d14b651e8e968153 \\
                --asset 100::GOLD --note-type public
            Example: miden-cli mint -t 0x5401ef36815e47d14b651e8e968153 \\
                -a 100000::0x550559ffb22381117072d0749fccd2 -n private --yes
            """
    )

    @Option(name: .shortAndLong, help: ArgumentHelp("The account that gets it.", valueName: "account-id"))
    var target: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How much of which token: 1.5::SYMBOL, or 150::FAUCET-ID in base units.",
            valueName: "amount::token"
        )
    )
    var asset: String

    @Option(name: .shortAndLong, help: "Who can read the note.")
    var noteType: NoteTypeChoice = .public

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        _ = try AssetText(asset)
    }

    var refusal: Refusal { Refusal("Nothing was issued") }

    func plan(in wallet: MidenWallet, input: Void) async throws -> DraftPlan {
        let target = try await AccountID(named: target, in: wallet)
        let named = try await AssetText(asset).resolved(in: wallet, for: nil).amount(for: "minted here")
        return DraftPlan(
            account: named.faucetId,
            draft: .mint(to: target, amount: Amount(named.amount), noteType: noteType.noteType),
            would: "issue \(named.formatted) to \(target), in a \(noteType.noteType.rawValue) note",
            did: "Issued \(named.formatted) to \(target)."
        )
    }
}
