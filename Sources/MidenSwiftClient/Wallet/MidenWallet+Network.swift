// The wallet and its network.

extension MidenWallet {
    /// Brings the wallet up to date with the network: new blocks, notes and transactions.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: What the sync has brought, and which transactions were given up.
    /// - Throws: ``MidenError/Code/nodeUnreachable``, ``MidenError/Code/networkMismatch`` and any other ``MidenError``.
    ///   The store is then as it was before.
    @discardableResult
    public nonisolated func sync(timeout: Duration? = nil) async throws -> SyncSummary {
        SyncSummary(try await core.perform(SyncRequest(), timeout: timeout))
    }

    /// Brings the wallet up to date with the network: new blocks, notes and transactions.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The height of the chain up to which the wallet knows it.
    /// - Throws: ``MidenError/Code/nodeUnreachable``, ``MidenError/Code/networkMismatch`` and any other ``MidenError``.
    ///   The store is then as it was before.
    @discardableResult
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.sync(…)'. Move top-level code into one."
    )
    public nonisolated func sync(timeout: Duration? = nil) throws -> UInt32 {
        try core.perform(SyncRequest(), timeout: timeout).blockNumber
    }

    /// Asks the node for its status, and whether it belongs to the wallet's network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: Whether a node answered.
    /// - Throws: ``MidenError/Code/networkMismatch`` where a node answered that belongs to another network or version.
    public nonisolated func testConnection(timeout: Duration? = nil) async throws -> Bool {
        try await core.perform(TestConnectionRequest(), timeout: timeout).reachable
    }

    /// Asks the node for its status, and whether it belongs to the wallet's network.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: Whether a node answered.
    /// - Throws: ``MidenError/Code/networkMismatch`` where a node answered that belongs to another network or version.
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.testConnection(…)'. Move top-level code into one."
    )
    public nonisolated func testConnection(timeout: Duration? = nil) throws -> Bool {
        try core.perform(TestConnectionRequest(), timeout: timeout).reachable
    }

    /// Asks the node for its version and its newest block, and sees whether it and this wallet fit each other: the same
    /// network, by its genesis commitment, and a version the client can work with.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: What the node says of itself.
    /// - Throws: ``MidenError/Code/nodeUnreachable`` with its causes where no node answers, and
    ///   ``MidenError/Code/networkMismatch`` where one answers that belongs to another network or version.
    public nonisolated func getNodeStatus(timeout: Duration? = nil) async throws -> NodeStatus {
        try NodeStatus(try await core.perform(TestConnectionRequest(), timeout: timeout))
    }

    /// Goes to the wallet's worker and back, and does nothing there: shows that the wallet is alive, and how long its
    /// queue is.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: ``MidenError/Code/queueFull``, ``MidenError/Code/invalidHandle`` after a shutdown.
    public nonisolated func ping(timeout: Duration? = nil) async throws {
        try await core.perform(PingRequest(), timeout: timeout)
    }

    /// Says what the wallet is opened on and how far it has synced. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The description.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be read.
    public nonisolated func info(timeout: Duration? = nil) async throws -> WalletInfo {
        WalletInfo(try await core.perform(InfoRequest(), timeout: timeout))
    }
}
