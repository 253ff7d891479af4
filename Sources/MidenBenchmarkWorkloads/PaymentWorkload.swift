import Foundation
import MidenSwiftClient

/// Payments to an account that is not in the wallet, with and without a reference.
public struct PaymentWorkload: Sendable {
    private let wallet: MidenWallet
    private let account: AccountID
    private let payments: [Payment]

    /// Prepares the payments.
    ///
    /// - Parameter workload: The wallet, whose account pays.
    /// - Throws: `MidenError`; ``WorkloadError`` if the account holds nothing.
    public init(_ workload: WorkloadWallet) async throws {
        wallet = workload.wallet
        account = workload.account
        guard let held = try await wallet.getBalance(accountId: account).fungibleAssets.first else {
            throw WorkloadError(description: "the account that pays holds nothing")
        }
        let recipient = try AccountID("0x550559ffb22381117072d0749fccd2")
        payments = [Payment(to: recipient, faucetId: held.faucetId, amount: 1)]
    }

    /// Makes a payment. The wallet syncs after it, so that the next one builds on a committed transaction.
    ///
    /// - Parameter hasReference: Whether the payment has a reference, which is a new one each time.
    /// - Returns: How long the payment took, without the sync.
    /// - Throws: `MidenError`.
    @discardableResult
    public func pay(withReference hasReference: Bool) async throws -> Duration {
        let reference = hasReference ? UUID().uuidString : nil
        let begun = ContinuousClock.now
        try await wallet.send(from: account, payments: payments, reference: reference)
        let took = ContinuousClock.now - begun
        try await wallet.sync()
        return took
    }
}
