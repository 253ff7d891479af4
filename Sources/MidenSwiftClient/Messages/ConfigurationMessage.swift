/// What a wallet is opened on, as it crosses.
struct ConfigurationMessage: Codable, Sendable {
    /// The network; which of the other fields there are depends on the kind.
    struct Network: Codable, Sendable {
        enum Kind: String, Codable, Sendable {
            case testnet, devnet, mainnet, local, embedded, custom
        }

        let kind: Kind
        var rpcEndpoint: String?
        var chainDirectory: String?
        var proofs: MidenWallet.EmbeddedOptions.Proofs?
        var verificationBaseFee: UInt32?
        var nodeVersion: String?
        var submissionDelayMilliseconds: UInt64?
        var syncDelayMilliseconds: UInt64?
        var noteTransportIsDown: Bool?

        enum CodingKeys: String, CodingKey {
            case kind
            case rpcEndpoint = "rpc_endpoint"
            case chainDirectory = "chain_directory"
            case proofs
            case verificationBaseFee = "verification_base_fee"
            case nodeVersion = "node_version"
            case submissionDelayMilliseconds = "submission_delay_milliseconds"
            case syncDelayMilliseconds = "sync_delay_milliseconds"
            case noteTransportIsDown = "note_transport_is_down"
        }
    }

    /// Who makes proofs.
    struct Prover: Codable, Sendable {
        enum Kind: String, Codable, Sendable {
            case local, remote
        }

        let kind: Kind
        var endpoint: String?
        var timeoutMilliseconds: UInt64?
        var fallsBack: Bool?

        enum CodingKeys: String, CodingKey {
            case kind, endpoint
            case timeoutMilliseconds = "timeout_milliseconds"
            case fallsBack = "falls_back"
        }
    }

    /// Who carries private notes.
    struct NoteTransport: Codable, Sendable {
        enum Kind: String, Codable, Sendable {
            case none, at
            case ofNetwork = "of_network"
        }

        let kind: Kind
        var endpoint: String?
    }

    /// A backup that is to be restored first.
    struct BackupFile: Codable, Sendable {
        let path: String
        let passphrase: String
    }

    /// How much the scripts of notes may cost.
    struct NoteScripts: Codable, Sendable {
        let cycles: UInt32
        let timeMilliseconds: UInt64

        enum CodingKeys: String, CodingKey {
            case cycles
            case timeMilliseconds = "time_milliseconds"
        }
    }

    let network: Network
    let storePath: String
    let keystorePath: String
    let prover: Prover
    let noteTransport: NoteTransport
    let nodeCallTimeoutMilliseconds: UInt64
    /// Nil if it is false.
    var readOnly: Bool?
    let openTimeoutMilliseconds: UInt64
    /// The number under which the wait for the store can be cancelled.
    var opening: UInt64?
    let noteScripts: NoteScripts
    let proverThreads: Int
    let concurrentProofs: Int
    /// In bytes. Nil means the default of the machine.
    var maximumProofMemory: Int?
    let keys: KeysMessage
    var restoredBackup: BackupFile?

    enum CodingKeys: String, CodingKey {
        case network
        case storePath = "store_path"
        case keystorePath = "keystore_path"
        case prover
        case noteTransport = "note_transport"
        case nodeCallTimeoutMilliseconds = "node_call_timeout_milliseconds"
        case readOnly = "read_only"
        case openTimeoutMilliseconds = "open_timeout_milliseconds"
        case opening
        case noteScripts = "note_scripts"
        case proverThreads = "prover_threads"
        case concurrentProofs = "concurrent_proofs"
        case maximumProofMemory = "maximum_proof_memory_bytes"
        case keys
        case restoredBackup = "restored_backup"
    }
}

extension ConfigurationMessage {
    init(_ configuration: MidenWallet.Configuration, places: Places) throws(MidenError) {
        self.init(
            network: Network(configuration.network, chainDirectory: places.chainDirectory),
            storePath: places.storePath,
            keystorePath: places.keystorePath,
            prover: Prover(configuration.prover),
            noteTransport: NoteTransport(configuration.noteTransport),
            nodeCallTimeoutMilliseconds: configuration.timeouts.nodeCall.graceMilliseconds,
            readOnly: configuration.isReadOnly ? true : nil,
            openTimeoutMilliseconds: configuration.timeouts.open.graceMilliseconds,
            noteScripts: NoteScripts(configuration.noteScripts),
            proverThreads: configuration.proverThreads,
            concurrentProofs: configuration.concurrentProofs,
            maximumProofMemory: configuration.maximumProofMemory,
            // A copy has no keys, so none is asked for.
            keys: configuration.isReadOnly
                ? KeysMessage(kind: .keyFile, path: places.keyFile)
                : try KeysMessage(configuration.keys, places: places)
        )
    }
}

extension ConfigurationMessage.Network {
    init(_ network: MidenWallet.Network, chainDirectory: String?) {
        switch network {
        case .testnet: self.init(kind: .testnet)
        case .devnet: self.init(kind: .devnet)
        case .mainnet: self.init(kind: .mainnet)
        case .local: self.init(kind: .local)
        case .custom(let rpcEndpoint): self.init(kind: .custom, rpcEndpoint: rpcEndpoint)
        case .embedded(let options):
            self.init(
                kind: .embedded,
                chainDirectory: chainDirectory,
                proofs: options.proofs,
                verificationBaseFee: options.verificationBaseFee,
                nodeVersion: options.nodeVersion,
                submissionDelayMilliseconds: options.submissionDelay.graceMilliseconds,
                syncDelayMilliseconds: options.syncDelay.graceMilliseconds,
                noteTransportIsDown: options.noteTransportIsDown
            )
        }
    }
}

extension ConfigurationMessage.NoteScripts {
    init(_ budget: MidenWallet.NoteScriptBudget) {
        self.init(cycles: budget.cycles, timeMilliseconds: budget.time.graceMilliseconds)
    }
}

extension ConfigurationMessage.Prover {
    init(_ prover: MidenWallet.Prover) {
        switch prover {
        case .local: self.init(kind: .local)
        case .remote(let url, let timeout): self.init(url: url, timeout: timeout, fallsBack: false)
        case .remoteWithLocalFallback(let url, let timeout): self.init(url: url, timeout: timeout, fallsBack: true)
        }
    }

    private init(url: String, timeout: Duration, fallsBack: Bool) {
        self.init(
            kind: .remote,
            endpoint: url,
            timeoutMilliseconds: timeout.graceMilliseconds,
            fallsBack: fallsBack
        )
    }
}

extension ConfigurationMessage.NoteTransport {
    init(_ noteTransport: MidenWallet.NoteTransport) {
        switch noteTransport {
        case .ofNetwork: self.init(kind: .ofNetwork)
        case .none: self.init(kind: .none)
        case .at(let url): self.init(kind: .at, endpoint: url)
        }
    }
}
