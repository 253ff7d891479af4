import ArgumentParser
import MidenSwiftClient

/// `miden-cli swap`
struct Swap: DraftCommand {
    static let configuration = CommandConfiguration(
        abstract: "Offer an asset for another one, to be taken whole.",
        discussion: """
            Makes a note with what is offered. Who consumes it pays what is requested, in a note that a later sync brings. \
            Such a swap has no way back but to fill it oneself (`miden-cli cancel-swap`); `miden-cli pswap` makes one that \
            has. Shows the terms and the fee, and asks on a terminal; without a terminal it wants --yes.

            Example: miden-cli swap --offered-asset 1.5::MIDEN \\
                --requested-asset 20000000::0x550559ffb22381117072d0749fccd2
            Example: miden-cli swap -o 10::GOLD -r 1.5::MIDEN -n private --yes
            """
    )

    @Option(name: [.customShort("s"), .customLong("source"), .customLong("account")], help: AccountOption.helpText)
    var account: String?

    @OptionGroup var sides: SwapOptions

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard sides.offeredAsset != nil, sides.requestedAsset != nil else {
            throw ValidationError("Give --offered-asset and --requested-asset.")
        }
    }

    var refusal: Refusal { Refusal("Nothing was offered") }

    func plan(in wallet: MidenWallet, input: Void) async throws -> DraftPlan {
        try await sides.plan(of: AccountOption.resolved(account, in: wallet), in: wallet)
    }
}

/// `miden-cli fill-swap`
struct FillSwap: DraftCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take the offer of a swap: pay what it requests, and get what it carries.",
        discussion: """
            A public swap is found by its id; a private one has to be imported first. Shows what comes in and goes out and \
            the fee, and asks on a terminal; without a terminal it wants --yes. What is left of a partial swap is a note of \
            its own.

            Example: miden-cli fill-swap 0x8a7c2f6b
            Example: miden-cli fill-swap 0x8a7c2f6b --amount 0.5 --yes
            """
    )

    @Argument(help: ArgumentHelp("The swap's note.", valueName: "note-id"))
    var noteId: String

    @Option(
        help: ArgumentHelp(
            "How much is paid of what is requested, for a partial swap: all of it where not given.",
            valueName: "amount"
        )
    )
    var amount: String?

    @Flag(help: "The amount is in the token's smallest unit.")
    var baseUnits = false

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    var refusal: Refusal { Refusal("The swap was not filled") }

    func plan(in wallet: MidenWallet, input: Void) async throws -> DraftPlan {
        let account = try await accountOption.resolved(in: wallet)
        return try await Self.plan(
            of: account,
            note: NoteID(named: noteId, in: wallet),
            amount: amount,
            baseUnits: baseUnits,
            reference: spending.referenceOption,
            in: wallet
        )
    }

    /// The transaction that fills a swap.
    static func plan(
        of account: AccountID,
        note: NoteID,
        amount: String?,
        baseUnits: Bool,
        reference: ReferenceOption,
        in wallet: MidenWallet
    ) async throws -> DraftPlan {
        var paid: Amount?
        if let amount {
            paid = try await self.amount(
                amount,
                of: note,
                by: account,
                baseUnits: baseUnits,
                reference: reference,
                in: wallet
            )
        }
        return DraftPlan(
            account: account,
            draft: .fillSwap(note, amount: paid),
            would: "fill swap \(note)",
            did: "Filled swap \(note)."
        )
    }

    /// An amount of what a swap requests.
    private static func amount(
        _ text: String,
        of note: NoteID,
        by account: AccountID,
        baseUnits: Bool,
        reference: ReferenceOption,
        in wallet: MidenWallet
    ) async throws -> Amount {
        guard !baseUnits else {
            return try Amount(text, decimals: 0)
        }
        // A swap that was filled with the reference is open no more.
        if let paid = try await reference.made(by: account, in: wallet)?.assetsOut.fungible.first?.decimals {
            return try Amount(text, decimals: paid)
        }
        // The preview brings in a swap that is not known yet.
        func known() async throws -> OpenSwap? { try await wallet.getSwaps().first { $0.id == note } }
        var swap = try await known()
        if swap == nil {
            _ = try await wallet.preview(.fillSwap(note), accountId: account)
            swap = try await known()
        }
        guard let decimals = swap?.terms.requested.fungible.first?.decimals else {
            throw MidenError(
                code: .lookup,
                kind: "decimals_unknown",
                message:
                    "It is not known how many decimals the token has that swap \(note) requests. Give the amount in"
                    + " its smallest unit, with --base-units."
            )
        }
        return try Amount(text, decimals: decimals)
    }
}

/// `miden-cli cancel-swap`
struct CancelSwap: DraftCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take back what one of your own swaps offers, or what is left of it.",
        discussion: """
            A partial swap gives it back. A swap that is taken whole has no such way: it is filled by the account itself, \
            which has to hold what it requests and gets that back after a sync, with `miden-cli consume`.

            Example: miden-cli cancel-swap 0x8a7c2f6b
            Example: miden-cli cancel-swap 0x8a7c2f6b --yes
            """
    )

    @Argument(help: ArgumentHelp("The swap's note, as `miden-cli swaps` shows it.", valueName: "note-id"))
    var noteId: String

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    var refusal: Refusal { Refusal("The swap was not taken back") }

    func plan(in wallet: MidenWallet, input: Void) async throws -> DraftPlan {
        Self.plan(of: try await accountOption.resolved(in: wallet), note: try await NoteID(named: noteId, in: wallet))
    }

    /// The transaction that takes back a swap.
    static func plan(of account: AccountID, note: NoteID) -> DraftPlan {
        DraftPlan(
            account: account,
            draft: .cancelSwap(note),
            would: "take back what swap \(note) offers",
            did: "Took back what swap \(note) offered."
        )
    }
}
