import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Sentence 1 of what must hold, by commands.
@Suite("Once: a link of a request", .timeLimit(.minutes(5)))
struct RequestOnceTests {
    @Test("approved again, also without confirmation: gives the same receipt and pays once")
    func again() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let first = try await shop.approve(made.link)
        let second = try await shop.approve(made.link)
        // It is decided: nobody is asked.
        let third = try await shop.answer("approve", made.link)
        for again in [second, third] {
            #expect(again["status"].text == "succeed" && again["request_id"].text == made.id)
            #expect(try AnsweredReceipt.all(in: again) == AnsweredReceipt.all(in: first))
        }
        let shown = try await shop.answer("show", made.link)
        #expect(shown["status"].text == "succeed" && shown["can_be_approved"].bool == false)
        try await shop.expectPaidOnce()
        #expect(shop.requestFiles().count == 1)
        #expect(try shop.requestFile(of: made.id).contains("/done/"))
    }

    @Test("approved by five processes at once: is one transaction, and all five give the same receipt")
    func fiveProcesses() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let options = ["--account", shop.account, "--yes", "--timeout", "200"]
        let processes = try (1...5).map { _ in try shop.start("approve", made.link, options) }
        var receipts: [AnsweredReceipt] = []
        for process in processes {
            let outcome = await process.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let answer = try outcome.object()
            #expect(answer["status"].text == "succeed")
            receipts.append(try AnsweredReceipt.newest(in: answer))
        }
        #expect(receipts.count == 5 && receipts.allSatisfy { $0 == receipts[0] })
        try await shop.expectPaidOnce()
        #expect(shop.requestFiles().count == 1)
        #expect(try shop.requestFile(of: made.id).contains("/done/"))
    }

    @Test("approved by one process and declined by another at once: has one end, which both tell")
    func approvedAndDeclined() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let approving = try shop.start("approve", made.link, ["--account", shop.account, "--yes", "--timeout", "200"])
        let declining = try shop.start("decline", made.link, ["--timeout", "200"])
        let (approved, declined) = (await approving.outcome(), await declining.outcome())
        #expect(approved.status == 0, "\(approved.errors)")
        #expect(declined.status == 0, "\(declined.errors)")
        let final = try await shop.answer("approve", made.link)
        let status = final["status"].text
        #expect(["succeed", "canceled"].contains(status))
        if status == "succeed" { try await shop.expectPaidOnce() } else { try await shop.expectUnpaid() }
        // The other process may have told of it while it was under way.
        for outcome in [approved, declined] {
            for receipt in try AnsweredReceipt.all(in: outcome.object()) {
                #expect(try AnsweredReceipt.all(in: final).contains(receipt))
            }
        }
    }

    @Test("beside a running sync --watch: names it if the time is over, and is paid once when it ends")
    func besideWatch() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let file = try shop.sandbox.directory.write(Data(), to: "events")
        let watching = try shop.sandbox.start(
            ["sync", "--watch", "--every", "0.1", "--json"],
            output: try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        )
        while try await !shop.start("show", made.link, ["--timeout", "1"]).outcome().errors.contains("is in use") {
            try #require(watching.isRunning)
        }
        let options = ["--account", shop.account, "--yes"]
        let late = try await shop.start("approve", made.link, options + ["--timeout", "1"]).outcome()
        #expect(late.status != 0 && late.output.isEmpty)
        #expect(late.errors.contains("`miden-cli sync`"), "\(late.errors)")
        #expect(shop.requestFiles().isEmpty)

        let waiting = try shop.start("approve", made.link, options + ["--timeout", "200"])
        watching.signal(SIGINT)
        #expect(await watching.outcome().status == 0)
        let outcome = await waiting.outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        try await shop.expectPaidOnce()
    }

    @Test("of the same key and id with another text: is refused before and after, and executes nothing")
    func otherText() async throws {
        let shop = try await Shop()
        var request = try shop.rawPayment()
        let link = try request.link()
        let approved = try await shop.approve(link)
        request.transaction["amount"] = "2000000"
        let other = try request.link()
        try await shop.expectFailure("approve", other, ["--yes"], status: 6, kind: "request_changed")
        try await shop.expectFailure("decline", other, status: 6, kind: "request_changed")
        #expect(try AnsweredReceipt.all(in: await shop.approve(link)) == AnsweredReceipt.all(in: approved))
        try await shop.expectPaidOnce()
    }

    @Test("of the same id with another key: is another request, and a decline of it leaves the shop's one to be paid")
    func otherKey() async throws {
        let shop = try await Shop()
        let request = try shop.rawPayment()
        var other = try shop.rawPayment(name: "Other", seed: 0x23)
        other.members["id"] = request.id
        #expect(try await shop.answer("decline", try other.link())["status"].text == "canceled")
        #expect(try await shop.approve(try request.link())["status"].text == "succeed")
        try await shop.expectPaidOnce()
        let list = try await shop.sandbox.answer("request", "list")
        #expect(Set(list["requests"].list.map { $0["status"].text }) == ["canceled", "succeed"])
        #expect(list["requests"].list.allSatisfy { $0["request_id"].text == request.id })
    }

    @Test("issued before a restore: is refused without --again, and with it finds what was paid")
    func restoredAfterPayment() async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment(issuedAt: -60).link()
        let paid = try AnsweredReceipt.newest(in: try await shop.approve(link)).members()
        _ = try await shop.sandbox.check("sync")
        try await Self.restore(shop)
        let shown = try await shop.answer("show", link)
        #expect(shown["warnings"].count > 0)
        try await shop.expectFailure(
            "approve",
            link,
            ["--account", shop.account, "--yes"],
            status: 6,
            kind: "request_before_restore",
            says: "--again"
        )
        #expect(shop.requestFiles().isEmpty)
        let again = try await shop.answer("approve", link, "--account", shop.account, "--yes", "--again")
        let receipt = try AnsweredReceipt.newest(in: again).members()
        #expect(receipt["status"].text == "succeed")
        #expect(receipt["transactions"][0]["txHash"].text == paid["transactions"][0]["txHash"].text)
        try await shop.expectPaidOnce()
        // It is decided now.
        #expect(try await shop.answer("approve", link)["status"].text == "succeed")
        try await shop.expectPaidOnce()
    }

    @Test(
        "never paid, while references are not known after a restore: says so with the block, and pays once from there on"
    )
    func restoredBeforePayment() async throws {
        let shop = try await Shop()
        try await Self.restore(shop)
        // Issued before the restore, and so soon after it that it may have been paid before.
        let before = try shop.rawPayment(issuedAt: -60).link()
        let after = try shop.rawPayment(issuedAt: 120, expiresAt: 900).link()
        let options = ["--account", shop.account, "--yes"]
        for link in [before, after] {
            try await shop.expectFailure("approve", link, options, status: 6, kind: "request_before_restore")
            try await shop.expectFailure(
                "approve",
                link,
                options + ["--again"],
                status: 6,
                kind: "references_not_known_yet",
                says: "block"
            )
        }
        // Nothing was decided.
        #expect(shop.requestFiles().isEmpty)
        try await shop.expectUnpaid()

        let owner = try shop.sandbox.owner()
        // Each of these is a block.
        for _ in 1...140 { _ = try await owner.mint(to: AccountID(shop.recipient), amount: 1) }
        try await owner.sync()
        try await owner.shutdown()
        let paid = try await shop.answer("approve", after, "--account", shop.account, "--yes", "--again")
        #expect(paid["status"].text == "succeed")
        try await shop.expectPaidOnce()
        try await shop.expectFailure("approve", before, options, status: 6, kind: "request_before_restore")
        try await shop.expectPaidOnce()
        let again = try await shop.answer("approve", before, "--account", shop.account, "--yes", "--again")
        #expect(again["status"].text == "succeed")
        #expect(try await shop.balance() == "2 MIDEN")
    }

    @Test("without a transaction, issued before a restore: needs no --again")
    func connectionBeforeRestore() async throws {
        let shop = try await Shop()
        try await Self.restore(shop)
        let link = try RawRequest(action: "connectWallet", issuedAt: -60).link()
        #expect(try await shop.approve(link)["status"].text == "succeed")
    }

    /// Replaces the wallet by its backup on the same chain.
    private static func restore(_ shop: Shop) async throws {
        let secret = try shop.sandbox.directory.write(Data("correct horse battery\n".utf8), to: "secret")
        let file = shop.sandbox.directory.path + "/wallet.backup"
        let passphrase = ["--file-passphrase-from", secret]
        let made = try await shop.sandbox.start(["backup", file] + passphrase).outcome()
        try #require(made.status == 0, "\(made.errors)")
        try shop.sandbox.forgetWallet()
        let restored = try await shop.sandbox.start(["restore-backup", file] + passphrase).outcome()
        try #require(restored.status == 0, "\(restored.errors)")
        _ = try await shop.sandbox.start(["sync"]).outcome()
    }
}
