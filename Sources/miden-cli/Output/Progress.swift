import Foundation

/// Says what is being done and for how long, where somebody watches and it takes long enough to wonder.
final class Progress: Sendable {
    private struct State {
        var doing: String
        var start: ContinuousClock.Instant
        var isFinished = false
    }

    private let initial: String
    private let console: Console
    private let clock = ContinuousClock()
    private let state: Locked<State>

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - doing: What is done first.
    ///   - console: Where it is shown.
    init(doing: String, console: Console) {
        initial = doing
        state = Locked(State(doing: doing, start: clock.now))
        self.console = console
    }

    /// Something else is done now.
    func change(to doing: String) {
        let hasChanged = state.withLock { state in
            defer { state.doing = doing }
            return state.doing != doing
        }
        if hasChanged {
            show()
        }
    }

    /// Something else is done now. Its time is counted from here.
    func restart(with doing: String) {
        state.withLock { $0.start = clock.now }
        change(to: doing)
    }

    /// Keeps the line current until the task is cancelled. There is nothing to see in the first half second.
    func keepCurrent() async {
        while !Task.isCancelled {
            show()
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Takes the line away. Nothing is shown any more.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            console.status(nil)
        }
    }

    private func show() {
        state.withLock { state in
            let elapsed = state.start.duration(to: clock.now)
            if console.showsProgress, elapsed > .milliseconds(500), !state.isFinished {
                console.status(Self.line(doing: state.doing, elapsed: elapsed))
            }
        }
    }

    /// What is shown: "Proving the transaction … 12 s".
    static func line(doing: String, elapsed: Duration) -> String {
        let seconds = elapsed.components.seconds
        let time =
            switch seconds {
            case 0: ""
            case ..<60: " \(seconds) s"
            default: " \(seconds / 60) min \(seconds % 60) s"
            }
        return "\(doing) …\(time)"
    }
}

extension Progress {
    /// A stage of an opening or a transaction, as the wallet's log names it.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - owner: Which process has the store open, if that is what is waited for.
    func enter(stage: String, owner: String? = nil) {
        switch stage {
        case "waiting_for_store":
            let command = owner.flatMap(StoreHolder.init(owner:))?.command
            change(to: "Waiting for \(command ?? owner ?? "another process"), which has the wallet open")
        case "opening": change(to: initial)
        case "syncing": change(to: "Catching up with the chain")
        case "trying": change(to: "Trying out the transaction")
        case "executing": change(to: "Executing the transaction")
        case "signing": change(to: "Waiting for the signature")
        case "proving": change(to: "Proving the transaction")
        case "submitting": change(to: "Submitting the transaction")
        case "applying": change(to: "Recording the transaction")
        default: break
        }
    }
}
