import Foundation
import MidenTestSupport
import Testing

/// Files of earlier versions. `Tests/Fixtures/README.md` says what they are.
@Suite("Files of an earlier version", .timeLimit(.minutes(10)))
struct FrozenFixtureTests {
    @Test("wallet: every command answers as it did then", arguments: FrozenFixture.all)
    func answers(fixture: FrozenFixture) async throws {
        let answers = try fixture.answers()
        #expect(answers.count > 60)
        for answer in answers {
            let sandbox = try fixture.sandbox(with: "wallet")
            let outcome = try await run(answer.arguments, in: sandbox)
            guard outcome.status == 0 else {
                Issue.record("\(answer.name): \(outcome.errors)")
                continue
            }
            let text = outcome.output.replacingOccurrences(of: sandbox.wallets, with: "DIRECTORY/data")
            let found = try JSON(text)
            // A later version may answer more.
            #expect(Set(answer.content["answer"].shape).subtracting(found.shape).isEmpty, "\(answer.name)")
            if answer.isExact {
                let then = answer.content["answer"]
                #expect(try found.limited(to: then).sorted() == then.sorted(), "\(answer.name)")
            }
        }
    }

    @Test(
        "journal: a payment that was interrupted is made once",
        arguments: FrozenFixture.all,
        ["after-journal", "after-journal-1", "after-submit"]
    )
    func journal(fixture: FrozenFixture, folder: String) async throws {
        let before = try await held(by: fixture.sandbox(with: "wallet"))
        let sandbox = try fixture.sandbox(with: folder)
        let entries = sandbox.wallets + "/embedded/store.sqlite3.journal"
        #expect(try FileManager.default.contentsOfDirectory(atPath: entries).count == 1)
        for _ in 0..<2 {
            #expect(try await run(["sync"], in: sandbox).status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: entries).isEmpty)
            #expect(try await held(by: sandbox) == before - 4_000_000)
        }
    }

    @Test("wallet: it receives, consumes and sends", arguments: FrozenFixture.all)
    func journey(fixture: FrozenFixture) async throws {
        let sandbox = try fixture.sandbox(with: "wallet")
        let before = try await held(by: sandbox)
        _ = try await sandbox.check("faucet", "--amount", "9")
        _ = try await sandbox.check("sync")
        // 7 are of before.
        _ = try await sandbox.check("consume", "--all", "--yes")
        #expect(try await held(by: sandbox) == before + 16_000_000)
        _ = try await sandbox.check("send", "Spending", "1", "--token", "MIDEN", "--yes")
        _ = try await sandbox.check("sync")
        #expect(try await held(by: sandbox) == before + 15_000_000)
    }

    @Test("backup: each version is restored", arguments: FrozenFixture.all, ["1.backup", "2.backup"])
    func backup(fixture: FrozenFixture, file: String) async throws {
        let sandbox = try fixture.sandbox(with: "wallet")
        let before = try await held(by: sandbox)
        let arguments = [file, "--file-passphrase-from", "passphrase", "--data-dir", "other"]
        let restored = try await run(["restore-backup"] + arguments, in: sandbox)
        #expect(restored.status == 0, "\(restored.errors)")
        let other = sandbox.with(["MIDEN_DATA_DIR": sandbox.directory.path + "/other"])
        #expect(try await held(by: other) == before)
        #expect(try await transactions(of: other) == transactions(of: sandbox))
        _ = try await other.check("send", "Spending", "1", "--token", "MIDEN", "--yes")
    }

    @Test("keystore: one under a passphrase opens with it alone", arguments: FrozenFixture.all)
    func passphrase(fixture: FrozenFixture) async throws {
        let sandbox = try fixture.sandbox(with: "wallet")
        let wallet = try fixture.sandbox(with: "passphrase-wallet")
        let passphrase = sandbox.directory.path + "/passphrase"
        #expect(try await wallet.run("keys", "--json").error()["kind"].text == "passphrase_needed")
        _ = try await wallet.check("sign", "--message", "I am Alice", "--passphrase-file", passphrase)
    }

    /// Runs a command in the sandbox's folder, where its input files are.
    private func run(_ arguments: [String], in sandbox: Sandbox) async throws -> Outcome {
        let shell = "cd '\(sandbox.directory.path)'"
        return try await RunningCommand(arguments + ["--json"], environment: sandbox.environment, shell: shell)
            .outcome()
    }

    /// In no order: version 1 has no history, and the store has no order within a block.
    private func transactions(of sandbox: Sandbox) async throws -> Set<Substring> {
        Set(try await sandbox.check("transactions", "--list", "--field", "transaction_id").split(separator: "\n"))
    }

    /// The MIDEN of the default account, in base units.
    private func held(by sandbox: Sandbox) async throws -> Int {
        let assets = try await sandbox.answer("balance")["fungible_assets"].list
        return try #require(assets.first { $0["symbol"].text == "MIDEN" }.flatMap { Int($0["amount"].text) })
    }
}

extension JSON {
    /// What it has of the keys of another one.
    fileprivate func limited(to other: JSON) throws -> JSON {
        func limited(_ value: Any, to other: Any?) -> Any {
            switch (value, other) {
            case (let object as [String: Any], let other as [String: Any]):
                Dictionary(
                    uniqueKeysWithValues: object.filter { other[$0.key] != nil }
                        .map { ($0.key, limited($0.value, to: other[$0.key])) }
                )
            case (let list as [Any], let other as [Any]):
                list.enumerated().map { limited($1, to: other.indices.contains($0) ? other[$0] : nil) }
            default: value
            }
        }
        let data = try JSONSerialization.data(withJSONObject: limited(value, to: other.value))
        return try JSON(String(decoding: data, as: UTF8.self))
    }

    /// The text with the keys of all objects in order.
    fileprivate func sorted() throws -> String {
        let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .prettyPrinted])
        return String(decoding: data, as: UTF8.self)
    }
}
