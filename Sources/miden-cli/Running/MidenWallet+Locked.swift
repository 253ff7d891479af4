import MidenSwiftClient

extension MidenWallet {
    /// Whether the network has a newer state of a private account than this wallet, which can do nothing with it then.
    func isLocked(_ account: AccountID) async throws -> Bool {
        try await getAccounts().contains { $0.id == account && $0.status == .locked }
    }

    /// Refuses an account that is locked: what the wallet knows of it is old, also what it holds and can consume.
    func requireUnlocked(_ account: AccountID) async throws {
        guard try await isLocked(account) else {
            return
        }
        throw MidenError(
            code: .accountOperation,
            kind: "account_locked",
            message: "Account \(account) is locked: the network has a newer state of it than this wallet. Import its"
                + " newest account file, with `miden-cli import`."
        )
    }
}
