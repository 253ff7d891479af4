import MidenSwiftClient

/// Reads a balance from the store, the commonest thing an app does.
///
/// - Parameters:
///   - wallet: The wallet to call.
///   - account: An account of the wallet.
///   - calls: How many times the balance is read, one after the other.
/// - Returns: The balance, as it was read last; nil where it was not read at all.
/// - Throws: `MidenError`, from the first call that fails.
@discardableResult
public func readBalance(_ wallet: MidenWallet, of account: AccountID, calls: Int) async throws -> AccountBalance? {
    var balance: AccountBalance?
    for _ in 0..<calls {
        balance = try await wallet.getBalance(accountId: account)
    }
    return balance
}

/// Times balance reads, one after the other.
///
/// - Parameters:
///   - workload: The wallet to call.
///   - calls: How many reads count.
///   - counts: Whether a read counts: asked before and after it. One that does not is made, and not counted.
/// - Returns: The time of each that counts.
/// - Throws: `MidenError`, from the first call that fails.
public func timeReads(
    _ workload: WorkloadWallet,
    calls: Int,
    counts: () throws -> Bool = { true }
) async throws -> Samples {
    var samples = Samples()
    while samples.count < calls {
        let counted = try counts()
        let begun = ContinuousClock.now
        _ = try await workload.wallet.getBalance(accountId: workload.account)
        let took = ContinuousClock.now - begun
        if try counted && counts() {
            samples.add(took)
        } else if !counted {
            // Nothing to count yet: leaves the processor to what is waited for.
            try await Task.sleep(for: .milliseconds(1))
        }
    }
    return samples
}

/// Times balance reads while a sync waits for its node's answer.
///
/// - Parameters:
///   - workload: A wallet on a chain whose node is late to answer a sync.
///   - calls: How many reads count.
/// - Returns: The time of each.
/// - Throws: `MidenError`, from the first call that fails.
public func timeReadsDuringSync(_ workload: WorkloadWallet, calls: Int) async throws -> Samples {
    try await beside {
        try await workload.wallet.sync()
    } measure: {
        try await timeReads(workload, calls: calls) { try workload.wallet.statistics.running > 0 }
    }
}

/// Times balance reads while proofs are made, one after the other.
///
/// - Parameters:
///   - workload: A wallet on a chain that takes real proofs.
///   - calls: How many reads count: those that begin and end while a proof is made.
/// - Returns: The time of each.
/// - Throws: `MidenError`, from the first call that fails.
public func timeReadsDuringProofs(_ workload: WorkloadWallet, calls: Int) async throws -> Samples {
    try await beside {
        try await workload.wallet.mint(to: workload.account, amount: 1)
    } measure: {
        try await timeReads(workload, calls: calls) { workload.stages.stage == .proving }
    }
}

/// Measures something while something else is done again and again.
private func beside(
    _ load: @escaping @Sendable () async throws -> Void,
    measure: @escaping @Sendable () async throws -> Samples
) async throws -> Samples {
    try await withThrowingTaskGroup(of: Samples?.self) { group in
        group.addTask {
            while !Task.isCancelled {
                try await load()
            }
            return nil
        }
        group.addTask { try await measure() }
        defer { group.cancelAll() }
        while let ended = try await group.next() {
            if let samples = ended {
                return samples
            }
        }
        throw CancellationError()
    }
}
