import Foundation
import MidenTestSupport
import Testing

@testable import miden_cli

/// `miden-cli dapp` without pages. ServeTests have some.
@Suite("miden-cli dapp", .timeLimit(.minutes(5)))
struct DappTests {
    @Test("without anything granted: says so, and makes no file")
    func empty() async throws {
        let sandbox = try Sandbox()
        let nothing = "No site was granted anything.\n\nNo browser extension is paired.\n"
        #expect(try await sandbox.check("dapp", "list") == nothing)
        #expect(try await sandbox.check("dapp", "log") == "The log lists no request.\n")
        #expect(try await sandbox.check("dapp", "revoke", "--all") == "There was nothing to revoke.\n")
        let listed = try await sandbox.answer("dapp", "list")
        #expect(listed.shape == ["extensions[]", "sites[]"])
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
    }

    @Test("log: begins with what ended last, and shows since when a group of requests came")
    func log() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let entries = """
            {"time":"2026-01-02T10:00:00Z","lastTime":"2026-01-02T10:59:00Z","count":7,"origin":"https://a.example",
             "method":"miden_getAccounts","outcome":"answered"},
            {"time":"2026-01-02T10:30:00Z","count":1,"origin":"https://b.example","method":"miden_connect",
             "outcome":"declined"},
            {"time":"2026-01-02T10:30:00Z","lastTime":"2026-01-02T10:30:00Z","count":2,"origin":"https://c.example",
             "method":"miden_connect","outcome":4100}
            """
        let file = #"{"format":"miden-swift activity","version":1,"content":{"entries":[\#(entries)]}}"#
        try file.write(toFile: sandbox.wallets + "/embedded/activity.json", atomically: true, encoding: .utf8)
        let answer = try await sandbox.answer("dapp", "log")["entries"].list
        #expect(answer.map { $0["origin"].text } == ["https://a.example", "https://c.example", "https://b.example"])
        #expect(answer[0]["time"].text.contains("10:00:00") && answer[0]["last_time"].text.contains("10:59:00"))
        #expect(answer[2]["last_time"].isNull)
        let newest = try await sandbox.answer("dapp", "log", "--limit", "1")["entries"].list
        #expect(newest.map { $0["origin"].text } == ["https://a.example"])
        let lines = try await sandbox.check("dapp", "log").split(separator: "\n")
        #expect(lines.count == 4 && lines[0].contains("SINCE"))
        #expect(lines[1].contains("10:59:00") && lines[1].contains("10:00:00"))
        #expect(lines[2].components(separatedBy: "10:30:00").count == 2)
    }

    @Test("what is not there cannot be revoked")
    func unknown() async throws {
        let sandbox = try Sandbox()
        try await expect(Failure("dapp revoke https://shop.example", 5, "unknown_site", "has no grant"), in: sandbox)
        try await expect(Failure("dapp revoke --pairing 1", 5, "unknown_pairing", "There is no pairing"), in: sandbox)
    }

    @Test(
        "refuses what belongs to another of its actions",
        arguments: [
            ["revoke"], ["revoke", "https://shop.example", "--all"], ["list", "https://shop.example"],
            ["list", "--limit", "1"], ["log", "--all"], ["log", "--limit", "0"], ["revoke", "--all", "--origin", "x"],
            ["ban", "x"],
        ]
    )
    func usage(arguments: [String]) async throws {
        #expect(try await Sandbox().start(["dapp"] + arguments).outcome().status == 64)
    }

    @Test("--field knows the names of each of its answers", arguments: ["list", "log", "revoke"])
    func fields(action: String) async throws {
        let sandbox = try Sandbox()
        let line = ["dapp", action] + (action == "revoke" ? ["--all"] : [])
        let names: Set<String> =
            switch action {
            case "list": try DappListAnswer.valueNames()
            case "log": try DappLogAnswer.valueNames()
            default: try DappRevokeAnswer.valueNames()
            }
        for name in names {
            #expect(try await sandbox.start(line + ["--field", name]).outcome().status == 0, "\(name)")
        }
        #expect(try await sandbox.start(line + ["--field", "nosuch"]).outcome().status == 64)
    }
}
