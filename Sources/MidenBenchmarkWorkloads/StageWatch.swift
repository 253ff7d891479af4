internal import Atomics
import Logging
import MidenSwiftClient

/// Knows at which stage a wallet's transaction is: it listens to the wallet's log.
public final class StageWatch: Sendable {
    /// The stages of a transaction, by their names in the log.
    public enum Stage: String, Sendable, CaseIterable {
        /// It runs in the virtual machine.
        case executing
        /// Its proof is made.
        case proving
        /// It is handed to the network.
        case submitting
        /// It is recorded in the store.
        case applying
    }

    /// The stage's place among all; -1 before the first.
    private let current = ManagedAtomic(-1)

    /// Rings with each stage.
    private let bell = EventBell()

    /// Knows of nothing yet.
    public init() {}

    /// What to open the wallet with.
    public var logger: Logger {
        Logger(label: "miden.benchmark", factory: { [current, bell] _ in Handler(current: current, bell: bell) })
    }

    /// The stage that was begun last.
    public var stage: Stage? {
        let place = current.load(ordering: .relaxed)
        return place < 0 ? nil : Stage.allCases[place]
    }

    /// Returns once a stage, or a later one, is begun.
    ///
    /// - Throws: `CancellationError`.
    public func reaches(_ stage: Stage) async throws {
        let place = Stage.allCases.firstIndex(of: stage) ?? 0
        while true {
            let count = bell.count
            if current.load(ordering: .acquiring) >= place {
                return
            }
            await bell.rung(after: count)
            try Task.checkCancellation()
        }
    }

    /// Forgets what was, before the next transaction.
    public func forget() {
        current.store(-1, ordering: .relaxed)
    }

    private struct Handler: LogHandler {
        let current: ManagedAtomic<Int>
        let bell: EventBell
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(
            level: Logger.Level,
            message: Logger.Message,
            metadata: Logger.Metadata?,
            source: String,
            file: String,
            function: String,
            line: UInt
        ) {
            guard case .string(let name)? = metadata?["stage"], let stage = Stage(rawValue: name),
                let place = Stage.allCases.firstIndex(of: stage)
            else {
                return
            }
            current.store(place, ordering: .releasing)
            bell.ring()
        }
    }
}
