import Dispatch
import Foundation

/// What Ctrl-C and a polite kill do: the first one cancels the command, which ends at its next safe place, and another
/// one ends the process at once.
final class Interruption {
    private let received = Locked<Int32?>(nil)
    private var sources: [any DispatchSourceSignal] = []

    /// Cancels the command from now on, when a signal comes. The console takes its line of progress away before the
    /// process ends at once.
    func watch(console: Console, cancel: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "miden-cli.signals")
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [received] in
                let isFirst = received.withLock { received in
                    defer { received = received ?? number }
                    return received == nil
                }
                if isFirst {
                    cancel()
                } else {
                    console.status(nil)
                    _exit(ExitStatus(signal: number).rawValue)
                }
            }
            source.resume()
            sources.append(source)
        }
    }

    /// How the command ends that the signal has cancelled, if one has come.
    var status: ExitStatus? {
        received.withLock { $0 }.map(ExitStatus.init(signal:))
    }
}
