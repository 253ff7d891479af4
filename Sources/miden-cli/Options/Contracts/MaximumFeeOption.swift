import ArgumentParser
import MidenSwiftClient

/// What a transaction with code of one's own may cost.
struct MaximumFeeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Carry it out only if the fee is no more than this, in the token fees are paid in.",
            valueName: "amount"
        )
    )
    var maximumFee: String?

    /// What the fee may be, refused before anybody is asked where it would be more.
    func allowed(_ fee: FungibleAsset?, of account: AccountID) throws -> Amount? {
        guard let maximumFee else {
            return nil
        }
        guard let fee else {
            // Nothing is too much, and what is written should be an amount still.
            return try Amount(maximumFee, decimals: 6)
        }
        let maximum = try Amount(maximumFee, decimals: fee.decimals ?? 0)
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
