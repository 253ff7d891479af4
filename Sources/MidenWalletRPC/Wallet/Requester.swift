/// Asks questions: the pages of an origin that have a session, or those that have none. A program that forges an origin has no
/// session, so it does not use up the room of the connected pages, and its declines do not make them wait.
struct Requester: Hashable, Sendable {
    /// The origin; nil for the Safari extension.
    let origin: String?
    /// Whether it cannot be forged: pages with a session, and the Safari extension.
    let isKnown: Bool
}

extension RPCWallet {
    /// What a caller's questions count for.
    ///
    /// - Throws: What the store throws.
    func requester(of caller: RPCCaller) throws -> Requester {
        Requester(origin: caller.page?.origin, isKnown: try caller.page.map(hasSession) ?? true)
    }
}
