import MidenSwiftClient

/// A wallet whose store has many transactions, and cursors to two places in its history.
public struct HistoryWorkload: Sendable {
    /// How many transactions a page has.
    public static let limit = 50

    /// The wallet.
    public let wallet: MidenWallet
    /// Where the last page begins.
    private let last: HistoryCursor?
    /// How many transactions there are.
    public let count: Int

    /// Fills a wallet's store and goes through its history once, which makes the index.
    ///
    /// - Parameters:
    ///   - workload: The wallet, whose transactions are committed.
    ///   - count: How many transactions the store is to get. With the one that it has, the usual number fills the last page.
    /// - Throws: `MidenError`.
    public init(filling workload: WorkloadWallet, count: Int = 10_049) async throws {
        wallet = workload.wallet
        try await wallet.fillHistory(count: UInt32(clamping: count), timeout: .seconds(300))
        var last: HistoryCursor?
        var page = try await wallet.getTransactions(limit: Self.limit, timeout: .seconds(300))
        var found = page.transactions.count
        while let next = page.next {
            last = next
            page = try await wallet.getTransactions(after: next, limit: Self.limit)
            found += page.transactions.count
        }
        self.last = last
        self.count = found
    }

    /// Reads the first page.
    ///
    /// - Returns: How many transactions it has.
    /// - Throws: `MidenError`.
    @discardableResult
    public func readFirstPage() async throws -> Int {
        try await wallet.getTransactions(limit: Self.limit).transactions.count
    }

    /// Reads the last page.
    ///
    /// - Returns: How many transactions it has.
    /// - Throws: `MidenError`.
    @discardableResult
    public func readLastPage() async throws -> Int {
        try await wallet.getTransactions(after: last, limit: Self.limit).transactions.count
    }

    /// Times reads of a page, one after the other.
    ///
    /// - Parameters:
    ///   - calls: How many.
    ///   - read: Reads the page.
    /// - Returns: The time of each.
    /// - Throws: What `read` throws.
    public func time(_ calls: Int, _ read: () async throws -> Int) async throws -> Samples {
        var samples = Samples()
        for _ in 0..<calls {
            let begun = ContinuousClock.now
            _ = try await read()
            samples.add(ContinuousClock.now - begun)
        }
        return samples
    }

    /// Goes through the whole history, page by page.
    ///
    /// - Returns: How many transactions there were.
    /// - Throws: `MidenError`.
    public func readAll() async throws -> Int {
        var page = try await wallet.getTransactions(limit: Self.limit)
        var found = page.transactions.count
        while let next = page.next {
            page = try await wallet.getTransactions(after: next, limit: Self.limit)
            found += page.transactions.count
        }
        return found
    }
}
