import Foundation
import MidenTestSupport

/// Truncates a file in a copy of the wallet: a key, the key of the keystore, the store, its write-ahead log, an entry of the
/// journal. The wallet has to work or to say what is wrong, and must not make it worse.
struct DamagedCopy: Sendable {
    let victim: Victim
    let runner: CommandRunner
    let run: Run

    func carryOut(_ random: inout SeededGenerator) async throws {
        let copy = try WalletCopy(of: victim)
        guard let file = copy.files.randomElement(using: &random) else { return }
        let name = String(file.dropFirst(copy.folder.count + 1)).split(separator: "/").dropFirst().joined(
            separator: "/"
        )
        let kept = Int.random(in: 0..<copy.size(of: file), using: &random)
        run.log.note(
            "\(victim.name): a copy whose \(name.isEmpty ? file : name) has \(kept) of \(copy.size(of: file)) bytes"
        )
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        try overwrite(file, with: whole.prefix(kept))

        let told = try await accounts(copy)
        let signed = try await runner.run(["sign", "--message", "chaos"], folder: copy.folder)
        _ = try await runner.run(["info"], folder: copy.folder)
        _ = try await runner.run(["sync"], folder: copy.folder)
        let suffix = URL(fileURLWithPath: file).lastPathComponent
        run.log.count(
            "truncated files",
            "\(Self.kind(suffix)): \(told == nil || signed.status != 0 ? "refused" : "works")"
        )
        if let told, !told.contains(victim.account.hex) {
            run.log.problem(
                "\(victim.name): with \(suffix) truncated to \(kept) bytes the account is gone and no command says so"
            )
        }
        guard told == nil || signed.status != 0 else { return }
        // With the file as it was everything is there again, unless commands have changed what belongs to it.
        try overwrite(file, with: whole)
        let again = try await accounts(copy)
        let signature = try await runner.run(["sign", "--message", "chaos"], folder: copy.folder)
        if told == nil, again?.contains(victim.account.hex) != true || signature.status != 0 {
            run.log.problem(
                "\(victim.name): \(suffix) was truncated to \(kept) bytes and put back, and the wallet does not work"
            )
        }
    }

    /// The accounts that the wallet lists; nil if it reports an error.
    private func accounts(_ copy: WalletCopy) async throws -> [String]? {
        let outcome = try await runner.run(["accounts"], folder: copy.folder)
        return outcome.status == 0 ? try outcome.object()["accounts"].list.map { $0["account_id"].text } : nil
    }

    /// In place, so that the file keeps its permissions.
    private func overwrite(_ file: String, with bytes: Data) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    /// What kind of file it is, for the figures.
    private static func kind(_ name: String) -> String {
        for ending in ["-wal", "-shm", ".sqlite3", ".transaction", ".key", ".json"] where name.hasSuffix(ending) {
            return ending
        }
        return "others"
    }
}
