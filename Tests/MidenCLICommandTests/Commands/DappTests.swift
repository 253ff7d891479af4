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
        #expect(try await sandbox.check("dapp", "log") == "No page has asked anything.\n")
        #expect(try await sandbox.check("dapp", "revoke", "--all") == "There was nothing to revoke.\n")
        let listed = try await sandbox.answer("dapp", "list")
        #expect(listed.shape == ["extensions[]", "sites[]"])
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
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
