import MidenSwiftClient

// What a transaction does. Every question shows it by these functions: of a preview, of a simulation, and of inputs to sign.

extension QuestionLines {
    /// Adds what a transaction does.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - accountId: The account that the page is connected to. If the transaction is of another one, the lines say so.
    ///   - isFeeKnown: Whether the summary has the fee. An execution finds it out.
    /// - Throws: What naming an account throws.
    package mutating func add(
        _ transaction: TransactionSummary,
        askedOf accountId: AccountID,
        isFeeKnown: Bool = true
    ) throws {
        let isOther = transaction.accountId != accountId
        let account = try named(transaction.accountId)
        add("Changes the account", isOther ? "\(account), which is another account" : account)
        if isOther { warn("The transaction is one of another account.") }

        for note in transaction.consumedNotes { add("Consumes the note", note.hex) }
        try add("Receives", transaction.assetsIn)
        for note in transaction.createdNotes { try add(note) }
        try add("Pays in total, without the fee", transaction.assetsOut)
        if !transaction.assetsIn.fungible.isEmpty, !transaction.assetsOut.fungible.isEmpty {
            for asset in transaction.assetsIn.surplus(over: transaction.assetsOut) { add("Gains", try text(asset)) }
            for asset in transaction.assetsOut.surplus(over: transaction.assetsIn) { add("Gives", try text(asset)) }
        }
        let fee = try transaction.fee.map(text) ?? "none"
        add("Fee", isFeeKnown ? fee : "not known before the transaction is executed")
        for asset in transaction.remaining { add("Has left", try text(asset)) }

        for called in transaction.calls.texts { add("Calls", called.shown(atMost: 1024)) }
        for slot in transaction.changedSlots { add("Writes the storage slot", slot.shown(atMost: Self.longestText)) }
        if !transaction.changedSlots.isEmpty { warn("The transaction writes the storage of the account.") }
        if transaction.changesCode {
            add("Changes the code", "yes")
            warn("The transaction gives the account code.")
        }
    }

    /// Adds what a transaction does that a signature would authorise.
    ///
    /// - Parameters:
    ///   - signed: The transaction.
    ///   - accountId: The account that signs.
    /// - Throws: What naming an account throws.
    package mutating func add(_ signed: PayloadDescription.SignedTransaction, askedOf accountId: AccountID) throws {
        try add(signed.summary, askedOf: accountId)
        add("Increases the nonce by", String(signed.nonceIncrement))
        add("Refers to the block", String(signed.blockNumber))
        let blocks = signed.expirationDelta == 1 ? "1 block" : "\(signed.expirationDelta) blocks"
        add("Expires", signed.expirationDelta == 0 ? "never" : "\(blocks) after that block")
        if !signed.addsUp { warn("The assets of the transaction do not add up: no network takes it.") }
    }

    /// Adds a note that is made. Its id is not shown: each execution makes another one.
    private mutating func add(_ note: TransactionSummary.CreatedNote) throws {
        let recipient = try note.recipientId.map(named) ?? "anybody, by the rules of the note"
        add("Makes a \(note.type.rawValue) note for", recipient)
        try add("with", TransactionSummary.Assets(fungible: note.fungibleAssets, nonFungible: note.nonFungibleAssets))
        if let height = note.reclaimHeight { add("which can be taken back from block", String(height)) }
        if let height = note.timelockHeight { add("which is locked until block", String(height)) }
    }
}
