internal import Collections

/// What happens in a wallet, in the order in which it does: what ``MidenWallet/events(after:)`` returns.
///
/// It can be iterated any number of times, by several tasks at once. Each iteration has all events after the same
/// place.
public struct WalletEvents: AsyncSequence, Sendable {
    /// What happens in a wallet.
    public typealias Element = WalletEvent

    let core: Core
    let start: EventCursor?

    /// Begins an iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(core: core, cursor: start)
    }

    /// An iteration over events. It keeps the wallet open.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// How many events are read at a time.
        private static let pageSize: UInt32 = 100

        private let core: Core
        /// The place up to which events have been read.
        private var cursor: EventCursor?
        /// Those that are read and not handed out.
        private var page: Deque<WalletEvent> = []

        init(core: Core, cursor: EventCursor?) {
            self.core = core
            self.cursor = cursor
        }

        /// Hands out the next event, and waits for it where it has not happened yet.
        ///
        /// - Returns: The event; nil where the task was cancelled or the wallet was shut down.
        /// - Throws: ``MidenError/Code/invalidParameter`` where the cursor is not one of this wallet,
        ///   ``MidenError/Code/store`` where the events cannot be read, ``MidenError/Code/queueFull``.
        public mutating func next() async throws -> WalletEvent? {
            while page.isEmpty {
                // Before the look: what happens after it rings once more.
                let rings = core.bell.count
                guard let events = try await read() else {
                    return nil
                }
                page.append(contentsOf: events)
                cursor = events.last?.cursor ?? cursor
                if page.isEmpty {
                    await core.bell.rung(after: rings)
                    if Task.isCancelled {
                        return nil
                    }
                }
            }
            return page.popFirst()
        }

        /// The events after the place; nil where there will be none any more.
        private func read() async throws -> [WalletEvent]? {
            do {
                let request = GetEventsRequest(after: cursor, limit: Self.pageSize)
                return try await core.perform(request, timeout: nil).events.map { try WalletEvent($0) }
            } catch MidenError.invalidHandle {
                return nil
            } catch MidenError.cancelled where Task.isCancelled {
                return nil
            }
        }
    }
}
