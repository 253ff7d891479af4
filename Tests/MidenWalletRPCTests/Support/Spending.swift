import Foundation
import MidenSwiftClient

@testable import MidenWalletRPC

/// A wallet that answers pages and whose account has tokens, with another account to be paid.
struct SpendingWallet: Sendable {
    let base: AnsweringWallet
    let faucetId: AccountID
    /// The address of the faucet.
    let faucet: String
    /// The account that is paid.
    let recipientId: AccountID
    /// The address of the account that is paid.
    let recipient: String

    fileprivate init(_ base: AnsweringWallet, amount: UInt64) async throws {
        self.base = base
        let network = base.wallet.configuration.network
        let minted = try await base.wallet.mint(to: base.account, amount: Amount(amount))
        try await base.wallet.sync()
        _ = try await base.wallet.consumeNotes(accountId: base.account, noteIds: [minted.noteId])
        try await base.wallet.sync()
        faucetId = minted.faucetId
        faucet = try AccountAddress(minted.faucetId, on: network).text
        recipientId = try await base.wallet.createWallet()
        recipient = try AccountAddress(recipientId, on: network).text
    }

    /// A page that the user connected.
    func connectedPage(of origin: String = AnsweringWallet.origin) async throws -> TestPage {
        let page = base.page(of: origin)
        let connect = Task { try await page.connect() }
        try await base.user.next().approve()
        _ = try await connect.value
        return page
    }

    /// A payment to the other account.
    func payment(
        _ baseUnits: UInt64,
        callId: String = RandomHex.digits(bytes: 16),
        recallBlocks: Int? = nil,
        from address: String? = nil,
        to recipientAddress: String? = nil,
        faucet faucetAddress: String? = nil
    ) -> RequestSendParameters {
        RequestSendParameters(
            address: address ?? base.address,
            recipientAddress: recipientAddress ?? recipient,
            faucetId: faucetAddress ?? faucet,
            noteType: .public,
            amount: RPCAmount(baseUnits: baseUnits),
            recallBlocks: recallBlocks,
            callId: callId
        )
    }

    /// Sends a payment that the user approves.
    func send(_ parameters: RequestSendParameters, from page: TestPage) async throws -> String {
        let reference = Task { try await page.send(parameters) }
        try await base.user.next().approve()
        return try await reference.value
    }

    /// Sends more than the account has when the user approves it. The reference is returned.
    func sendTooMuch(from page: TestPage) async throws -> String {
        let call = Task { try await page.send(payment(600)) }
        let asked = try await base.user.next()
        let other = Payment(to: recipientId, faucetId: faucetId, amount: 700)
        _ = try await base.wallet.send(from: base.account, payments: [other])
        asked.approve()
        return try await call.value
    }

    /// Waits until a transaction of a reference is submitted or has failed.
    func state(of reference: String, in pages: RPCWallet? = nil) async throws -> RequestedTransaction.State? {
        let pages = pages ?? base.pages
        while true {
            let transaction = try await pages.transactions.all()[reference]
            guard let transaction, transaction.work != nil else { return transaction?.state }
            await Task.yield()
        }
    }

    /// Brings what was sent to the recipient.
    ///
    /// - Returns: What the recipient has of the token.
    func received() async throws -> UInt64 {
        try await base.wallet.sync()
        _ = try await base.wallet.consumeAllNotes(accountId: recipientId)
        try await base.wallet.sync()
        return try await balance(of: recipientId)
    }

    /// What an account has of the token.
    func balance(of accountId: AccountID) async throws -> UInt64 {
        try await base.wallet.getBalance(accountId: accountId).balance(for: faucetId)
    }
}

/// Runs a test with a wallet that has tokens. The test answers the questions.
///
/// - Parameters:
///   - amount: How much the account has, in base units.
///   - transactions: Keeps what became of transactions.
///   - body: The test.
/// - Throws: What the test throws.
func withSpendingWallet(
    _ amount: UInt64 = 1000,
    transactions: TransactionStore = TransactionStore(),
    _ body: (SpendingWallet) async throws -> Void
) async throws {
    try await withAnsweringWallet(nil, transactions: transactions) { base in
        try await body(try await SpendingWallet(base, amount: amount))
    }
}
