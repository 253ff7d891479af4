import Foundation
import MidenTestSupport
import Testing

/// Sentence 2 of what must hold, by commands. `RequestDeathTests` has the wallet that approved before.
@Suite("An expiry that means something", .timeLimit(.minutes(5)))
struct RequestExpiryTests {
    @Test("after the expiry: neither show nor approve goes on, the times are told, and nothing is paid")
    func expired() async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment(issuedAt: -100, expiresAt: -1).link()
        try await shop.expectFailure(
            "approve",
            link,
            ["--account", shop.account, "--yes"],
            status: 6,
            kind: "request_expired"
        )
        try await shop.expectFailure("show", link, status: 6, kind: "request_expired", says: "expired at")
        #expect(shop.requestFiles().isEmpty)
        try await shop.expectUnpaid()
    }

    @Test("while the user is asked: an answer after the expiry pays nothing")
    func whileAsked() async throws {
        let shop = try await Shop()
        let request = try shop.rawPayment(issuedAt: -15, expiresAt: 15)
        let link = try shop.sandbox.directory.write(Data(try request.link().utf8), to: "link")
        let terminal = try PseudoTerminal()
        // The terminal is the standard input, so the link is an argument.
        let approving = try shop.sandbox.start(
            ["request", "approve", try String(contentsOfFile: link, encoding: .utf8), "--account", shop.account],
            input: terminal.handle,
            errors: terminal.handle
        )
        _ = try await terminal.written(until: "[y/N] ")
        let expiry = try #require(request.members["expiresAt"] as? Int)
        while Date().timeIntervalSince1970 < Double(expiry) {
            try await Task.sleep(for: .milliseconds(200))
        }
        terminal.type("y\n")
        #expect(await approving.outcome().status == 6)
        try await shop.expectUnpaid()
    }

    @Test("of an approved and paid request: its receipt is given after the expiry as before")
    func receiptAfterExpiry() async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment().link()
        let approved = try await shop.approve(link)
        let late = try await TestWallet.run("approve", link, secondsAhead: 3600, in: shop)
        #expect(late.status == 0, "\(late.errors)")
        #expect(try late.object()["status"].text == "succeed")
        let again = try await shop.answer("approve", link)
        #expect(try AnsweredReceipt.all(in: again) == AnsweredReceipt.all(in: approved))
        try await shop.expectPaidOnce()
    }

    @Test("issued in the future: more than 300 seconds ahead is not yet valid, and less is")
    func notYetValid() async throws {
        let shop = try await Shop()
        let early = try shop.rawPayment(issuedAt: 400, expiresAt: 900).link()
        try await shop.expectFailure(
            "approve",
            early,
            ["--account", shop.account, "--yes"],
            status: 6,
            kind: "request_not_yet_valid"
        )
        try await shop.expectUnpaid()
        let near = try shop.rawPayment(issuedAt: 200, expiresAt: 900).link()
        #expect(try await shop.approve(near)["status"].text == "succeed")
        try await shop.expectPaidOnce()
    }

    @Test("a decline after the expiry: makes no receipt")
    func declinedLate() async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment(issuedAt: -100, expiresAt: -1).link()
        try await shop.expectFailure("decline", link, status: 6, kind: "request_expired")
        #expect(shop.requestFiles().isEmpty)
    }
}
