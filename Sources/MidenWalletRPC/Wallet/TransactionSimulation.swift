import Foundation

/// Executes a transaction of a stranger if the user asks for it, within the wallet's budget, and only while its question is open.
///
/// `@unchecked` because a lock guards what was shown.
package final class TransactionSimulation: @unchecked Sendable {
    private let run: @Sendable () async throws -> TransactionPreview
    private let lock = NSLock()
    private var shown: [TransactionPreview] = []
    private var isOpen = true

    init(_ run: @escaping @Sendable () async throws -> TransactionPreview) {
        self.run = run
    }

    package func preview() async throws -> TransactionPreview {
        guard lock.withLock({ isOpen }) else { throw CancellationError() }
        let preview = try await run()
        lock.withLock { shown.append(preview) }
        return preview
    }

    /// What was shown under a digest.
    func preview(digest: Data) -> TransactionPreview? {
        lock.withLock { shown.first { $0.digest == digest } }
    }

    /// The question has ended: nothing is executed any more.
    func close() {
        lock.withLock { isOpen = false }
    }
}

extension TransactionSimulation: Hashable {
    package static func == (one: TransactionSimulation, other: TransactionSimulation) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
