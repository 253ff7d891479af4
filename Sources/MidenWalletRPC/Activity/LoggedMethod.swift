import MidenSwiftClient

/// A method whose calls are in the activity log.
struct LoggedMethod<Base: RPCMethod>: RPCMethod {
    static var name: String { Base.name }

    let base: Base
    let wallet: RPCWallet

    func call(_ parameters: Base.Parameters, from caller: RPCCaller) async throws -> Base.Output {
        let accountId = await wallet.accountId(of: caller)
        let facts = (parameters as? any ActivityDescribing)?.activityFacts
        do {
            let output = try await base.call(parameters, from: caller)
            await wallet.log(
                Base.name,
                from: caller,
                accountId: accountId,
                outcome: .answered,
                facts: facts ?? (output as? any ActivityDescribing)?.activityFacts
            )
            return output
        } catch {
            let outcome = ActivityEntry.Outcome(error)
            await wallet.log(
                Base.name,
                from: caller,
                accountId: accountId,
                outcome: outcome,
                // What a page can repeat as often as it likes has none, so that it is counted.
                facts: outcome == .declined ? facts : nil
            )
            if let withdrawn = error as? WithdrawnQuestion { throw withdrawn.answer }
            throw error
        }
    }
}

extension RPCWallet {
    /// The same method, whose calls are in the activity log.
    nonisolated func logged(_ method: some RPCMethod) -> any RPCMethod {
        LoggedMethod(base: method, wallet: self)
    }

    /// The account that a caller acts for, nil if it has no session.
    func accountId(of caller: RPCCaller) -> AccountID? {
        try? sessionGrant(of: caller)?.accountId
    }

    /// Adds the end of a request to the activity log. A connect begins without an account.
    func log(
        _ method: String,
        from caller: RPCCaller,
        accountId earlier: AccountID?,
        outcome: ActivityEntry.Outcome,
        facts: String?
    ) async {
        let entry = ActivityEntry(
            time: now(),
            origin: caller.page?.origin,
            accountId: earlier ?? accountId(of: caller),
            method: method,
            outcome: outcome,
            facts: facts
        )
        await activityLog.add(entry)
    }
}
