import MidenSwiftClient

// What the user granted, for the app to show and to end.

extension RPCWallet {
    /// Lists what the user granted, with what another process changed meanwhile.
    ///
    /// - Returns: The grants of each origin, on all networks.
    /// - Throws: What the store throws.
    public func listGrants() throws -> [String: OriginGrants] {
        try reloadGrants()
        return grants
    }

    /// Ends all grants of an origin, on all networks. At once its sessions and its questions end, those of open connects too,
    /// and its pages are told.
    ///
    /// - Parameter origin: The origin. If it has no grant, only its open connects end.
    /// - Throws: What the store throws; the grants go on then.
    public func revoke(origin: String) throws {
        endConnects { $0.caller.page?.origin == origin }
        try endGrants(of: origin, announcedBy: nil)
    }

    /// Ends the grant of an origin for one account, on the network of the wallet. If its pages have the session of this
    /// account, the session and their questions end at once, they are told, and the next connect asks.
    ///
    /// - Parameters:
    ///   - origin: The origin.
    ///   - accountId: The account. If it was not granted, only the open connects that are about it end.
    /// - Throws: What the store throws; the grant goes on then.
    public func revoke(origin: String, accountId: AccountID) throws {
        endConnects { $0.caller.page?.origin == origin && $0.question.accountId == accountId }
        try endGrant(of: origin, for: accountId)
    }

    /// Ends the open connects with such a question.
    private func endConnects(where isConcerned: (PendingQuestion) -> Bool) {
        for pending in questions.filter(isConcerned) {
            endConnects(of: pending.caller, byPage: false)
        }
    }
}
