import ArgumentParser
import MidenSwiftClient

/// `miden-cli info`
struct Info: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what wallet this is and how far it has synced.",
        discussion: "Example: miden-cli info"
    )
    static let doing = "Reading the wallet"

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let network: String
        let rpcEndpoint: String
        let storePath: String
        let syncHeight: UInt32
        @OrNull var genesisCommitment: String?
        let accountCount: Int
        @OrNull var defaultAccountId: AccountID?
        let clientVersion: String
        let version: String

        enum CodingKeys: CodingKey, CaseIterable {
            case network, rpcEndpoint, storePath, syncHeight, genesisCommitment, accountCount, defaultAccountId
            case clientVersion, version
        }

        var text: String {
            Table.facts([
                ("network", network),
                ("node", rpcEndpoint),
                ("store", storePath),
                ("synced to block", String(syncHeight)),
                ("genesis", genesisCommitment ?? "not seen yet"),
                ("accounts", String(accountCount)),
                ("default account", defaultAccountId?.hex ?? "none"),
                ("miden-client", clientVersion),
                ("miden-cli", version),
            ])
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let info = try await wallet.info()
        return Answer(
            network: info.network,
            rpcEndpoint: info.rpcEndpoint,
            storePath: info.storePath,
            syncHeight: info.syncHeight,
            genesisCommitment: info.genesisCommitment,
            accountCount: info.accountCount,
            defaultAccountId: info.defaultAccountId,
            clientVersion: info.clientVersion,
            version: MidenCLI.configuration.version
        )
    }
}
