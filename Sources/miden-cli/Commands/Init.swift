import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli init`
struct Init: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the wallet's folder and store, and say where they are.",
        discussion: """
            Safe to run again: what is there stays. new-wallet, import, sync and faucet make what is missing too; the other \
            commands leave nothing where there is no wallet. Where keys are left and their store is gone, only init, import, \
            import-key and restore begin a new store beside them.

            Keys are encrypted under a key that the platform keeps, or with --passphrase under a passphrase, which \
            the other commands then ask for where they are run on a terminal. Who forgets it loses the keys. Where the \
            platform keeps no keys, that key is the file keystore.key in the data folder: it protects a copy of the wallet \
            that was taken without it, and not from somebody who can read your files.

            Example: miden-cli init --network testnet
            Example: miden-cli init --passphrase
            """
    )
    static let doing = "Opening the wallet"
    static let replacesLostStore = true

    @Flag(name: .customLong("passphrase"), help: "Ask for a passphrase and make the keystore under it.")
    var wantsPassphrase = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let network: String
        let rpcEndpoint: String
        let directory: String
        let storePath: String
        let accountCount: Int

        enum CodingKeys: CodingKey, CaseIterable {
            case network, rpcEndpoint, directory, storePath, accountCount
        }

        var text: String {
            let next =
                accountCount == 0
                ? "It has no account yet: make one with `miden-cli new-wallet`."
                : "It has \(accountCount.counted("account"))."
            return "The wallet's files are in \(directory) (network: \(network)).\n\(next)"
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let info = try await wallet.info()
        let store = URL(fileURLWithPath: info.storePath).standardizedFileURL
        return Answer(
            network: info.network,
            rpcEndpoint: info.rpcEndpoint,
            directory: store.deletingLastPathComponent().path,
            storePath: store.path,
            accountCount: info.accountCount
        )
    }
}
