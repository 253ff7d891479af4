import ArgumentParser
import MidenSwiftClient

/// The two sides of a swap.
struct SwapOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "What is offered: 1.5::SYMBOL, or 150::FAUCET-ID in base units.",
            valueName: "amount::token"
        )
    )
    var offeredAsset: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("What is wanted for it, in the same form.", valueName: "amount::token")
    )
    var requestedAsset: String?

    @Option(
        name: .shortAndLong,
        help: "Who can read the swap's note. A private one is filled by who is handed it, as a file."
    )
    var noteType: NoteTypeChoice = .public

    @Option(help: "Who can read the note that brings what is paid.")
    var paybackNoteType: NoteTypeChoice = .private

    /// The offer, once both sides are there.
    func plan(
        of account: AccountID,
        in wallet: MidenWallet,
        isPartial: Bool = false,
        minimumFill: Amount? = nil
    ) async throws -> DraftPlan {
        guard let offeredAsset, let requestedAsset else {
            throw ValidationError("Give --offered-asset and --requested-asset.")
        }
        let offered = try await AssetText(offeredAsset).resolved(in: wallet, for: account)
        let requested = try await AssetText(requestedAsset).resolved(in: wallet, for: account)
        let offer = SwapOffer(
            offering: offered.side,
            for: requested.side,
            isPartial: isPartial,
            minimumFill: minimumFill,
            noteType: noteType.noteType,
            paybackType: paybackNoteType.noteType
        )
        let least = try minimumFill.map { least in
            let part = try requested.amount(for: "filled in parts").with(amount: least.baseUnits)
            return " of at least \(part.formatted)"
        }
        let parts = isPartial ? ", in parts\(least ?? "") if need be" : ""
        let notes = "in a \(noteType.noteType.rawValue) note, paid for in a \(paybackNoteType.noteType.rawValue) one"
        let terms = "\(offered.withFaucet) for \(requested.withFaucet)\(parts), \(notes)"
        let others = "Whoever fills the swap needs its note id"
        let hint =
            noteType == .public
            ? "\(others): `miden-cli fill-swap NOTE-ID`."
            : "Its note is private: hand it over with `miden-cli export`."
        return DraftPlan(
            account: account,
            draft: .swap(offer),
            would: isPartial ? "offer \(terms)" : "offer \(terms), with no way back but to pay for it yourself",
            did: "Offered \(terms). \(hint)"
        )
    }

    func validate() throws {
        for text in [offeredAsset, requestedAsset].compactMap({ $0 }) {
            _ = try AssetText(text)
        }
    }
}
