import MidenSwiftClient

/// Everything a wallet's store shows of itself.
struct WalletSnapshot: Equatable {
    let info: WalletInfo
    let accounts: [Account]
    let balances: [AccountBalance]
    let notes: Set<InputNote>

    init(of wallet: MidenWallet) async throws {
        info = try await wallet.info()
        accounts = try await wallet.getAccounts().sorted { $0.id.hex < $1.id.hex }
        var balances: [AccountBalance] = []
        for account in accounts {
            balances.append(try await wallet.getBalance(accountId: account.id))
        }
        self.balances = balances
        notes = Set(try await wallet.getInputNotes().notes)
    }
}
