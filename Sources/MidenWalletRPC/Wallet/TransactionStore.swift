import Foundation
import MidenSwiftClient

/// Keeps what became of the transactions that pages asked for and the user approved, so that each is made once.
///
/// An entry is kept for 30 days at least. Until it is submitted it has what the user approved: if the process ends before that,
/// the next ``RPCWallet`` on the same file makes the transaction, once and within what was approved, if the origin still has a
/// grant for the account. The entries have no signature: a program that can write this file and that of the grants can have a
/// transaction made without a question. There are at most 10,000
/// entries, and 128 that are not submitted yet; further requests of pages are refused.
public struct TransactionStore: Sendable {
    /// How long an entry is kept at least.
    static let shortestLife: TimeInterval = 30 * 24 * 3600
    /// How many entries there are at most.
    static let mostEntries = 10_000
    /// How many entries are not submitted yet at most.
    static let mostUnsubmitted = 128
    private static let format = RPCFileFormat(
        name: "miden-swift requested transactions",
        version: 1,
        // The entries, and what is not submitted: at most a message of a page each, in base64 twice.
        largestSize: 384 * 1_048_576
    )

    private let file: RPCFile<[String: RequestedTransaction]>?
    private var memory: [String: RequestedTransaction] = [:]

    /// Makes a store in memory. It ends with the process: what was approved and not submitted then is not made.
    public init() {
        file = nil
    }

    /// Opens a store in a file.
    ///
    /// - Parameter file: The file, such as `transactions.json` in the wallet's data folder. It is made with the first entry.
    /// - Throws: ``RPCFileError`` if the file cannot be read.
    public init(file: URL) throws {
        let opened = RPCFile<[String: RequestedTransaction]>(file, Self.format)
        _ = try opened.read()
        self.file = opened
    }

    /// Says what became of the transaction that an entry of the activity log is about.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: The transaction. Nil if the entry is of none that the user approved, or if the store does not have it any
    ///   more.
    /// - Throws: ``RPCFileError`` if the file cannot be read.
    public func transaction(of entry: ActivityEntry) throws -> ApprovedTransaction? {
        guard let reference = entry.reference else { return nil }
        return try all()[reference].map { ApprovedTransaction($0, reference: reference) }
    }

    /// The transactions by their references.
    func all() throws -> [String: RequestedTransaction] {
        guard let file else { return memory }
        return try file.read() ?? [:]
    }

    /// Adds a transaction that was just approved. It is on the disk if this returns.
    ///
    /// - Returns: Whether it was added. If not, there is one of the same reference.
    /// - Throws: ``RPCError/rateLimited(retryAfter:)`` if there are too many, ``RPCFileError``.
    mutating func add(_ transaction: RequestedTransaction, reference: String) throws -> Bool {
        var isAdded = false
        try update { all in
            guard all[reference] == nil else { return }
            let number = Self.nextChange(in: all)
            try Self.makeRoom(in: &all, now: transaction.approvedAt)
            all[reference] = transaction
            all[reference]?.lastChange = number
            isAdded = true
        }
        return isAdded
    }

    /// Changes the state of a transaction.
    ///
    /// - Returns: The transaction afterwards; nil if there is none.
    mutating func setState(_ state: RequestedTransaction.State, of reference: String) throws -> RequestedTransaction? {
        var changed: RequestedTransaction?
        try update { all in
            let earlier = all[reference]?.change(reference: reference)
            all[reference]?.become(state)
            if all[reference]?.change(reference: reference) != earlier {
                let change = Self.nextChange(in: all)
                all[reference]?.lastChange = change
            }
            changed = all[reference]
        }
        return changed
    }

    /// Limits a transaction to what a preview showed that is within what the user approved.
    mutating func limit(_ reference: String, to approval: TransactionApproval) throws {
        try update { $0[reference]?.limit(to: approval) }
    }

    /// Refuses a request that could not be kept, before the user is asked.
    func requireRoom(now: Date) throws {
        var all = try all()
        try Self.makeRoom(in: &all, now: now)
    }

    private static func makeRoom(in all: inout [String: RequestedTransaction], now: Date) throws {
        if all.count >= mostEntries {
            all = all.filter { !$0.value.isSettled || now.timeIntervalSince($0.value.approvedAt) < shortestLife }
        }
        guard all.count < mostEntries, all.values.count(where: { $0.work != nil }) < mostUnsubmitted else {
            throw RPCError.rateLimited(retryAfter: RPCWallet.retryAfter)
        }
    }

    /// The number of the next change that pages are told of.
    private static func nextChange(in all: [String: RequestedTransaction]) -> Int {
        (all.values.compactMap(\.lastChange).max() ?? 0) + 1
    }

    private mutating func update(_ change: (inout [String: RequestedTransaction]) throws -> Void) throws {
        if let file {
            try file.update(from: [:], change)
        } else {
            try change(&memory)
        }
    }
}
