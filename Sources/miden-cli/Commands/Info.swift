import ArgumentParser
import Foundation
import Logging
import MidenSwiftClient

/// `miden-cli info`
struct Info: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what wallet this is, how far it has synced, and whether it and the node fit each other.",
        discussion: """
            Asks the node for its version and its newest block. That no node answers is said, and no error. Makes nothing \
            where there is no wallet yet.

            Example: miden-cli info
            """
    )
    static let doing = "Reading the wallet"
    static let makesWallet = false
    var onlyReads: Bool { true }

    /// The published command asks the node only where it is told to.
    @Flag(name: .shortAndLong, help: "Ask the node what it says of itself, which is done anyway.")
    var rpcStatus = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let network: String
        let rpcEndpoint: String
        let storePath: String
        let syncHeight: UInt32
        @OrNull var genesisCommitment: String?
        let accountCount: Int
        @OrNull var defaultAccountId: AccountID?
        /// Those of an earlier run that the next sync settles.
        let unsettledTransactionIds: [TransactionID]
        let clientVersion: String
        let version: String
        /// Nil where no node answers that fits.
        @OrNull var nodeVersion: String?
        @OrNull var nodeHeight: UInt32?
        /// Nil where no node answers.
        @OrNull var nodeFits: Bool?
        /// Why it does not fit or does not answer.
        @OrNull var nodeProblem: String?
        /// For people alone.
        let hasStore: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case network, rpcEndpoint, storePath, syncHeight, genesisCommitment, accountCount, defaultAccountId
            case unsettledTransactionIds, clientVersion, version, nodeVersion, nodeHeight, nodeFits, nodeProblem
        }

        var text: String {
            // Said where there is one, which is seldom.
            let unsettled = unsettledTransactionIds.map {
                ("not settled", "\($0.hex): `miden-cli sync` finds out whether it was carried out")
            }
            let facts = [
                ("network", network),
                ("node", rpcEndpoint),
                ("store", hasStore ? storePath : "\(storePath) (not made yet)"),
                ("synced to block", String(syncHeight)),
                ("genesis", genesisCommitment ?? "not seen yet"),
                ("accounts", String(accountCount)),
                ("default account", defaultAccountId?.hex ?? "none"),
                ("miden-client", clientVersion),
                ("miden-cli", version),
                ("node's version", nodeVersion ?? "not known"),
                ("node's newest block", nodeHeight.map { String($0) } ?? "not known"),
                ("fit each other", nodeProblem ?? "yes"),
            ]
            return Table.facts(facts + unsettled)
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let info = try await wallet.info()
        // Where there is no store, the wallet is an empty one in a temporary folder.
        let missingStore = try missingStore()
        let node = try await Self.node(of: wallet)
        return Answer(
            network: info.network,
            rpcEndpoint: info.rpcEndpoint,
            storePath: missingStore ?? info.storePath,
            syncHeight: info.syncHeight,
            genesisCommitment: info.genesisCommitment,
            accountCount: info.accountCount,
            defaultAccountId: info.defaultAccountId,
            unsettledTransactionIds: info.unsettledTransactionIds,
            clientVersion: info.clientVersion,
            version: MidenCLI.configuration.version,
            nodeVersion: node.status?.version,
            nodeHeight: node.status?.blockNumber,
            nodeFits: node.fits,
            nodeProblem: node.problem,
            hasStore: missingStore == nil
        )
    }

    /// Where the store would be, if there is none.
    private func missingStore() throws -> String? {
        let configuration = try global.configuration(
            logger: Logger(label: "miden-cli", factory: { _ in SwiftLogNoOpLogHandler() }),
            environment: ProcessInfo.processInfo.environment
        )
        return configuration.hasStore ? nil : configuration.storeFile
    }

    /// What the node says, or why it does not.
    private static func node(
        of wallet: MidenWallet
    ) async throws -> (status: NodeStatus?, fits: Bool?, problem: String?) {
        do {
            return (try await wallet.getNodeStatus(), true, nil)
        } catch let error as MidenError where error.code == .networkMismatch {
            return (nil, false, error.message)
        } catch let error as MidenError where [.nodeUnreachable, .timedOut].contains(error.code) {
            return (nil, nil, error.message)
        }
    }
}
