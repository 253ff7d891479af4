import Foundation
import MidenTestSupport
import Testing

/// A wallet that dies in the middle of an approval. `DeathTests` has what dies in the middle of a transaction.
@Suite("Once and in time, also if the wallet is killed: a request", .timeLimit(.minutes(15)))
struct RequestDeathTests {
    private static let places =
        TestRounds.areAll
        ? [
            "before-journal", "during-journal", "after-journal", "after-submit", "after-apply",
            "settle-before-submit", "settle-after-submit", "settle-after-apply", "before-sync", "during-sync",
            "after-sync",
        ] : ["before-journal", "after-submit", "settle-after-submit"]

    @Test("killed at a fail point of the core: resume and approve pay it once, with one receipt", arguments: places)
    func core(place: String) async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment().link()
        let first = place.hasPrefix("settle") ? "after-submit" : place
        try await Self.expectDeath(of: ["approve", "-", "--account", shop.account, "--yes"], link, at: first, in: shop)
        if place.hasPrefix("settle") {
            try await Self.expectDeath(of: ["resume"], "", at: place, in: shop)
        }
        try await Self.expectOneEnd(of: link, in: shop)
    }

    @Test("killed at a fail point of the core, without resume: approve alone pays it once", arguments: places)
    func coreWithoutResume(place: String) async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment().link()
        let first = place.hasPrefix("settle") ? "after-submit" : place
        let arguments = ["approve", "-", "--account", shop.account, "--yes"]
        try await Self.expectDeath(of: arguments, link, at: first, in: shop)
        if place.hasPrefix("settle") {
            try await Self.expectDeath(of: arguments, link, at: place, in: shop)
        }
        #expect(try await shop.approve(link)["status"].text == "succeed")
        try await shop.expectPaidOnce()
    }

    @Test("killed before or after a write: resume and approve pay it once, with one receipt")
    func writes() async throws {
        let shop = try await Shop()
        for number in try await Self.numbers(shop) {
            let copy = try shop.copy()
            let link = try copy.rawPayment().link()
            let killed = try await TestWallet.run("approve", link, killedAt: number, in: copy)
            try #require(killed.status == 1000 + SIGKILL, "write \(number): \(killed.errors)")
            try await Self.expectOneEnd(of: link, in: copy)
        }
    }

    @Test("killed before or after a write, twice: resume and approve pay it once, with one receipt")
    func writesTwice() async throws {
        let shop = try await Shop()
        for number in try await Self.numbers(shop) {
            let copy = try shop.copy()
            let link = try copy.rawPayment().link()
            let killed = try await TestWallet.run("approve", link, killedAt: number, in: copy)
            try #require(killed.status == 1000 + SIGKILL, "write \(number): \(killed.errors)")
            // It may have nothing left to write.
            let again = try await TestWallet.run("resume", link, killedAt: 1, in: copy)
            #expect(again.status == 1000 + SIGKILL || again.status == 0, "write \(number): \(again.errors)")
            try await Self.expectOneEnd(of: link, in: copy)
        }
    }

    @Test("killed after the approval: nothing begins after the expiry, and what began in time has its receipt")
    func expired() async throws {
        let shop = try await Shop()
        var (paid, unpaid) = (0, 0)
        for number in try await Self.numbers(shop) {
            let copy = try shop.copy()
            let link = try copy.rawPayment().link()
            let killed = try await TestWallet.run("approve", link, killedAt: number, in: copy)
            try #require(killed.status == 1000 + SIGKILL, "write \(number): \(killed.errors)")
            // What began in time may be in no block yet.
            _ = try await copy.sandbox.start(["sync"]).outcome()
            let before = try await copy.transactionCount()
            let isWritten = !copy.requestFiles().isEmpty

            for mode in ["resume", "approve"] {
                let late = try await TestWallet.run(mode, link, secondsAhead: 3600, in: copy)
                #expect(try await copy.transactionCount() == before, "write \(number), \(mode)")
                guard isWritten || mode == "resume" else {
                    #expect(late.status != 0 && late.errors.contains("request_expired"), "\(late.errors)")
                    continue
                }
                #expect(late.status == 0, "write \(number), \(mode): \(late.errors)")
                guard mode == "approve" else { continue }
                #expect(try late.object()["status"].text == (before == 2 ? "succeed" : "reverted"))
                // The command tells the same, also by a clock that is not late: it was decided.
                let told = try await copy.answer("approve", link)
                #expect(told["status"].text == (before == 2 ? "succeed" : "reverted"))
                let receipt = try AnsweredReceipt.newest(in: told)
                #expect((receipt.signature == nil) == (before == 1))
                if before == 1 {
                    #expect(try receipt.members()["transactions"][0]["error"]["code"].text == "expired")
                }
            }
            if before == 2 { try await copy.expectPaidOnce() } else { try await copy.expectUnpaid() }
            if before == 2 { paid += 1 } else { unpaid += 1 }
        }
        #expect(paid > 0 && unpaid > 0)
    }

    @Test("declined and killed before or after a write: has one receipt, and pays nothing")
    func declined() async throws {
        let shop = try await Shop()
        let all = try await Self.writeCount("decline", in: shop)
        try #require(all > 1)
        for number in TestRounds.areAll ? Array(1...all) : [1, all] {
            let copy = try shop.copy()
            let link = try copy.rawPayment().link()
            let killed = try await TestWallet.run("decline", link, killedAt: number, in: copy)
            try #require(killed.status == 1000 + SIGKILL, "write \(number): \(killed.errors)")
            let resumed = try await copy.sandbox.run("request", "resume", "--json")
            #expect(resumed.status == 0, "\(resumed.errors)")
            let first = try await copy.answer("decline", link)
            #expect(first["status"].text == "canceled")
            #expect(try AnsweredReceipt.all(in: first).count == 1)
            #expect(try AnsweredReceipt.all(in: await copy.answer("decline", link)) == AnsweredReceipt.all(in: first))
            try await copy.expectUnpaid()
        }
    }

    // MARK: - The wallet that is killed

    /// The calls of the hook at which the wallet is killed: all of an approval, or the first, the last and some between.
    private static func numbers(_ shop: Shop) async throws -> [Int] {
        let all = try await writeCount("approve", in: shop)
        // Before and after the decision and the receipt at least.
        try #require(all >= 4)
        return TestRounds.areAll ? Array(1...all) : Array(Set([1, 2, 3, all / 2 + 1, all])).sorted()
    }

    /// How often the hook is called if nothing is killed.
    private static func writeCount(_ mode: String, in shop: Shop) async throws -> Int {
        let copy = try shop.copy()
        let outcome = try await TestWallet.run(mode, try copy.rawPayment().link(), in: copy)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try #require(outcome.object()["write_count"].number)
    }

    // MARK: - What has to come of it

    /// Goes on after a death by `resume` and `approve`, which give one transaction and one receipt.
    private static func expectOneEnd(
        of link: String,
        in shop: Shop,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isWritten = !shop.requestFiles().isEmpty
        let resumed = try await shop.sandbox.run("request", "resume", "--json")
        #expect(resumed.status == 0, "\(resumed.errors)", sourceLocation: sourceLocation)
        if isWritten {
            // The user has decided, so nothing more has to be done by the user.
            #expect(try await shop.balance() == "3.5 MIDEN", sourceLocation: sourceLocation)
        }
        let first = try await shop.approve(link, sourceLocation: sourceLocation)
        #expect(first["status"].text == "succeed", sourceLocation: sourceLocation)
        let receipts = try AnsweredReceipt.all(in: first)
        #expect(
            try AnsweredReceipt.all(in: await shop.approve(link)) == receipts,
            sourceLocation: sourceLocation
        )
        let numbers = try receipts.map { try $0.members()["number"].number }
        #expect(numbers == Array(1...receipts.count), sourceLocation: sourceLocation)
        let hashes = try receipts.map { try $0.members()["transactions"][0]["txHash"].text }
        #expect(Set(hashes).count == 1, sourceLocation: sourceLocation)
        let finals = try receipts.filter { try $0.members()["status"].text == "succeed" }
        #expect(finals.count == 1, sourceLocation: sourceLocation)
        try await shop.expectPaidOnce(sourceLocation: sourceLocation)
        #expect(shop.requestFiles().count == 1, sourceLocation: sourceLocation)
        #expect(shop.requestFiles().first?.hasPrefix("done/") == true, sourceLocation: sourceLocation)
        // Nothing is left of a write that was cut off.
        let left = try FileManager.default.subpathsOfDirectory(atPath: shop.folder + "/requests")
        #expect(left.filter { $0.hasSuffix(".new") || $0.hasSuffix(".tmp") }.isEmpty, "\(left)")
    }

    private static func expectDeath(
        of arguments: [String],
        _ link: String,
        at place: String,
        in shop: Shop,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let failing = shop.with(["MIDEN_FAIL_POINT": "\(place):kill"])
        let outcome = try await failing.sandbox.start(
            ["request"] + arguments + ["--json"],
            input: try shop.sandbox.input(link)
        ).outcome()
        try #require(
            outcome.status == 1000 + SIGKILL,
            "\(arguments) at \(place): \(outcome.errors)",
            sourceLocation: sourceLocation
        )
    }
}
