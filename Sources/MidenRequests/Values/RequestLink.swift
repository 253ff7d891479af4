import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The link of a request, such as `miden-request:#v1.d.…`.
///
/// Anyone with a link can read the request: do not log it. Descriptions and reflection show nothing of it.
public enum RequestLink: Hashable, Sendable {
    /// The link holds the whole request.
    case direct(SignedRequest)
    /// The link holds the key of a request at a relay, 32 bytes. The relay is `HOST[:PORT][PATH]` over https, or
    /// `http://` and a host of this machine.
    case relayed(linkKey: Data, relay: String)

    /// What links begin with that open a wallet.
    public static let scheme = "miden-request:"
    /// The longest link that is read, in bytes.
    public static let longestRead = 8192
    /// The longest direct link that is written, in bytes.
    public static let longestDirect = 2048
    /// The longest link that fits a QR code, in bytes: version 25 at error level M.
    public static let longestQRCode = 997

    /// Reads a link. Needs no wallet and no network.
    ///
    /// - Parameters:
    ///   - text: The link. Whitespace around it is dropped.
    ///   - allowsLoopback: Whether links by `http` and relays on this machine are read: for wallets of a local network.
    /// - Throws: `MidenError.Kind.invalidRequestLink`, `MidenError.Kind.unsupportedRequestVersion`, and what
    ///   ``SignedRequest/init(_:)`` throws. No error shows anything of the link.
    public init(_ text: String, allowsLoopback: Bool = false) throws {
        let link = Substring(text).trimmingASCIIWhitespace
        guard link.utf8.count <= Self.longestRead else {
            throw MidenError.invalidRequestLink("The link of a request has at most \(Self.longestRead) characters.")
        }
        let parts = link.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        guard parts.count == 2, let base = LinkBase(String(Substring(parts[0])), allowsLoopback: allowsLoopback) else {
            throw MidenError.invalidRequestLink(
                "This is not the link of a request: it begins with miden-request: or https:// and has one #."
            )
        }
        let fields = parts[1].split(
            separator: UInt8(ascii: "."),
            maxSplits: 2,
            omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard fields.count == 3, fields[0].utf8.elementsEqual("v1".utf8) else {
            throw Self.isNewerVersion(fields[0])
                ? MidenError(
                    code: .invalidParameter,
                    kind: .unsupportedRequestVersion,
                    message: "The link is of a newer version: update the app."
                ) : Self.malformed
        }
        switch fields[1] {
        case "d":
            guard let data = Data(base64URL: fields[2]), !data.isEmpty else { throw Self.malformed }
            self = .direct(try SignedRequest(data))
        case "r":
            self = try Self.relayed(fields[2], base, allowsLoopback: allowsLoopback)
        default: throw Self.malformed
        }
    }

    /// Writes the link.
    ///
    /// - Parameter base: What the link begins with: `miden-request:`, or the https address of a page (at most 200 characters,
    ///   without query and fragment).
    /// - Returns: The link: a secret.
    /// - Throws: `MidenError.Kind.requestNeedsRelay` if the link of a direct request has more than 2,048 characters,
    ///   `MidenError.Kind.invalidRequestLink` if the base, the key or the relay cannot be in a link.
    public func text(base: String = RequestLink.scheme) throws -> String {
        guard let read = LinkBase(base, allowsLoopback: true) else {
            throw MidenError.invalidRequestLink(
                "The base of a link is miden-request:, or an https address of at most \(LinkBase.longest) characters without"
                    + " query and fragment."
            )
        }
        switch self {
        case .direct(let request):
            let link = "\(base)#v1.d.\(request.data.base64URL)"
            guard link.utf8.count <= Self.longestDirect else {
                throw MidenError.requestNeedsRelay(
                    "The request is too large for a link: it would have \(link.utf8.count) characters, and at most"
                        + " \(Self.longestDirect) are allowed."
                )
            }
            return link
        case .relayed(let linkKey, let relay):
            guard linkKey.count == 32, LinkBase.isRelay(relay, allowsLoopback: true) else { throw Self.malformed }
            let link = "\(base)#v1.r.\(linkKey.base64URL)"
            return read.relay == relay ? link : "\(link).\(relay)"
        }
    }

    /// Makes the link's QR code.
    ///
    /// - Parameter base: As for ``text(base:)``.
    /// - Returns: The code, which holds the link: a secret.
    /// - Throws: `MidenError.Kind.requestNeedsRelay` if the link has more than 997 bytes, and what ``text(base:)`` throws.
    public func qrCode(base: String = RequestLink.scheme) throws -> QRCode {
        let link = try text(base: base)
        guard link.utf8.count <= Self.longestQRCode else {
            throw MidenError.requestNeedsRelay(
                "The request is too large for a QR code: its link has \(link.utf8.count) bytes, and at most"
                    + " \(Self.longestQRCode) can be read from a screen."
            )
        }
        return QRCode(link)
    }

    private static var malformed: MidenError {
        .invalidRequestLink("This is not the link of a request: it may be cut, or not copied as a whole.")
    }

    private static func isNewerVersion(_ field: String) -> Bool {
        field.utf8.first == UInt8(ascii: "v") && WholeNumber(String(field.dropFirst())).map { $0.value > 1 } == true
    }

    private static func relayed(_ field: String, _ base: LinkBase, allowsLoopback: Bool) throws -> RequestLink {
        let parts = field.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard let key = Data(base64URL: parts[0]), key.count == 32 else { throw malformed }
        if parts.count == 1 {
            guard let relay = base.relay else { throw malformed }
            return .relayed(linkKey: key, relay: relay)
        }
        guard LinkBase.isRelay(parts[1], allowsLoopback: allowsLoopback) else { throw malformed }
        return .relayed(linkKey: key, relay: parts[1])
    }
}

extension RequestLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The form of the link alone.
    public var description: String {
        switch self {
        case .direct: "direct link of a request"
        case .relayed: "relayed link of a request"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Substring {
    fileprivate var trimmingASCIIWhitespace: Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
        let start = utf8.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return Substring(start[...last])
    }
}
