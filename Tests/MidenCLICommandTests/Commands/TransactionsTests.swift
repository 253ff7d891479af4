import Foundation
import MidenTestSupport
import Testing

@Suite("miden-cli transactions", .timeLimit(.minutes(5)))
struct TransactionsTests {
    @Test("goes through the history in pages, with filters, also as tx")
    func pages() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.check("transactions") == "There are no such transactions.\n")
        let payer = try await sandbox.paidAccount("10")
        let payee = try await sandbox.answer("new-wallet")["account_id"].text
        let sent = try await sandbox.answer("send", payee, "2.5", "--account", payer, "--yes")["transaction_id"].text
        _ = try await sandbox.check("sync")
        let received = try await sandbox.answer("consume", "--all", "--account", payee)["transaction_id"].text

        let all = try await sandbox.answer("tx")
        let ids = all["transactions"].list.map { $0["transaction_id"].text }
        try #require(ids.count == 3)
        #expect(ids[0] == received && ids[1] == sent)
        #expect(all["transactions"].list.map { $0["kind"].text } == ["consume", "send", "consume"])
        #expect(all["transactions"].list.map { $0["state"].text } == ["pending", "committed", "committed"])
        let out = all["transactions"][1]["assets_out"]["fungible_assets"][0]
        #expect(out["amount"].text == "2500000" && out["formatted"].text == "2.5 MIDEN")

        var found: [String] = []
        var cursor: [String] = []
        for _ in ids {
            let page = try await sandbox.start(["tx", "--limit", "1", "--json"] + cursor).outcome().object()
            found.append(page["transactions"][0]["transaction_id"].text)
            cursor = page["next"].isNull ? [] : ["--after", page["next"].text]
        }
        #expect(found == ids && cursor.isEmpty)

        let filters: [([String], [String])] = [
            (["--kind", "send"], [sent]), (["--state", "pending"], [received]), (["--account", payee], [received]),
            (["--from", "2020-01-01", "--before", "2100-01-01T00:00:00Z"], ids), (["--before", "2020-01-01"], []),
        ]
        for (filter, expected) in filters {
            let lines = try await sandbox.start(["tx", "--field", "transaction_id"] + filter).outcome()
            #expect(lines.output.split(separator: "\n").map(String.init) == expected, "\(filter)")
        }
        let text = try await sandbox.check("transactions", "--limit", "2")
        let lines = text.split(separator: "\n")
        try #require(lines.count == 4)
        #expect(lines[0].hasPrefix("CREATED"))
        #expect(lines[1].contains("consume  pending") && lines[1].contains("+2.5 MIDEN"))
        #expect(lines[2].contains("-2.5 MIDEN"))
        #expect(lines[3].hasPrefix("There are more: --after "))
    }

    @Test("refuses what cannot be, and says why")
    func refusals() async throws {
        let sandbox = try Sandbox()
        for arguments in [
            ["--limit", "0"], ["--limit", "501"], ["--state", "lost"], ["--kind", "gift"], ["--from", "yesterday"],
            ["--before", ""],
        ] {
            let refused = try await sandbox.start(["transactions"] + arguments).outcome()
            #expect(refused.status == 64, "\(arguments)")
            #expect(refused.errors.contains(arguments[0]))
        }
        let garbage = try await sandbox.run("transactions", "--after", "garbage", "--json")
        #expect(garbage.status == 2)
        #expect(garbage.errors.contains(#""kind":"invalid_cursor""#))
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
    }
}
