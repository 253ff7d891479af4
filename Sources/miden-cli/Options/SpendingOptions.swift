import ArgumentParser
import MidenSwiftClient

/// What every command has that makes a transaction and asks before it does.
struct SpendingOptions: ParsableArguments {
    @OptionGroup var feeOption: FeeOption

    @OptionGroup var referenceOption: ReferenceOption

    @Flag(help: "Show what it would do and cost, and end.")
    var preview = false

    @Flag(
        name: [.customShort("y"), .customShort("f"), .customLong("yes"), .customLong("force")],
        help: "Do it without being asked."
    )
    var yes = false

    @Flag(help: "Do it only if a remote prover is named, with --prover or MIDEN_PROVER.")
    var delegateProving = false

    func validate() throws {
        if preview, yes {
            throw ValidationError("Give --preview or --yes, not both.")
        }
    }

    /// Refuses where there is nobody to ask and nobody said yes, and where the proof is to be made by a prover that
    /// nobody named. A request with a reference may be a repetition, of which nobody is asked: it is refused later.
    func check(_ configuration: MidenWallet.Configuration, or refusal: Refusal) throws {
        try checkProver(of: configuration)
        guard preview || yes || referenceOption.reference != nil || Confirmation.isPossible else {
            throw refusal.nobodyToAsk
        }
    }

    /// Refuses where the proof is to be made by a prover that nobody named.
    func checkProver(of configuration: MidenWallet.Configuration) throws {
        guard !delegateProving || configuration.prover != .local else {
            throw MidenError(
                code: .invalidParameter,
                kind: "prover_needed",
                message: "Nobody said who the proof is to be delegated to: name the remote prover with --prover or"
                    + " MIDEN_PROVER."
            )
        }
    }

    /// What the fee may be, refused before anybody is asked where it would be more.
    func allowed(
        _ fee: FungibleAsset?,
        of account: AccountID,
        inBaseUnits: Bool,
        or refusal: Refusal
    ) throws -> Amount? {
        try feeOption.allowed(fee, inBaseUnits: inBaseUnits, of: account, or: refusal)
    }
}
