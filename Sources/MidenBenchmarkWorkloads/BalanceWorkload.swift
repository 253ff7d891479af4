import MidenSwiftClient

/// Reads a balance from the store, the commonest thing an app does.
///
/// - Parameters:
///   - wallet: The wallet to call.
///   - account: An account of the wallet.
///   - calls: How many times the balance is read, one after the other.
/// - Returns: The balance, as it was read last; nil where it was not read at all.
/// - Throws: `MidenError`, from the first call that fails.
@discardableResult
public func readBalance(_ wallet: MidenWallet, of account: AccountID, calls: Int) async throws -> AccountBalance? {
    var balance: AccountBalance?
    for _ in 0..<calls {
        balance = try await wallet.getBalance(accountId: account)
    }
    return balance
}
