import MidenSwiftClient

/// Brings a wallet to rest: everything it can consume is consumed, its swaps are taken back, and nothing is on its way.
struct Settling: Sendable {
    let victim: Victim
    let run: Run

    /// The ids of the open swaps that the account has offered, and can take back now.
    func ownSwaps() async throws -> [String] {
        try await victim.withWallet { wallet in
            try await wallet.getSwaps().filter { $0.ownAccountId == victim.account }.map(\.id.hex)
        }
    }

    /// Does what can be done now.
    ///
    /// - Returns: What is left to do, or was done and has to be looked at again.
    func round() async -> [String] {
        do {
            return try await victim.withWallet { wallet in
                var left = try await pending(in: wallet)
                let waiting = try await wallet.getUndeliveredNotes()
                left += waiting.map { "note \($0.noteId.hex) is not delivered" }
                for swap in try await wallet.getSwaps() where swap.ownAccountId == victim.account {
                    left.append("swap \(swap.id.hex) is open")
                    do {
                        _ = try await wallet.cancelSwap(accountId: victim.account, noteId: swap.id)
                    } catch let error as MidenError {
                        run.log.note("\(victim.name): swap \(swap.id.hex) is not taken back yet: \(error)")
                    }
                }
                let notes = try await wallet.getInputNotes(accountId: victim.account).notes
                let payments = notes.filter { $0.isConsumable && [.payment, .conditionalPayment].contains($0.kind) }
                left += payments.map { "note \($0.id.hex) is not consumed" }
                if !payments.isEmpty {
                    let consumed = try await wallet.consumeAllNotes(accountId: victim.account)
                    await run.board.submitted(consumed.transactionIds.map(\.hex), by: victim.name)
                }
                return left
            }
        } catch {
            return ["\(error)"]
        }
    }

    /// What is on its way: transactions whose outcome is unknown, or that are in no block yet. Syncs first.
    private func pending(in wallet: MidenWallet) async throws -> [String] {
        _ = try await wallet.sync()
        let unsettled = try await wallet.info().unsettledTransactionIds
        let pending = try await wallet.getTransactions(TransactionQuery(state: .pending)).transactions
        return unsettled.map { "the outcome of \($0.hex) is unknown" } + pending.map { "\($0.id.hex) is in no block" }
    }

    /// Brings all wallets to rest.
    ///
    /// - Parameters:
    ///   - victims: The wallets.
    ///   - run: The run.
    ///   - longest: How long that may take.
    static func settle(_ victims: [Victim], _ run: Run, within longest: Duration) async {
        let end = SuspendingClock.now + longest
        var rest = 0
        while true {
            let left = await withTaskGroup(of: [String].self) { group in
                for victim in victims {
                    group.addTask {
                        await Settling(victim: victim, run: run).round().map { "\(victim.name): \($0)" }
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            left.forEach { run.log.note("to settle: \($0)") }
            rest = left.isEmpty ? rest + 1 : 0
            // What one wallet did last may be news for another.
            if rest == 2 {
                return
            }
            if SuspendingClock.now > end {
                left.forEach { run.log.problem("not settled after \(longest): \($0)") }
                return
            }
            try? await Task.sleep(for: .seconds(2))
        }
    }
}
