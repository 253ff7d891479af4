internal import CMidenSwiftClient

// Async calls, for a thread that can wait.

extension MidenWallet {
    /// Runs async calls and blocks the calling thread until they have ended.
    ///
    /// ```swift
    /// let sent = try wallet.blocking { wallet in
    ///     try await wallet.sync()
    ///     return try await wallet.send(from: account, to: friend, faucetId: token, amount: 100)
    /// }
    /// ```
    ///
    /// The calling thread itself runs the operation and its child tasks. So the calls end even while other code holds every
    /// thread that tasks share, and any number of threads can block at once. What runs elsewhere still needs a thread there:
    /// a ``MidenSigner`` of the app, an unstructured `Task`, `Task.sleep`, and on the main thread everything of the main actor,
    /// which the operation must not wait for.
    ///
    /// Inside a task call the async functions: a blocked thread there is one of the few that all tasks share. To stop the
    /// operation, give its calls a `timeout`, cancel its child tasks, or shut the wallet down from another thread.
    ///
    /// - Parameter operation: What to do with the wallet.
    /// - Returns: What the operation returns.
    /// - Throws: ``MidenError/Code/wouldDeadlock`` on the thread of a wallet's worker, and what the operation throws.
    @available(macOS 15, iOS 18, *)
    @available(*, noasync, message: "Inside a task, write the 'try await …' of the closure without 'blocking'.")
    public nonisolated func blocking<Success: Sendable>(
        _ operation: @escaping @Sendable (MidenWallet) async throws -> Success
    ) throws -> Success {
        try Core.blocking { try await operation(self) }
    }

    /// Runs async calls that need no wallet, such as ``open(configuration:)``, and blocks the calling thread until they have
    /// ended.
    ///
    /// ```swift
    /// let package = try MidenWallet.blocking { try await MidenPackage.compile(source) }
    /// ```
    ///
    /// The same as the function of a wallet, without one.
    ///
    /// - Parameter operation: What to do.
    /// - Returns: What the operation returns.
    /// - Throws: ``MidenError/Code/wouldDeadlock`` on the thread of a wallet's worker, and what the operation throws.
    @available(macOS 15, iOS 18, *)
    @available(*, noasync, message: "Inside a task, write the 'try await …' of the closure without 'blocking'.")
    public static func blocking<Success: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Success
    ) throws -> Success {
        try Core.blocking(operation)
    }
}

extension Core {
    /// The worker would have to answer the call that its own thread waits for.
    @available(macOS 15, iOS 18, *)
    fileprivate static func blocking<Success: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Success
    ) throws -> Success {
        guard !isOnWorkerThread else {
            throw MidenError(bareCode: WC_WOULD_DEADLOCK)
        }
        return try CallerExecutor.run(operation)
    }
}
