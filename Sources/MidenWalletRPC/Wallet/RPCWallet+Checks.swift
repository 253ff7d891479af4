import Foundation

// What comes before an answer, in the order of the specification.

extension RPCWallet {
    /// Checks the grant, the account and the lock, then what the parameters contain, and asks the user.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - address: The account that the parameters name.
    ///   - content: Checks what the parameters contain and returns what to ask, nil if nothing.
    /// - Returns: The grant, which still holds.
    /// - Throws: ``RPCError``.
    func unlockedGrant(
        of caller: RPCCaller,
        naming address: String,
        asking content: @Sendable (Grant) throws -> ApprovalQuestion.Content?
    ) async throws -> Grant {
        let deadline = newDeadline(Self.questionLife)
        let locked = try grant(of: caller, naming: address)
        try await unlock(for: caller, appName: locked.appName, about: locked, until: deadline) {
            _ = try grant(of: caller, naming: address)
        }

        // The grant may end while the user is asked.
        let unlocked = try grant(of: caller, naming: address)
        guard let content = try content(unlocked) else { return unlocked }
        try await ask(
            ApprovalQuestion(content, from: caller, appName: unlocked.appName, icon: icon(of: caller), about: unlocked),
            for: caller,
            until: deadline
        )
        return try grant(of: caller, naming: address)
    }

    /// The icon of a page; nil if it sent none.
    func icon(of caller: RPCCaller) -> Data? {
        caller.page.flatMap { icons[$0.origin] }
    }
}
