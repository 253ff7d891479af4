#if os(Linux)
    import Foundation

    /// Reads what other programs of the machine can see of the processes of a sandbox while they run: their arguments and their
    /// environment.
    final class ProcessSampler: @unchecked Sendable {
        private let lock = NSLock()
        private var isEnded = false
        private var seen: Set<Data> = []
        private let ended = DispatchSemaphore(value: 0)

        /// Begins.
        ///
        /// - Parameter mark: A text in the environment of the processes that are meant, as the path of the sandbox.
        init(mark: String) {
            let thread = Thread { [self] in
                while !lock.withLock({ isEnded }) {
                    for process in Self.processes(of: mark) {
                        let texts = [process.arguments, process.environment]
                        lock.withLock { seen.formUnion(texts) }
                    }
                    usleep(500)
                }
                ended.signal()
            }
            thread.start()
        }

        /// Ends, and tells all arguments and environments that were there.
        func end() -> Set<Data> {
            lock.withLock { isEnded = true }
            ended.wait()
            return seen
        }

        /// The processes that run now and have a text in their environment, but for this one.
        static func processes(of mark: String) -> [(arguments: Data, environment: Data)] {
            let own = String(ProcessInfo.processInfo.processIdentifier)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.filter { $0.first?.isNumber == true && $0 != own }.compactMap { name in
                // It may end at any time.
                guard let environment = read("/proc/\(name)/environ"), environment.range(of: Data(mark.utf8)) != nil,
                    let arguments = read("/proc/\(name)/cmdline")
                else { return nil }
                return (arguments, environment)
            }
        }

        private static func read(_ path: String) -> Data? {
            try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()
        }
    }
#endif
