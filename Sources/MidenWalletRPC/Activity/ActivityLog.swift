import Foundation

/// Lists what each origin asked and got. It holds no payloads, no texts and no notes.
///
/// The last 1,000 entries of each origin are kept, 1,000 of all pages without a session, and 10,000 in total. If they are too
/// many, the oldest of the origin that has most are dropped, those that the user approved only if there are no others.
///
/// Approved requests are on the disk before the page gets its answer. Others follow within a minute: call ``save()`` before the
/// app ends.
public actor ActivityLog {
    /// How long entries wait that need not be written at once.
    static let saveDelay = Duration.seconds(60)
    private static let format = RPCFileFormat(
        name: "miden-swift activity",
        version: 1,
        largestSize: 64 * 1_048_576
    )

    private let file: RPCFile<ActivityRecord>?
    private let limits: ActivityRecord.Limits
    private let newDelay: @Sendable () -> Deadline
    private let failed: @Sendable (any Error) -> Void
    /// The entries that are not in the file.
    private var unsaved = ActivityRecord()
    private var saving: Task<Void, Never>?
    /// The references of transactions whose approval is written. Calls that are sent again wait like other requests.
    private var writtenReferences: Set<String> = []

    /// Makes a log in memory.
    public init() {
        self.init(file: nil, limits: ActivityRecord.Limits(), clock: ContinuousClock(), failed: { _ in })
    }

    /// Opens a log in a file, which several processes can use.
    ///
    /// - Parameters:
    ///   - file: The file, such as `activity.json` in the wallet's data folder. It is made with the first entry.
    ///   - failed: Gets the error if entries cannot be written. They stay in memory and are written with the next ones. Pages
    ///     still get their answers.
    /// - Throws: ``RPCFileError`` if the file cannot be read.
    public init(file: URL, failed: @escaping @Sendable (any Error) -> Void = { _ in }) throws {
        try self.init(file: file, limits: ActivityRecord.Limits(), clock: ContinuousClock(), failed: failed)
    }

    init(
        file: URL,
        limits: ActivityRecord.Limits,
        clock: some Clock<Duration>,
        failed: @escaping @Sendable (any Error) -> Void
    ) throws {
        let opened = RPCFile<ActivityRecord>(file, Self.format)
        _ = try opened.read()
        self.init(file: opened, limits: limits, clock: clock, failed: failed)
    }

    private init(
        file: RPCFile<ActivityRecord>?,
        limits: ActivityRecord.Limits,
        clock: some Clock<Duration>,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.file = file
        self.limits = limits
        newDelay = { Deadline(after: Self.saveDelay, on: clock) }
        self.failed = failed
    }

    /// Lists the entries, the oldest first.
    ///
    /// - Parameter origin: The origin whose entries are listed; nil for all entries.
    /// - Returns: The entries.
    /// - Throws: ``RPCFileError`` if the file cannot be read.
    public func entries(of origin: String? = nil) throws -> [ActivityEntry] {
        var record = try file?.read() ?? ActivityRecord()
        record.add(unsaved.entries, limits: limits)
        guard let origin else { return record.entries }
        return record.entries.filter { $0.origin == origin }
    }

    /// Writes the entries that are not in the file yet.
    ///
    /// - Throws: ``RPCFileError``. The entries are kept in memory then.
    public func save() throws {
        saving?.cancel()
        saving = nil
        guard let file, !unsaved.entries.isEmpty else { return }
        try file.update(from: ActivityRecord()) { $0.add(unsaved.entries, limits: limits) }
        unsaved = ActivityRecord()
    }

    /// Adds an entry.
    func add(_ entry: ActivityEntry) {
        unsaved.add([entry], limits: limits)
        guard file != nil else { return }
        // Only what the user decides is written one by one: a page makes any number of other requests.
        if entry.isApproval, !isRepeated(entry) {
            saveOrTell()
        } else if saving == nil {
            let delay = newDelay()
            saving = Task { [weak self] in
                do { try await delay.passes() } catch { return }
                await self?.saveOrTell()
            }
        }
    }

    private func isRepeated(_ entry: ActivityEntry) -> Bool {
        guard RPCMethodName.spending.contains(entry.method), let reference = entry.facts else { return false }
        return !writtenReferences.insert(reference).inserted
    }

    private func saveOrTell() {
        do {
            try save()
        } catch {
            failed(error)
        }
    }
}
