import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import miden_cli

/// What may be a mistake is said before it is done.
@Suite("Warnings", .timeLimit(.minutes(5)))
struct WarningTests {
    @Test("timelock in the far future and a payment to a faucet are in the preview")
    func payments() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let faucet = try await sandbox.faucet()
        let far = ["send", account, "1", "--timelock-height", "20000000", "--preview"]
        let shown = try await sandbox.start(far).outcome().output
        #expect(shown.contains("\nWarning: Nobody can consume this before block 20000000."), "\(shown)")
        let told = try await sandbox.start(far + ["--json"]).outcome().object()
        #expect(told["warnings"].count == 1)
        let near = try await sandbox.answer("send", account, "1", "--timelock-height", "1000", "--preview")
        #expect(near["warnings"].count == 0)

        let given = try await sandbox.check("send", faucet, "1", "--preview")
        #expect(given.contains("\nWarning: Account \(faucet) is a faucet."), "\(given)")
        let transferred = try await sandbox.answer("transfer", "-t", faucet, "-a", "1::MIDEN", "--preview")
        #expect(transferred["warnings"].count == 1)
    }

    @Test("timelock is far away when it is more than a year of blocks ahead of the wallet")
    func farFuture() throws {
        let recipient: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
        let known = PaymentWarnings(syncHeight: 100, faucets: [])
        for (height, count) in [
            (UInt32(0), 0), (100 + PaymentWarnings.farFuture, 0), (101 + PaymentWarnings.farFuture, 1), (.max, 1),
        ] {
            let payment = Payment(to: recipient, fungibleAssets: [], timelockHeight: height)
            #expect(known.warnings(of: [payment, payment]).count == count, "\(height)")
        }
    }

    @Test("data folder that everybody can write to is warned about, and a sticky one is not")
    func writableFolder() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        for (mode, isWarned) in [(0o777, true), (0o1777, false), (0o700, false)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: sandbox.wallets)
            let outcome = try await sandbox.run("accounts", "--json")
            #expect(outcome.status == 0)
            #expect(
                outcome.errors.contains("Every user of this machine can write to the folder \(sandbox.wallets) ")
                    == isWarned
            )
        }
    }

    @Test("key file of another owner is warned about", .enabled(if: geteuid() == 0, "Only root can give a file away."))
    func otherOwner() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let file = sandbox.wallets + "/keystore.key"
        try #require(chown(file, 65534, 65534) == 0)
        let outcome = try await sandbox.run("accounts", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("The file \(file), which protects keys, belongs to another user (65534)"))
    }
}
