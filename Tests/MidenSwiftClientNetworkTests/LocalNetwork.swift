import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// The real network on this machine that `build.sh test` starts, or `build.sh network up`.
struct LocalNetwork: Decodable {
    /// Where its node answers.
    let rpcURL: String
    /// Where its node makes invitation codes.
    let adminURL: String
    /// Where its note transport answers, where there is one.
    let transportURL: String?
    /// Where its remote prover answers, where there is one.
    let proverURL: String?
    /// Where its builder of network transactions answers the node, where there is one.
    let builderURL: String?
    /// The folder with the genesis accounts' files.
    let accounts: String

    private enum CodingKeys: String, CodingKey {
        case rpcURL = "rpc_url"
        case adminURL = "admin_url"
        case transportURL = "transport_url"
        case proverURL = "prover_url"
        case builderURL = "ntx_builder_url"
        case accounts
    }

    /// The folder of the running network, or nil where there is none.
    static var directory: String? { ProcessInfo.processInfo.environment["MIDEN_TEST_NETWORK"] }

    /// What a skipped test says.
    static let missing: Comment = """
        There is no local Miden network: run `./build.sh test`, or start one with `./build.sh network up` and set \
        MIDEN_TEST_NETWORK to its folder.
        """

    /// The folder of the running network that takes new accounts by invitation alone, and fees, or nil where there is none.
    static var strictDirectory: String? { ProcessInfo.processInfo.environment["MIDEN_TEST_STRICT_NETWORK"] }

    /// What a skipped test of invitations and fees says.
    static let strictMissing: Comment = """
        There is no local Miden network that wants invitations and fees: run `./build.sh test`, or start one with \
        `ALLOWLIST=yes BASE_FEE=500 ./build.sh network up` and set MIDEN_TEST_STRICT_NETWORK to its folder.
        """

    /// The running network.
    static func current() throws -> LocalNetwork {
        try described(in: try #require(directory, missing))
    }

    /// The running network that wants invitations and fees.
    static func strict() throws -> LocalNetwork {
        try described(in: try #require(strictDirectory, strictMissing))
    }

    private static func described(in directory: String) throws -> LocalNetwork {
        let description = try Data(contentsOf: URL(fileURLWithPath: directory + "/network.json"))
        return try JSONDecoder().decode(LocalNetwork.self, from: description)
    }

    /// Whether it has a note transport and a remote prover.
    static var hasServices: Bool {
        guard let network = try? current() else {
            return false
        }
        return network.transportURL != nil && network.proverURL != nil
    }

    /// What a skipped test of the services says.
    static let servicesMissing: Comment = """
        The local network has no note transport or no remote prover: `miden-note-transport` and `miden-remote-prover` \
        have to be on PATH when it starts.
        """

    /// Whether it has a builder of network transactions.
    static var hasNetworkTransactions: Bool { (try? current())?.builderURL != nil }

    /// What a skipped test of network transactions says.
    static let networkTransactionsMissing: Comment = """
        The local network has no builder of network transactions: `miden-ntx-builder` and `miden-remote-prover` have to \
        be on PATH when it starts.
        """

    /// The file of one of the genesis accounts.
    func accountFile(_ name: String) -> String { "\(accountsFolder)/\(name).mac" }

    private var accountsFolder: String {
        accounts.hasPrefix("/") ? accounts : (Self.directory ?? "") + "/" + accounts
    }

    /// The id of one of the genesis accounts.
    func genesisAccount(_ name: String) throws -> String {
        let known = try JSON(String(contentsOfFile: accountsFolder + "/accounts.json", encoding: .utf8))
        return known[name]["id"].text
    }

    /// A new wallet on this network, in a folder of its own.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - prover: Who makes its proofs.
    /// - Returns: The wallet.
    /// - Throws: Where it cannot be opened.
    func wallet(in directory: TemporaryDirectory, prover: MidenWallet.Prover = .local) throws -> MidenWallet {
        try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: rpcURL),
                dataDirectory: directory.path,
                prover: prover,
                noteTransport: transportURL.map(MidenWallet.NoteTransport.at) ?? .none
            )
        )
    }

    /// A wallet with the public account that the genesis block funds.
    func funded(
        in directory: TemporaryDirectory,
        prover: MidenWallet.Prover = .local
    ) async throws -> (wallet: MidenWallet, account: AccountID) {
        let wallet = try wallet(in: directory, prover: prover)
        let file = try Data(contentsOf: URL(fileURLWithPath: accountFile("funding")))
        let account = try await wallet.importAccount(file: Array(file))
        try await wallet.sync()
        return (wallet, account)
    }
}

extension MidenWallet {
    /// Syncs until a transaction is in a block.
    nonisolated func syncUntilCommitted(_ transaction: TransactionID) async throws -> UInt32 {
        for _ in 0..<240 {
            try await sync()
            switch try await getTransaction(transaction).state {
            case .committed(let block): return block
            case .discarded(let reason): throw Abandoned(reason: reason.description)
            case .pending: try await pauseForBlock()
            }
        }
        throw Abandoned(reason: "it was in no block after a minute")
    }

    /// Syncs until a note whose script is not standard is on the chain. It can be consumed by its id.
    nonisolated func syncUntilUnverified(_ note: NoteID) async throws {
        for _ in 0..<240 {
            try await sync()
            if try await getInputNotes().unverifiedNotes.contains(where: { $0.id == note }) { return }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "the note was not on the chain after a minute")
    }

    /// Syncs until a note can be consumed.
    nonisolated func syncUntilConsumable(_ note: NoteID, by account: AccountID) async throws {
        for _ in 0..<240 {
            try await sync()
            if try await getInputNotes(accountId: account).consumableNoteIds.contains(note) { return }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "the note could not be consumed after a minute")
    }

    /// Syncs until a block is there.
    nonisolated func syncUntil(block: UInt32) async throws {
        for _ in 0..<960 {
            if try await sync().blockNumber >= block { return }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "block \(block) was not there after four minutes")
    }
}

/// Executes a transaction again if it expired before it was proven. Code that reads another account's state, or what an
/// account charges for notes, gives a transaction 20 blocks, a minute. A machine that proves for other tests at the same time
/// can need longer.
func repeatIfExpired<Value>(_ wallet: MidenWallet, _ execute: () async throws -> Value) async throws -> Value {
    for _ in 0..<5 {
        do {
            return try await execute()
        } catch let error as MidenError where error.kind == "rejected" && "\(error)".contains("transaction expired") {
            try await wallet.sync()
        }
    }
    return try await execute()
}

/// Lets a moment pass before a node is asked again. A node reports new blocks only in a gRPC stream, which neither the
/// wallet nor these tests read.
func pauseForBlock() async throws {
    try await Task.sleep(for: .milliseconds(250))
}

/// A wait that came to nothing.
struct Abandoned: Error {
    let reason: String
}
