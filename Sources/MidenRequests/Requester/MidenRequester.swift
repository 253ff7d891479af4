import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Asks wallets of other apps to act, and verifies what they report. Needs no wallet and no node.
///
/// ```swift
/// let requester = try await MidenRequester(name: "Shop", network: .testnet, store: FileRequesterStore(folder: folder))
/// let payment = RequestedPayment(to: shop, faucetID: faucet, baseUnits: 1_500_000)
/// let pending = try await requester.requestSendCoin([payment])      // show pending.link to the user
/// let receipt = try await requester.accept(bytes)                   // what the wallet answered
/// if receipt.receipt.status == .succeeded { … }
/// ```
///
/// Nothing is kept in memory that is not in the store: another requester on the same store goes on with its requests. Requests
/// stay there until 30 days after they expired, or until ``delete(requestID:)``.
public actor MidenRequester {
    /// For how many seconds a request is kept after it expired.
    static let keptAfterExpiry: TimeInterval = 30 * 86_400

    /// The name that wallets show. It is a claim.
    public let name: String
    /// The origin of the requester, as browsers write it, nil if it has none.
    public let origin: String?
    /// The network of the requests.
    public let network: WalletNetwork
    /// What links begin with.
    public let linkBase: String

    let store: any RequesterStore
    let now: @Sendable () -> Date
    let verifier = ReceiptVerifier()
    private let open: @Sendable (URL) async -> Bool
    private var key: RequesterKey?

    /// Makes a requester. Requests that expired more than 30 days ago are removed from the store. Waits for the store.
    ///
    /// - Parameters:
    ///   - name: The name that wallets show, 1 to 64 characters.
    ///   - origin: The origin of the requester, `https://HOST[:PORT]`, nil if it has none.
    ///   - network: The network of the requests.
    ///   - store: Where the key, the requests and the keys of accounts are kept.
    ///   - linkBase: What links begin with: `miden-request:`, or an https address that the wallet app opens.
    ///   - now: The clock.
    ///   - open: Opens a link, such as by `UIApplication.open`, and tells whether an app opened it.
    /// - Throws: ``MidenError/Kind/invalidRequest`` if name or origin cannot be one.
    public init(
        name: String,
        origin: String? = nil,
        network: WalletNetwork,
        store: some RequesterStore,
        linkBase: String = RequestLink.scheme,
        now: @escaping @Sendable () -> Date = { Date() },
        open: @escaping @Sendable (URL) async -> Bool = { _ in false }
    ) async throws {
        // The key is made with the first request. What is wrong with the rest is said now.
        _ = try RequesterIdentity(name: name, key: Data(count: 32), origin: origin)
        self.name = name
        self.origin = origin
        self.network = network
        self.store = store
        self.linkBase = linkBase
        self.now = now
        self.open = open
        // Those that could not be removed are removed the next time.
        try? await store.removeRequests(expiredBefore: now().addingTimeInterval(-Self.keptAfterExpiry))
    }

    /// Makes a request of any action. Waits for the store. The request is kept if this returns.
    ///
    /// - Parameters:
    ///   - content: What the wallet has to do.
    ///   - address: The address of the account that has to do it, nil if the user chooses.
    ///   - maximumFee: The highest fee of a transaction, in base units, nil if there is no limit. Only for actions with
    ///     transactions.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: ``MidenError/Kind/invalidRequest`` if it exceeds a limit, ``MidenError/Kind/requestNeedsRelay`` if it is too
    ///   large for a link, and what the store throws. Nothing is kept then.
    public func request(
        _ content: AppRequest.Content,
        address: String? = nil,
        maximumFee: UInt64? = nil,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        let (seconds, fraction) = lifetime.components
        guard fraction == 0, let seconds = Int(exactly: seconds), AppRequest.lifetime.contains(seconds) else {
            throw MidenError.invalidRequest("it has to be open for whole seconds, from 30 seconds to 7 days.")
        }
        let issuedAt = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
        let key = try await requesterKey()
        let secret = try RequestSecret()
        let request = try AppRequest(
            id: secret.id,
            issuedAt: issuedAt,
            expiresAt: issuedAt.addingTimeInterval(TimeInterval(seconds)),
            content: content,
            network: network,
            requester: RequesterIdentity(name: name, key: key.publicKey, origin: origin),
            receiptKey: secret.receiptKey,
            address: address,
            maximumFee: maximumFee
        )
        let stored = StoredRequest(secret: secret, request: try SignedRequest(request, by: key), linkBase: linkBase)
        let pending = try PendingRequest(stored)
        try await store.add(stored)
        return pending
    }

    /// Opens the link of a request in the wallet, any number of times. Waits for the store and for `open`.
    ///
    /// - Parameter requestID: The id of the request.
    /// - Throws: ``MidenError/Kind/requestUnknown``, ``MidenError/Kind/requestExpired``,
    ///   ``MidenError/Kind/requestLinkNotOpened`` if no app opened it, and what the store throws.
    public func execute(requestID: RequestID) async throws {
        let stored = try await storedRequest(requestID)
        guard now() < stored.request.request.expiresAt else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .requestExpired,
                message: "The request \(requestID.text) has expired. Make a new one."
            )
        }
        guard let url = URL(string: try PendingRequest(stored).link), await open(url) else {
            throw MidenError(
                code: .unsupported,
                kind: .requestLinkNotOpened,
                message: "No app opened the request \(requestID.text). Show its link or QR code instead."
            )
        }
    }

    /// A request that was made. Waits for the store.
    ///
    /// - Parameter requestID: Its id.
    /// - Returns: The request with its link.
    /// - Throws: ``MidenError/Kind/requestUnknown``, and what the store throws.
    public func pendingRequest(requestID: RequestID) async throws -> PendingRequest {
        try PendingRequest(try await storedRequest(requestID))
    }

    /// The requests that are kept, newest first. Waits for the store. Those that cannot be read are left out:
    /// ``requestIDs()`` has them too.
    ///
    /// - Returns: The requests with their links.
    /// - Throws: What the store throws.
    public func requests() async throws -> [PendingRequest] {
        try await readableRequests().map(PendingRequest.init)
    }

    /// The ids of the requests that are kept, also of those that cannot be read, in the order of their texts. Waits for the store.
    ///
    /// - Returns: The ids.
    /// - Throws: What the store throws.
    public func requestIDs() async throws -> [RequestID] {
        try await store.requestIDs().sorted { $0.text < $1.text }
    }

    /// Removes a request with its secret and its receipts: a receipt that comes later cannot be accepted. The wallet is not
    /// told. Waits for the store.
    ///
    /// - Parameter requestID: The id of the request.
    /// - Throws: ``MidenError/Kind/requestUnknown``, and what the store throws.
    public func delete(requestID: RequestID) async throws {
        guard try await store.remove(requestID) else { throw MidenError.unknownRequest(requestID) }
    }

    // MARK: - Reading the store

    func storedRequest(_ id: RequestID) async throws -> StoredRequest {
        guard let stored = try await store.request(id) else { throw MidenError.unknownRequest(id) }
        return stored
    }

    /// All requests but those that cannot be read, newest first.
    func readableRequests() async throws -> [StoredRequest] {
        var requests: [StoredRequest] = []
        for id in try await requestIDs() {
            do {
                if let request = try await store.request(id) { requests.append(request) }
            } catch let error as MidenError where error.isOfOneRequest {
                continue
            }
        }
        return requests.sorted { $0.request.request.issuedAt > $1.request.request.issuedAt }
    }

    private func requesterKey() async throws -> RequesterKey {
        if let key { return key }
        let seed = try await store.keySeed(orKeeping: try RequesterKey().seed)
        let stored = try RequesterKey(seed: seed)
        key = stored
        return stored
    }
}

extension MidenError {
    /// Whether one request cannot be read, which does not concern the others.
    fileprivate var isOfOneRequest: Bool { kind == .requestFileDamaged || kind == .requestFileUnusable }
}

extension MidenError.Kind {
    /// No app opened the link of a request.
    public static var requestLinkNotOpened: Self { "request_link_not_opened" }
}
