import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What a wallet keeps of web pages: files beside its store, which several processes can use at the same time.
struct PageFiles {
    /// What the user granted pages.
    let grants: FileGrantStore
    /// The browser extensions that are paired.
    let pairings: FilePairingStore
    /// What pages asked and got.
    let activity: URL
    /// What became of the transactions that pages asked for.
    let transactions: URL

    /// The files of a wallet. None of them need be there.
    init(_ configuration: MidenWallet.Configuration) {
        let folder = URL(fileURLWithPath: configuration.storeFile).deletingLastPathComponent()
        let files = RPCFiles(in: folder)
        grants = FileGrantStore(file: files.grants)
        pairings = FilePairingStore(file: files.pairings)
        (activity, transactions) = (files.activity, files.transactions)
    }

    /// Works with the files. A file that cannot be used is told as such.
    static func use<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let error as RPCFileError {
            throw MidenError(code: .store, kind: error.kind, message: error.localizedDescription)
        }
    }
}

extension RPCFileError {
    /// Which error of the command it is.
    fileprivate var kind: MidenError.Kind {
        switch self {
        case .damaged: "page_file_damaged"
        case .newerVersion: "page_file_newer"
        case .full: "page_file_full"
        case .inUse: "page_file_in_use"
        case .system: "page_file_unusable"
        }
    }
}
