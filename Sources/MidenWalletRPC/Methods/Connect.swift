import Foundation

/// The parameters of `miden_connect`.
public struct ConnectParameters: Codable, Hashable, Sendable {
    /// The longest name of an app, in Unicode code points.
    public static let longestName = 64

    /// The network that the page wants, that of the wallet if nil.
    public let network: WalletNetwork?
    /// Whether the page wants to read private data without a question; ``PrivateDataPermission/uponRequest`` if nil.
    public let privateDataPermission: PrivateDataPermission?
    /// The private data that the page wants to read, none if nil.
    public let allowedPrivateData: AllowedPrivateData?
    /// What the page calls itself. Only a claim: show it beside the origin, never in its place.
    public let appName: String?
    /// The icon of the page: a `data:` URL of a PNG of at most 32 KiB. Only a claim.
    public let icon: String?

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - network: The network that the page wants.
    ///   - privateDataPermission: Whether it wants to read private data without a question.
    ///   - allowedPrivateData: The private data that it wants to read.
    ///   - appName: What the page calls itself.
    ///   - icon: The icon of the page, a `data:` URL of a PNG.
    public init(
        network: WalletNetwork? = nil,
        privateDataPermission: PrivateDataPermission? = nil,
        allowedPrivateData: AllowedPrivateData? = nil,
        appName: String? = nil,
        icon: String? = nil
    ) {
        self.network = network
        self.privateDataPermission = privateDataPermission
        self.allowedPrivateData = allowedPrivateData
        self.appName = appName
        self.icon = icon
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        network = try container.decodeNameIfPresent(WalletNetwork.self, forKey: .network)
        privateDataPermission = try container.decodeNameIfPresent(
            PrivateDataPermission.self,
            forKey: .privateDataPermission
        )
        let sum = try container.decodeIfPresent(
            WholeNumber.self,
            forKey: .allowedPrivateData,
            "a sum of 1, 2 and 4, or 65535"
        ) { $0.value <= 7 || $0.value == 65_535 }
        allowedPrivateData = sum.map { AllowedPrivateData(rawValue: UInt16($0.value)) }
        appName = try container.decodeIfPresent(
            String.self,
            forKey: .appName,
            "a name of at most \(Self.longestName) characters"
        ) { $0.unicodeScalars.count <= Self.longestName }
        icon = try container.decodeIfPresent(
            String.self,
            forKey: .icon,
            "a data URL of a PNG of at most \(PageIcon.largestSize) bytes"
        ) { PageIcon.png(of: $0) != nil }
    }
}

/// The result of `miden_connect`: the session, and a token to resume it.
public struct ConnectResult: Codable, Hashable, Sendable {
    /// The session.
    public let session: Session
    /// What the page keeps and resumes its session with: 64 hexadecimal digits. Nil if the connection had the session already.
    public let token: String?

    private enum CodingKeys: CodingKey {
        case token
    }

    /// Makes the result.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - token: The token, nil if the connection had the session already.
    public init(session: Session, token: String?) {
        self.session = session
        self.token = token
    }

    /// Reads the result.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        session = try Session(from: decoder)
        token = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            String.self,
            forKey: .token,
            "a token",
            where: WireForm.isToken
        )
    }

    /// Writes the members of the session and the token.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try session.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(token, forKey: .token)
    }
}

/// The parameters of `miden_resumeSession`.
public struct ResumeSessionParameters: Codable, Hashable, Sendable {
    /// The token that `miden_connect` returned: 64 hexadecimal digits.
    public let token: String

    /// Makes the parameters.
    ///
    /// - Parameter token: The token that `miden_connect` returned.
    public init(token: String) {
        self.token = token
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is no token of the right form.
    public init(from decoder: any Decoder) throws {
        token = try decoder.container(keyedBy: CodingKeys.self).decode(
            String.self,
            forKey: .token,
            "a token",
            where: WireForm.isToken
        )
    }
}

/// The result of `miden_resumeSession`.
public struct ResumeSessionResult: Codable, Hashable, Sendable {
    /// The session, nil if the token does not hold.
    public let session: Session?

    /// Makes the result.
    ///
    /// - Parameter session: The session, nil if the token does not hold.
    public init(session: Session?) {
        self.session = session
    }
}
