import Foundation
import MidenWalletRPC
import Testing

@Suite("Sign-ins")
struct SignInTests {
    private static let origin = "https://shop.example"

    private static func content(
        at now: String,
        issuedAt: String = "2026-11-25T09:30:00Z",
        expiresAt: String = "2026-11-25T09:40:00Z",
        statement: String? = nil,
        pageOrigin: String = origin
    ) throws -> RPCError? {
        let parameters = SignInParameters(
            address: "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj",
            origin: origin,
            nonce: "4fQ9x2LmT7wKcR0z",
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            statement: statement
        )
        let now = try Date(now, strategy: .iso8601)
        do {
            try parameters.checkContent(pageOrigin: pageOrigin, now: now)
            return nil
        } catch let error as RPCError {
            return error
        }
    }

    @Test(
        "of another origin: are refused as unauthorised",
        arguments: [
            "https://shop.example.evil", "http://shop.example", "https://shop.example/", "https://SHOP.example", "",
        ]
    )
    func otherOrigin(pageOrigin: String) throws {
        #expect(try Self.content(at: "2026-11-25T09:31:00Z", pageOrigin: pageOrigin) == .unauthorizedOrigin)
    }

    @Test("issued in the future: are accepted up to five minutes")
    func issuedLater() throws {
        #expect(try Self.content(at: "2026-11-25T09:25:00Z") == nil)
        #expect(try Self.content(at: "2026-11-25T09:24:59Z")?.code == .invalidParameters)
    }

    @Test("expired: are refused from that second on")
    func expired() throws {
        #expect(try Self.content(at: "2026-11-25T09:39:59Z") == nil)
        #expect(try Self.content(at: "2026-11-25T09:40:00Z")?.code == .invalidParameters)
    }

    @Test("that hold for a day: are accepted, those that hold longer are not")
    func longLife() throws {
        let now = "2026-11-25T09:31:00Z"
        #expect(try Self.content(at: now, expiresAt: "2026-11-26T09:30:00Z") == nil)
        #expect(try Self.content(at: now, expiresAt: "2026-11-26T09:30:01Z")?.code == .invalidParameters)
    }

    @Test(
        "at a time that does not exist: are refused",
        arguments: [
            "2026-02-29T09:30:00Z", "2026-13-01T09:30:00Z", "2026-00-01T09:30:00Z", "2026-11-00T09:30:00Z",
            "2026-11-25T24:00:00Z", "2026-11-25T09:60:00Z", "2026-11-25T09:30:60Z",
        ]
    )
    func noSuchTime(time: String) throws {
        #expect(try Self.content(at: "2026-11-25T09:31:00Z", issuedAt: time)?.code == .invalidParameters)
    }

    @Test("on a leap day: are accepted")
    func leapDay() throws {
        let error = try Self.content(
            at: "2028-02-29T09:31:00Z",
            issuedAt: "2028-02-29T09:30:00Z",
            expiresAt: "2028-02-29T09:40:00Z"
        )
        #expect(error == nil)
    }

    @Test("with a statement that is not plain: are refused")
    func statement() throws {
        let now = "2026-11-25T09:31:00Z"
        #expect(try Self.content(at: now, statement: "Größe 42 😀") == nil)
        for scalar: Unicode.Scalar in [
            "\n", "\r", "\0", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}", "\u{61c}", "\u{200e}",
            "\u{202a}", "\u{202e}", "\u{2066}", "\u{2069}",
        ] {
            let error = try Self.content(at: now, statement: "a\(scalar)b")
            #expect(error?.code == .invalidParameters, "\(scalar.value)")
        }
    }
}
