import ArgumentParser
import MidenSwiftClient

/// What every command has that makes a transaction and asks before it does.
struct SpendingOptions: ParsableArguments {
    @OptionGroup var feeOption: FeeOption

    @Flag(help: "Show what it would do and cost, and end.")
    var preview = false

    @Flag(
        name: [.customShort("y"), .customLong("yes"), .customLong("force")],
        help: "Do it without being asked."
    )
    var yes = false

    func validate() throws {
        if preview, yes {
            throw ValidationError("Give --preview or --yes, not both.")
        }
    }

    /// Refuses where there is nobody to ask and nobody said yes.
    func check() throws {
        guard preview || yes || Confirmation.isPossible else {
            throw Confirmation.nobodyToAsk
        }
    }

    /// What the fee may be, refused before anybody is asked where it would be more.
    func allowed(
        _ fee: FungibleAsset?,
        of account: AccountID,
        inBaseUnits: Bool,
        nothing: String = "Nothing was done"
    ) throws -> Amount? {
        try feeOption.allowed(fee, inBaseUnits: inBaseUnits, of: account, nothing: nothing)
    }
}
