import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What an app asks the wallet of another app to do. ``SignedRequest`` is one with the signature of the app.
///
/// ```swift
/// let payment = RequestedPayment(to: shop, faucetID: faucet, baseUnits: 1_500_000)
/// let request = try AppRequest(
///     id: secret.id, issuedAt: now, expiresAt: now + 600, content: .sendCoin([payment]), network: .testnet,
///     requester: RequesterIdentity(name: "Shop", key: key.publicKey), receiptKey: secret.receiptKey
/// )
/// ```
public struct AppRequest: Hashable, Sendable {
    /// The largest request text, in bytes.
    public static let largestText = 250_000
    /// How deep a request text may be nested. Its outermost object counts as 1.
    public static let deepestNesting = 8
    /// The most transactions of a request.
    public static let mostTransactions = 16
    /// From its issue to its expiry, in seconds.
    public static let lifetime = 30...604_800

    /// What is asked for.
    public enum Content: Hashable, Sendable {
        /// The account that the user chooses.
        case connectWallet
        /// The same, and a signature over a message of 1 to 16,384 bytes of UTF-8.
        case connectWalletAndSignMessage(String)
        /// A signature over a message of 1 to 16,384 bytes of UTF-8.
        case signMessage(String)
        /// Payments, 1 to 16.
        case sendCoin([RequestedPayment])
        /// The consumption of notes, 1 to 16.
        case consumeNote([RequestedNote])
        /// Calls of procedures, 1 to 16.
        case executeContract([RequestedProcedureCall])
        /// Transactions that the requester made, 1 to 16.
        case executeContractWithEncoded([EncodedTransaction])

        /// The action that asks for it.
        public var action: RequestAction {
            switch self {
            case .connectWallet: .connectWallet
            case .connectWalletAndSignMessage: .connectWalletAndSignMessage
            case .signMessage: .signMessage
            case .sendCoin: .sendCoin
            case .consumeNote: .consumeNote
            case .executeContract: .executeContract
            case .executeContractWithEncoded: .executeContractWithEncoded
            }
        }
    }

    /// When the next transaction of a request begins.
    public enum Order: String, Codable, Hashable, Sendable, CaseIterable {
        /// When the one before is submitted.
        case submitted
        /// When the one before is in a block.
        case committed
    }

    /// The id, which derives from the requester's secret.
    public let id: RequestID
    /// When the requester made it, in whole seconds.
    public let issuedAt: Date
    /// From when on nothing of it is begun, in whole seconds.
    public let expiresAt: Date
    /// The network. Nil only if a wallet of any network can be connected.
    public let network: WalletNetwork?
    /// The app that asks.
    public let requester: RequesterIdentity
    /// The X25519 public key to which receipts are sealed, 32 bytes.
    public let receiptKey: Data
    /// The address of the account that has to act. Without it the user chooses.
    public let address: String?
    /// What is asked for.
    public let content: Content
    /// The most that each transaction may pay in fees, in base units of the network's fee token.
    public let maximumFee: UInt64?
    /// When the next transaction begins.
    public let order: Order
    /// What the wallet opens afterwards.
    public let returnLinks: ReturnLinks?

    /// What is asked for, by its name.
    public var action: RequestAction { content.action }

    /// The message to sign, nil if there is none.
    public var message: String? {
        switch content {
        case .connectWalletAndSignMessage(let message), .signMessage(let message): message
        default: nil
        }
    }

    /// How many transactions are asked for.
    public var transactionCount: Int { content.transactionCount }

    /// The account of ``address``, nil if there is none.
    public var accountID: AccountID? {
        guard let address else { return nil }
        return try? RequestAddress.accountID(of: address, on: network)
    }

