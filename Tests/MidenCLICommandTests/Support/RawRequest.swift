import Foundation
import MidenSwiftClient

/// A request as its text, which a test can write as it likes: neither the reader nor the writer of the product has a part in
/// it. Only the signature and the derived keys come from the library.
struct RawRequest {
    /// The members of the text.
    var members: [String: Any]
    /// The requester's key.
    let seed: Data
    /// Of this request alone.
    let secret: Data

    /// A payment in public notes that is valid now, for ten minutes.
    ///
    /// - Parameters:
    ///   - baseUnits: How much.
    ///   - faucet: The address of the token's faucet.
    ///   - recipient: The address that is paid.
    ///   - name: What the requester calls itself.
    ///   - seed: The requester's key.
    ///   - issuedAt: In seconds from now.
    ///   - expiresAt: In seconds from now.
    /// - Throws: If no key can be derived.
    init(
        payment baseUnits: String,
        of faucet: String,
        to recipient: String,
        name: String = "Shop",
        seed: UInt8 = 0x22,
        issuedAt: Int = 0,
        expiresAt: Int = 600
    ) throws {
        try self.init(action: "sendCoin", name: name, seed: seed, issuedAt: issuedAt, expiresAt: expiresAt)
        members["network"] = "localnet"
        members["transactions"] = [
            ["amount": baseUnits, "faucetId": faucet, "noteType": "public", "recipientAddress": recipient]
        ]
    }

    /// A request of an action, without what the action needs.
    init(action: String, name: String = "Shop", seed: UInt8 = 0x22, issuedAt: Int = 0, expiresAt: Int = 600) throws {
        self.seed = Data(repeating: seed, count: 32)
        var generator = SystemRandomNumberGenerator()
        secret = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let keys = try RequestSealing.keys(ofSecret: secret)
        let now = Int(Date().timeIntervalSince1970)
        members = [
            "version": 1, "action": action, "issuedAt": now + issuedAt, "expiresAt": now + expiresAt,
            "id": try RequestSealing.keys(ofLinkKey: keys.linkKey).id.hex,
            "receiptKey": keys.receiptKey.base64EncodedString(),
            "requester": [
                "name": name, "key": try RequestSealing.publicKey(ofSeed: self.seed).base64EncodedString(),
            ],
        ]
    }

    var id: String { members["id"] as? String ?? "" }

    /// The first of the transactions.
    var transaction: [String: Any] {
        get { (members["transactions"] as? [[String: Any]])?.first ?? [:] }
        set { members["transactions"] = [newValue] }
    }

    var requester: [String: Any] {
        get { members["requester"] as? [String: Any] ?? [:] }
        set { members["requester"] = newValue }
    }

    /// The text, in the one form in which texts are written.
    func text() throws -> String {
        let bytes = try JSONSerialization.data(
            withJSONObject: members,
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
        return String(decoding: bytes, as: UTF8.self)
    }

    func link() throws -> String { try link(text: text()) }

    /// The link for another text than that of the members, signed by the requester.
    func link(text: String) throws -> String {
        let bytes = Data(text.utf8)
        return Self.link(signed: try RequestSealing.sign(requestText: bytes, seed: seed) + bytes)
    }

    /// The link for a signature and a text.
    static func link(signed: Data) -> String { "miden-request:#v1.d." + signed.linkText }
}

extension Data {
    /// In lower-case hexadecimal digits.
    var hex: String { map { String(format: "%02x", $0) }.joined() }

    /// As links have it: without padding.
    var linkText: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Reads what ``linkText`` writes.
    init?(linkText text: String) {
        let text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
