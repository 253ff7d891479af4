import Foundation

/// Folders of wallets with a paid account, one for each amount, for ``Sandbox/paidAccount(_:token:)`` to copy. To make one
/// takes four commands.
actor PaidWallets {
    static let shared = PaidWallets()

    private var made: [String: Task<(wallets: String, account: String), any Error>] = [:]

    /// A folder that is there until the process ends, and which no command may use.
    func wallets(paid amount: String, token: String) async throws -> (wallets: String, account: String) {
        let name = "\(amount) \(token)"
        let making =
            made[name]
            ?? Task {
                let sandbox = try Sandbox()
                let account = try await sandbox.payAccount(amount, token: token)
                let wallets = "\(Self.directory)/\(name)"
                try FileManager.default.copyItem(atPath: sandbox.wallets, toPath: wallets)
                return (wallets, account)
            }
        made[name] = making
        return try await making.value
    }

    /// A folder for the folders, which the end of the process removes.
    private static let directory: String = {
        let directory = place()
        try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: PaidWallets.place()) }
        return directory
    }()

    private static func place() -> String {
        let name = "miden-test-paid-\(ProcessInfo.processInfo.processIdentifier)"
        return FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    }
}
