import ArgumentParser
import MidenSwiftClient

/// What every command has that makes a transaction and asks before it does.
struct SpendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Do it only if the fee is no more than this: in the token fees are paid in, or with --base-units in its"
                + " smallest unit.",
            valueName: "amount"
        )
    )
    var maximumFee: String?

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
    func allowed(_ fee: FungibleAsset?, of account: AccountID, inBaseUnits baseUnits: Bool) throws -> Amount? {
        guard let maximumFee else {
            return nil
        }
        // Without a fee nothing is too much, and what is written should be an amount still.
        let decimals = baseUnits ? 0 : fee.map(\.decimals) ?? 6
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
