/// The address of an account on a network, as people pass it on: a text in bech32 that begins with the network's prefix,
/// such as `mtst1…` on testnet, and has a checksum.
///
/// ```swift
/// let address = try AccountAddress(account, on: .testnet)
/// print(address)                                                   // mtst1…
/// let theirs = try AccountAddress("mtst1…", on: .testnet).accountId
/// ```
public struct AccountAddress: Hashable, Sendable, CustomStringConvertible {
    /// The account.
    public let accountId: AccountID

    /// The address in bech32.
    public let text: String

    /// The address in bech32.
    public var description: String { text }

    init(accountId: AccountID, text: String) {
        self.accountId = accountId
        self.text = text
    }

    /// Makes the address of an account. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - network: The network the address is for.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such account, ``MidenError/Code/unsupported`` where
    ///   this build or this CPU cannot do it.
    public init(_ accountId: AccountID, on network: MidenWallet.Network) throws {
        self.accountId = accountId
        text = try FormatAddressRequest(accountId: accountId, network: network.description).result().address
    }

    /// Reads an address. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameters:
    ///   - text: The address. White space around it does not matter.
    ///   - network: The network it has to be for.
    /// - Throws: ``MidenError/Code/invalidParameter`` with a sentence that says what is wrong: the checksum, that it is no
    ///   account's, or that it is of another network.
    public init(_ text: String, on network: MidenWallet.Network) throws {
        accountId = try ParseAddressRequest(address: text, network: network.description).result().accountId
        self.text = String(text.filter { !$0.isWhitespace })
    }
}
