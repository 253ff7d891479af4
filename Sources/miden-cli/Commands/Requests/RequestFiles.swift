import Foundation
import Logging
import MidenRequests
import MidenSwiftClient
import MidenWalletRPC

/// What a network's folder has of requests: those that its wallet decided, and those that were made with it.
struct RequestFiles {
    /// The network.
    let network: MidenWallet.Network
    private let folder: URL

    /// The folder of a wallet. It need not be there.
    init(_ configuration: MidenWallet.Configuration) {
        network = configuration.network
        folder = URL(fileURLWithPath: configuration.storeFile).deletingLastPathComponent()
    }

    /// The requests that a wallet decided.
    static func wallet(of wallet: MidenWallet) throws -> RequestWallet {
        try RequestWallet(wallet, folder: RequestFiles(wallet.configuration).folder)
    }

    /// The requester whose files are there.
    ///
    /// - Parameters:
    ///   - name: What new requests call it.
    ///   - origin: The origin that new requests name.
    ///   - linkBase: What new links begin with.
    /// - Returns: The requester.
    /// - Throws: `MidenError` if its files cannot be used.
    func requester(
        name: String = "miden-cli",
        origin: String? = nil,
        linkBase: String? = nil
    ) async throws -> MidenRequester {
        try await MidenRequester(
            name: name,
            origin: origin,
            network: WalletNetwork(network),
            store: FileRequesterStore(folder: folder.appendingPathComponent("requester")),
            linkBase: linkBase ?? "miden-request:"
        )
    }
}
