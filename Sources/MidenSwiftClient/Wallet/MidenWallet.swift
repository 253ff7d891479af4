import Foundation
public import Logging

/// A Miden wallet: accounts, their keys, and what the chain holds for them.
///
/// ```swift
/// let wallet = try MidenWallet()
/// try await wallet.sync()
/// let account = try await wallet.createWallet()
/// let balance = try await wallet.getBalance(accountId: account)
/// ```
///
/// ## Async and blocking
///
/// Operations are async: `try await wallet.sync()` suspends the task. A function that is not async blocks its thread with
/// `blocking`:
///
/// ```swift
/// let transaction = try wallet.blocking { try await $0.getTransaction(id) }
/// ```
///
/// Seven calls also block under the name of the async one: `sync`, `createWallet`, `getAccounts`, `getBalance`,
/// `getInputNotes`, `consumeNotes` and `testConnection`. Neither compiles inside a task, because it would hold one of the few
/// threads that all tasks share.
///
/// ## Concurrency
///
/// All operations are `nonisolated`: a wallet can be called from any number of tasks and threads at once. The order is
/// Rust's business, where one worker takes up to 256 waiting requests: reads run beside a sync and beside proofs,
/// transactions of one account take turns. Whether a call finds the queue full and fails with
/// ``MidenError/Code/queueFull`` or awaits a place is for ``Configuration/whenQueueIsFull`` to say. Messages are written
/// and read off the caller's actor. What the actor itself protects is the end of the wallet, ``shutdown(gracefully:)``.
///
/// ## Timeouts and cancellation
///
/// Every call takes a `timeout`, a `Duration`:
///
/// ```swift
/// try await wallet.sync(timeout: .seconds(5))
/// ```
///
/// It gives up with ``MidenError/Code/timedOut`` when that has passed, or where it is given none, that of the
/// ``Configuration``. A cancelled task's call ends with ``MidenError/Code/cancelled``. Both stop an operation at its
/// next boundary: nothing was submitted, and no account is there in part. A sync that is stopped stands where it stood, or at
/// the tip it had just come to. Once a transaction is being handed to the network, an account is being written or an invitation
/// is being used, neither can stop it: a call whose time passes then says so (``MidenError/Kind/timedOutAfterSubmission``, with the
/// ``MidenError/transactionId`` of what is completed in the background, or ``MidenError/Kind/timedOutWhileWriting``), and a
/// cancelled one runs to its end and returns as if it had not been cancelled. Where not even that is known in time, because
/// something holds up the wallet, a blocking call says so too: ``MidenError/Kind/timedOutUnanswered``.
///
/// ## The end
///
/// A wallet is closed when its last reference goes. Nobody waits for its calls then, so they all have ended; a
/// transaction that goes on in the background after its time had passed is completed first, for up to ten seconds. To
/// wait for that, and for the calls of other tasks, call ``shutdown(gracefully:)``.
///
/// A store can be open only once at a time. Opening it waits for the wallet that has it open, as ``Timeouts/open`` says.
public actor MidenWallet {
    /// What the wallet was opened on.
    public nonisolated let configuration: Configuration

    nonisolated let core: Core

    /// The shutdown that has been asked for, so that everybody who asks gets the one report.
    var ending: Ending?

    /// Opens a wallet, making the store and the folders where there are none.
    ///
    /// Blocks while the store is opened, which takes milliseconds, and half a second or so where the keys are under a
    /// passphrase: it is made slow to guess. Waits while another wallet has the store open, for up to
    /// ``Timeouts/open`` of the configuration's timeouts. ``open(configuration:)`` does the same for a task. Nothing goes
    /// over the network.
    ///
    /// - Parameter configuration: What to open.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be opened or another wallet keeps it open,
    ///   ``MidenError/Code/networkMismatch`` where it belongs to another network, ``MidenError/Code/invalidParameter``
    ///   where the configuration cannot be, ``MidenError/Code/accountOperation`` where the keystore does not open with
    ///   the source of keys, ``MidenError/Code/unsupported`` where this build or this CPU cannot do it.
    public init(configuration: Configuration) throws {
        try self.init(configuration: configuration, restoring: nil)
    }

    /// The same, after a backup was restored where there is one.
    init(
        configuration: Configuration,
        restoring backup: ConfigurationMessage.BackupFile?,
        opening: Opening? = nil
    ) throws {
        self.configuration = configuration
        core = try Core(
            configuration,
            restoring: backup,
            opening: opening,
            environment: ProcessInfo.processInfo.environment
        )
        let places = Places(configuration, environment: ProcessInfo.processInfo.environment)
        for warning in FileExposure(places: places).warnings {
            configuration.logger.warning("\(warning)")
        }
    }

    /// Opens a wallet on testnet, with its files in the platform's place for such data.
    ///
    /// The environment can name another network (`MIDEN_NETWORK`) and another place (`MIDEN_DATA_DIR`), as
    /// ``Configuration/init(environment:)`` has it; what is given here has precedence. Blocks while the store is
    /// opened, which takes milliseconds, and waits up to 15 seconds while another wallet has it open. Nothing goes over the
    /// network.
    ///
    /// - Parameters:
    ///   - keystorePath: The folder that holds the keys.
    ///   - storePath: The file that holds accounts, notes and block headers.
    ///   - rpcEndpoint: The address of a node, such as `https://node.example:57291`.
    ///   - logger: Where the log goes. Nil means what the app made of swift-log's `LoggingSystem`, from notices up: such as
    ///     what the key file that is made here protects the keys from, and that a transaction can never land.
    /// - Throws: What ``init(configuration:)`` throws.
    public init(
        keystorePath: String? = nil,
        storePath: String? = nil,
        rpcEndpoint: String? = nil,
        logger: Logger? = nil
    ) throws {
        var configuration = try Configuration(environment: ProcessInfo.processInfo.environment)
        configuration.logger = logger ?? .ofTheApp
        configuration.keystorePath = keystorePath
        configuration.storePath = storePath
        if let rpcEndpoint {
            configuration.network = .custom(rpcEndpoint: rpcEndpoint)
        }
        try self.init(configuration: configuration)
    }
}

extension Logger {
    /// The app's own, without what a wallet tells of its everyday work.
    fileprivate static var ofTheApp: Logger {
        var logger = Logger(label: "miden")
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }
}
