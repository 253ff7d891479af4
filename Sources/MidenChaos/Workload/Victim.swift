import Foundation
import MidenSwiftClient
import MidenTestSupport

/// A wallet under attack: its folder, its account, and the proxies that stand before the node and the note transport.
final class Victim: Sendable {
    let name: String
    /// The number of its worker.
    let number: Int
    /// The folder of the wallet's files, and one for everything else.
    let folder: String
    let scratch: String
    let mnemonic: Mnemonic
    let mnemonicFile: String
    let scheme: SignatureScheme
    let visibility: AccountVisibility
    let account: AccountID
    let proxy: NodeProxy
    let transport: NodeProxy?
    /// Whether the folder is on a small disk, which can be filled.
    let isOnSmallDisk: Bool

    /// Makes the wallet and its account.
    ///
    /// - Parameters:
    ///   - name: The wallet's name in the log.
    ///   - number: The number of its worker.
    ///   - scheme: How the account signs.
    ///   - visibility: Whether its state is on the chain.
    ///   - chain: The network.
    ///   - directory: The folder of the run.
    ///   - disk: A small disk for the wallet's files, if there is one for it.
    /// - Throws: If that fails.
    init(
        _ name: String,
        number: Int,
        scheme: SignatureScheme,
        visibility: AccountVisibility,
        on chain: LocalChain,
        in directory: String,
        disk: String? = nil
    ) async throws {
        self.name = name
        self.number = number
        self.scheme = scheme
        self.visibility = visibility
        isOnSmallDisk = disk != nil
        folder = "\(disk ?? directory)/wallets/\(name)"
        scratch = "\(directory)/scratch/\(name)"
        for path in [folder, scratch] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        proxy = try NodeProxy(node: chain.nodePort)
        transport = try chain.transportPort.map { try NodeProxy(node: $0) }
        mnemonic = try Mnemonic.generate()
        mnemonicFile = scratch + "/mnemonic"
        try Data(mnemonic.phrase.utf8).write(to: URL(fileURLWithPath: mnemonicFile))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: mnemonicFile)
        let wallet = try await MidenWallet.open(configuration: Self.configuration(proxy, transport, folder))
        account = try await wallet.createWallet(mnemonic: mnemonic, scheme: scheme, visibility: visibility)
        try await wallet.shutdown()
    }

    /// What opens the wallet in this process.
    var configuration: MidenWallet.Configuration { Self.configuration(proxy, transport, folder) }

    private static func configuration(
        _ proxy: NodeProxy,
        _ transport: NodeProxy?,
        _ folder: String
    ) -> MidenWallet.Configuration {
        MidenWallet.Configuration(
            network: .custom(rpcEndpoint: proxy.address),
            dataDirectory: folder,
            noteTransport: transport.map { .at(url: $0.address) } ?? .none
        )
    }

    /// Opens the wallet in this process, works with it and closes it again.
    func withWallet<Result: Sendable>(
        _ body: @Sendable (MidenWallet) async throws -> Result
    ) async throws -> Result {
        let wallet = try await MidenWallet.open(configuration: configuration)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(wallet))
        } catch {
            result = .failure(error)
        }
        try await wallet.shutdown()
        return try result.get()
    }

    /// The environment of commands on this wallet, or on a copy of its folder.
    func environment(folder: String? = nil) -> [String: String] {
        ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("MIDEN_") && !$0.key.hasPrefix("XDG_") }
            .merging(
                [
                    "HOME": scratch,
                    "MIDEN_DATA_DIR": folder ?? self.folder,
                    "MIDEN_NETWORK": proxy.address,
                    "MIDEN_NOTE_TRANSPORT": transport?.address ?? "none",
                ]
            ) { $1 }
    }

    /// The name of the scheme on the command line.
    var schemeName: String { scheme == .ecdsaK256Keccak ? "ecdsa" : "falcon" }
}
