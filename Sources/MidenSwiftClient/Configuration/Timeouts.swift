extension MidenWallet {
    /// How long calls wait before they give up with ``MidenError/Code/timedOut``.
    ///
    /// The time runs from the call to its answer, so it includes the wait in the queue. A call's own `timeout` has
    /// precedence. A duration of 100 years or more waits for ever; one of zero or less gives up at once.
    public struct Timeouts: Hashable, Sendable {
        /// For everything that makes no transaction. 30 seconds where not set.
        public var request: Duration

        /// For `consumeNotes`, `send` and `mint`, which have a proof to make. 5 minutes where not set.
        public var transaction: Duration

        /// For one call of the node, of which a sync or a transaction makes several: from connecting to the end of the
        /// answer, retries included. 10 seconds if not set. A call of the node that reads page by page may take longer, as
        /// long as something comes in within this time. A node that is slower than this ends the operation with
        /// ``MidenError/Code/nodeUnreachable``, or with an unknown outcome if it did not answer the submission of a
        /// transaction, however long the operation may take.
        public var nodeCall: Duration

        /// For opening a wallet: how long to wait for a store that another wallet, of this process or another, has open.
        /// Zero fails at once. 15 seconds where not set, which is longer than a wallet that is closing keeps its store. After
        /// it the opening fails with ``MidenError/Kind/storeInUse``.
        public var open: Duration

        /// Makes timeouts.
        ///
        /// - Parameters:
        ///   - request: For everything that makes no transaction.
        ///   - transaction: For what makes a transaction.
        ///   - nodeCall: For one call of the node.
        ///   - open: For a store that another wallet has open.
        public init(
            request: Duration = .seconds(30),
            transaction: Duration = .seconds(300),
            nodeCall: Duration = .seconds(10),
            open: Duration = .seconds(15)
        ) {
            self.request = request
            self.transaction = transaction
            self.nodeCall = nodeCall
            self.open = open
        }
    }
}
