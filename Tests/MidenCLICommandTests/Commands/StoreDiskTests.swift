#if os(Linux)
    import Foundation
    import Testing

    @Suite(
        "A wallet on a disk that cannot be written",
        .enabled(if: MountedDisk.isAllowed, "This user may not mount a disk."),
        .timeLimit(.minutes(5))
    )
    struct StoreDiskTests {
        private static let reads = ["balance", "accounts", "transactions", "notes", "keys", "outbox"]
        private static let changes = ["new-wallet", "notes --verify 0x01", "notes --fetch"]

        @Test("is read on a full disk, and what changes it says that the disk is full")
        func fullDisk() async throws {
            let sandbox = try Sandbox()
            let disk = try MountedDisk(at: sandbox.wallets, megabytes: 16)
            _ = try await sandbox.paidAccount("5")
            let before = try await answers(in: sandbox)
            try disk.fill()
            for changes in Self.changes {
                try await expect(
                    Failure(changes, 12, "disk_full", "The disk that holds the wallet's files is full."),
                    in: sandbox
                )
            }
            #expect(try await answers(in: sandbox) == before)
        }

        @Test("is read in a read-only folder, and what changes it says that it is read-only")
        func readOnly() async throws {
            let sandbox = try Sandbox()
            let disk = try MountedDisk(at: sandbox.wallets, megabytes: 16)
            _ = try await sandbox.paidAccount("5")
            let before = try await answers(in: sandbox)
            try disk.makeReadOnly()
            for changes in Self.changes {
                try await expect(Failure(changes, 12, "store_read_only", "is read-only for this user."), in: sandbox)
            }
            #expect(try await answers(in: sandbox) == before)
        }

        private func answers(in sandbox: Sandbox) async throws -> [String] {
            var answers: [String] = []
            for command in Self.reads {
                let outcome = try await sandbox.run(command, "--json")
                #expect(outcome.status == 0, "\(command): \(outcome.errors)")
                answers.append(outcome.output)
            }
            return answers
        }
    }
#endif
