import Foundation

/// The parameters of `miden_signIn`: what a server wants to have signed.
public struct SignInParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to.
    public let address: String
    /// The origin of the server. The wallet refuses one that is not the page's.
    public let origin: String
    /// 16 to 64 letters and digits, which the server uses once.
    public let nonce: String
    /// When the server made the nonce, such as `2026-11-25T09:30:00Z`.
    public let issuedAt: String
    /// Until when the signature can be used.
    public let expiresAt: String
    /// One line that tells the user what the sign-in is for.
    public let statement: String?

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - origin: The origin of the server.
    ///   - nonce: 16 to 64 letters and digits.
    ///   - issuedAt: When the server made the nonce.
    ///   - expiresAt: Until when the signature can be used.
    ///   - statement: One line that tells the user what the sign-in is for.
    public init(
        address: String,
        origin: String,
        nonce: String,
        issuedAt: String,
        expiresAt: String,
        statement: String? = nil
    ) {
        self.address = address
        self.origin = origin
        self.nonce = nonce
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.statement = statement
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        origin = try container.decode(String.self, forKey: .origin)
        nonce = try container.decode(
            String.self,
            forKey: .nonce,
            "a nonce of 16 to 64 letters and digits",
            where: WireForm.isNonce
        )
        let time = "a time such as 2026-11-25T09:30:00Z"
        issuedAt = try container.decode(String.self, forKey: .issuedAt, time, where: WireForm.isTime)
        expiresAt = try container.decode(String.self, forKey: .expiresAt, time, where: WireForm.isTime)
        statement = try container.decodeIfPresent(
            String.self,
            forKey: .statement,
            "a line of 1 to 256 characters",
            where: Self.isStatementLength
        )
    }

    /// Checks what the parameters contain.
    ///
    /// - Parameters:
    ///   - pageOrigin: The origin of the page, as the browser states it.
    ///   - now: The time.
    /// - Throws: ``RPCError/unauthorizedOrigin`` for the sign-in of another origin, ``RPCError/invalidParameters(_:)`` for times
    ///   that do not hold and for a statement that is not one plain line.
    public func checkContent(pageOrigin: String, now: Date) throws {
        guard origin.utf8.elementsEqual(pageOrigin.utf8) else { throw RPCError.unauthorizedOrigin }
        guard let issued = Self.date(issuedAt), let expires = Self.date(expiresAt) else {
            throw RPCError.invalidParameters("There is no such time")
        }
        guard issued.timeIntervalSince(now) <= Self.clockDifference else {
            throw RPCError.invalidParameters("issuedAt is in the future")
        }
        guard expires > now else { throw RPCError.invalidParameters("The sign-in has expired") }
        guard expires > issued, expires.timeIntervalSince(issued) <= Self.longestLife else {
            throw RPCError.invalidParameters("expiresAt is not within 24 hours after issuedAt")
        }
        if let statement, !statement.unicodeScalars.allSatisfy(\.isPlain) {
            throw RPCError.invalidParameters("The statement is not one line without control characters")
        }
    }

    /// By how much the clock of a server may be ahead of that of the wallet.
    static let clockDifference: TimeInterval = 5 * 60
    /// How long a sign-in may hold.
    static let longestLife: TimeInterval = 24 * 60 * 60

    /// A time, nil if there is no such day, hour, minute or second.
    static func date(_ text: String) -> Date? {
        guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else { return nil }
        return date
    }

    /// Whether a statement is one plain line of 1 to 256 characters.
    static func isStatement(_ text: String) -> Bool {
        isStatementLength(text) && text.unicodeScalars.allSatisfy(\.isPlain)
    }

    private static func isStatementLength(_ text: String) -> Bool {
        (1...256).contains(text.unicodeScalars.count)
    }
}

extension SignInParameters {
    static let firstLineEnd = " wants you to sign in with your Miden account:"

    /// The text of the sign-in, after EIP-4361. The wallet makes it after ``checkContent(pageOrigin:now:)``, and a verifier
    /// makes it again.
    ///
    /// - Parameters:
    ///   - address: The address of the account, without routing parameters.
    ///   - network: The network of the wallet.
    /// - Returns: The text.
    public func text(address: String, network: WalletNetwork) -> String {
        var lines = [origin + Self.firstLineEnd, address, ""]
        if let statement { lines += [statement, ""] }
        lines += [
            "URI: \(origin)",
            "Version: 1",
            "Chain ID: miden:\(network.rawValue)",
            "Nonce: \(nonce)",
            "Issued At: \(issuedAt)",
            "Expiration Time: \(expiresAt)",
        ]
        return lines.joined(separator: "\n")
    }

    /// The same text as it is shown to the user, with what is not seen of the statement escaped.
    func shownText(address: String, network: WalletNetwork) -> String {
        SignInParameters(
            address: self.address,
            origin: origin,
            nonce: nonce,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            statement: statement?.shownInFull
        ).text(address: address, network: network)
    }
}
