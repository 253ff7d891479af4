import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC

@testable import MidenRequests

/// A clock that goes on only when the test says so.
final class TestClock: @unchecked Sendable {
    private let lock = NSLock()
    private var date = Date(timeIntervalSince1970: 1_795_780_860)

    var now: Date { lock.withLock { date } }

    func advance(by seconds: TimeInterval) {
        lock.withLock { date += seconds }
    }
}

/// What was written, in order; the test may be called at each write.
final class WriteLog: @unchecked Sendable {
    private let lock = NSLock()
    private var writes: [RequestWrite] = []
    private var react: (@Sendable (RequestWrite) -> Void)?

    var all: [RequestWrite] { lock.withLock { writes } }

    /// Calls something at each write from now on.
    func react(_ react: @escaping @Sendable (RequestWrite) -> Void) {
        lock.withLock { self.react = react }
    }

    func append(_ write: RequestWrite) {
        let react = lock.withLock {
            writes.append(write)
            return self.react
        }
        react?(write)
    }
}

/// A wallet on a chain of its own, whose account has tokens, and an app that asks it.
struct RequestingShop: Sendable {
    let wallet: MidenWallet
    let folder: URL
    let account: AccountID
    let faucetID: AccountID
    /// The account that is paid.
    let shop: AccountID
    let key: RequesterKey
    let clock = TestClock()
    let writes = WriteLog()
    let requests: RequestWallet

    fileprivate init(_ wallet: MidenWallet, folder: URL, amount: UInt64) async throws {
        self.wallet = wallet
        self.folder = folder
        account = try await wallet.createWallet()
        let minted = try await wallet.mint(to: account, amount: Amount(amount))
        try await wallet.sync()
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
        try await wallet.sync()
        faucetID = minted.faucetId
        shop = try await wallet.createWallet()
        key = try RequesterKey()
        requests = try RequestWallet(
            wallet,
            folder: folder,
            now: { [clock] in clock.now },
            onWrite: { [writes] in writes.append($0) }
        )
    }

    /// The same folder as another process has it.
    func again(mostOpen: Int = 128, mostDone: Int = 10_000) throws -> RequestWallet {
        try RequestWallet(
            wallet,
            folder: folder,
            now: { [clock] in clock.now },
            mostOpen: mostOpen,
            mostDone: mostDone,
            onWrite: { _ in }
        )
    }

    /// A signed request of the app.
    func request(
        _ content: AppRequest.Content,
        secret: RequestSecret? = nil,
        name: String = "Shop",
        key: RequesterKey? = nil,
        origin: String? = nil,
        issuedAt: TimeInterval = 0,
        life: TimeInterval = 600,
        network: WalletNetwork = .localnet,
        address: String? = nil,
        maximumFee: UInt64? = nil
    ) throws -> SignedRequest {
        let (secret, key) = (try secret ?? RequestSecret(), key ?? self.key)
        let issuedAt = clock.now.addingTimeInterval(issuedAt)
        let request = try AppRequest(
            id: secret.id,
            issuedAt: issuedAt,
            expiresAt: issuedAt.addingTimeInterval(life),
            content: content,
            network: network,
            requester: RequesterIdentity(name: name, key: key.publicKey, origin: origin),
            receiptKey: secret.receiptKey,
            address: address,
            maximumFee: maximumFee
        )
        return try SignedRequest(request, by: key)
    }

    /// A payment to the shop.
    func payment(_ baseUnits: UInt64 = 5, faucetID: AccountID? = nil) -> AppRequest.Content {
        .sendCoin([RequestedPayment(to: shop, faucetID: faucetID ?? self.faucetID, baseUnits: baseUnits)])
    }

    func link(_ request: SignedRequest) throws -> String {
        // A request with a note or a transaction is longer than a writer makes links.
        "miden-request:#v1.d." + request.data.base64URL
    }

    /// The question of a request.
    func question(_ request: SignedRequest, simulating: Bool = false) async throws -> RequestQuestion {
        try await requests.question(for: link(request), accountID: account, simulating: simulating)
    }

    /// The transactions that were made for a request.
    func transactions(of request: SignedRequest) async throws -> [TransactionRecord] {
        try await wallet.getTransactions(TransactionQuery(reference: request.reference(ofTransaction: 0))).transactions
    }

    /// What an account has of the token.
    func balance(of accountID: AccountID? = nil) async throws -> UInt64 {
        try await wallet.getBalance(accountId: accountID ?? account).balance(for: faucetID)
    }

    /// The path of the file of a request.
    func file(of request: SignedRequest, in part: String) -> String {
        folder.appendingPathComponent("requests/\(part)/\(DecidedRequest.Name(request).text).json").path
    }

    /// Whether the signature of a receipt is that of the account.
    func isSigned(_ signed: SignedReceipt) async throws -> Bool {
        guard let signature = signed.signature else { return false }
        let commitment = try await wallet.publicKeyCommitment(of: account)
        return try signed.receipt.publicKey == commitment
            && PageSignature.isValid(signature, payload: .receipt(signed.text), commitment: commitment)
    }
}

/// Runs a test with a wallet that has tokens, and an app that asks it.
func withRequestingShop(_ amount: UInt64 = 1000, _ body: (RequestingShop) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    let wallet = try await MidenWallet.open(
        configuration: MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
            dataDirectory: directory.path
        )
    )
    let folder = URL(fileURLWithPath: try directory.folder("app"))
    try await body(try await RequestingShop(wallet, folder: folder, amount: amount))
    _ = try await wallet.shutdown()
    withExtendedLifetime(directory) {}
}
