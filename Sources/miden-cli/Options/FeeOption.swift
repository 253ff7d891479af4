import ArgumentParser
import MidenSwiftClient

/// What a transaction's fee may be at most.
struct FeeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make the transaction only if its fee is no more than this: in the token fees are paid in, or with"
                + " --base-units, where a command has it, in its smallest unit.",
            valueName: "amount"
        )
    )
    var maximumFee: String?

    /// What the fee may be, refused before anybody is asked where it would be more.
    func allowed(
        _ fee: FungibleAsset?,
        inBaseUnits: Bool,
        of account: AccountID,
        or refusal: Refusal
    ) throws -> Amount? {
        guard let maximumFee else {
            return nil
        }
        guard let fee else {
            // Without a fee nothing is too much, and what is written should be an amount still.
            return Amount(try Amount(maximumFee, decimals: inBaseUnits ? 0 : 6).baseUnits)
        }
        guard let decimals = inBaseUnits ? 0 : fee.decimals else {
            throw MidenError(
                code: .lookup,
                kind: "decimals_unknown",
                message: "It is not known how many decimals the token has that fees are paid in. Give the most in its"
                    + " smallest unit, with --base-units."
            )
        }
        let maximum = Amount(try Amount(maximumFee, decimals: decimals).baseUnits, faucetId: fee.faucetId)
        guard try fee.quantity <= maximum else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .feeAboveMaximum,
                message:
                    "\(refusal.outcome): the fee of account \(account) would be \(fee.formatted), which is more than"
                    + " the \(maximumFee) allowed."
            )
        }
        return maximum
    }
}