    /// Makes a request, and checks all limits. Needs no wallet and no network.
    ///
    /// - Parameters:
    ///   - id: The id, of ``RequestSecret/id``.
    ///   - issuedAt: When the request is made. Parts of a second are dropped.
    ///   - expiresAt: From when on nothing of it is begun: 30 s to 7 days after `issuedAt`. Parts of a second are dropped.
    ///   - content: What is asked for.
    ///   - network: The network. Only a request to connect can be without.
    ///   - requester: The app that asks.
    ///   - receiptKey: The key to which receipts are sealed, of ``RequestSecret/receiptKey``.
    ///   - address: The address of the account that has to act, of the network. Without it the user chooses.
    ///   - maximumFee: The most that each transaction may pay in fees, in base units.
    ///   - order: When the next transaction begins.
    ///   - returnLinks: What the wallet opens afterwards.
    /// - Throws: `MidenError.Kind.invalidRequest` with the member that is beyond a limit or not of the form,
    ///   `MidenError.Kind.requestWrongNetwork` if the address is of another network.
    public init(
        id: RequestID,
        issuedAt: Date,
        expiresAt: Date,
        content: Content,
        network: WalletNetwork?,
        requester: RequesterIdentity,
        receiptKey: Data,
        address: String? = nil,
        maximumFee: UInt64? = nil,
        order: Order = .submitted,
        returnLinks: ReturnLinks? = nil
    ) throws {
        self.id = id
        self.issuedAt = try Self.wholeSeconds(issuedAt, "issuedAt")
        self.expiresAt = try Self.wholeSeconds(expiresAt, "expiresAt")
        self.content = content
        self.network = network
        self.requester = requester
        self.receiptKey = receiptKey
        self.address = address
        self.maximumFee = maximumFee
        self.order = order
        self.returnLinks = returnLinks
        try checkLimits()
        try checkReceiptKey()
        _ = try text()
    }

    /// Reads a request text. The signature is not looked at: ``SignedRequest/init(_:)`` does that first.
    ///
    /// - Parameter text: The text in UTF-8, at most 250,000 bytes.
    /// - Throws: `MidenError.Kind.invalidRequest` with the member that is unknown, repeated, not of the form, or beyond a
    ///   limit; `MidenError.Kind.unsupportedRequestVersion`; `MidenError.Kind.requestWrongNetwork` if an address is of
    ///   another network.
    public init(text: Data) throws {
        try self.init(textReadBefore: text)
        try checkReceiptKey()
    }

    /// Reads a request text that this library read before: that a receipt can be sealed to its key is known.
    init(textReadBefore text: Data) throws {
        let form = try RequestForm(text: text)
        id = form.id
        issuedAt = form.issuedAt
        expiresAt = form.expiresAt
        content = form.content
        network = form.network
        requester = form.requester
        receiptKey = form.receiptKey
        address = form.address
        maximumFee = form.maximumFee
        order = form.order ?? .submitted
        returnLinks = form.returnLinks
        try checkLimits()
        guard form.order == nil || action.hasTransactions else {
            throw MidenError.invalidRequest("order is for requests with transactions.")
        }
    }

    /// Writes the request in the one form that writers use: names sorted, no whitespace, optional members left out.
    ///
    /// - Returns: The text in UTF-8.
    /// - Throws: `MidenError.Kind.invalidRequest` if there can be no such account, or the text has more than 250,000 bytes.
    public func text() throws -> Data {
        let text = try JSONText(encoding: RequestMembers(self)).data
        guard text.count <= Self.largestText else {
            throw MidenError.invalidRequest("it has \(text.count) bytes, and at most \(Self.largestText) are allowed.")
        }
        return text
    }
}

extension AppRequest: CustomStringConvertible {
    /// The action and the id: neither names nor amounts.
    public var description: String { "request \(id) (\(action.rawValue))" }
}

extension AppRequest.Content {
    /// How many transactions are asked for.
    package var transactionCount: Int {
        switch self {
        case .connectWallet, .connectWalletAndSignMessage, .signMessage: 0
        case .sendCoin(let payments): payments.count
        case .consumeNote(let notes): notes.count
        case .executeContract(let calls): calls.count
        case .executeContractWithEncoded(let transactions): transactions.count
        }
    }
}
