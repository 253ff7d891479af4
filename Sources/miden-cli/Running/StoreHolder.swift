import Foundation
import MidenSwiftClient

/// The process that has a store open.
struct StoreHolder {
    /// Its number.
    let process: Int32

    /// The process that the lock file of a store names. Nil if there is none.
    init?(of configuration: MidenWallet.Configuration) {
        guard let file = try? InputFile(at: configuration.storeFile + ".lock"),
            let bytes = try? file.bytes(of: .secret, until: InputDeadline(after: .seconds(1))),
            let process = Int32(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        else { return nil }
        self.process = process
    }

    /// The process that the core names, as in "process 4711". Nil if it does not name one.
    init?(owner: String) {
        guard owner.hasPrefix("process "), let process = Int32(owner.dropFirst("process ".count)) else { return nil }
        self.process = process
    }

    /// The command that the process runs, such as "`miden-cli serve`", without its arguments: they may be secret. Nil if the
    /// process is another program, or if its arguments cannot be read.
    var command: String? {
        guard let arguments = Self.arguments(of: process), let program = arguments.first,
            (program as NSString).lastPathComponent == "miden-cli",
            let path = try? UnknownOption.path(in: Array(arguments.dropFirst())), !path.isEmpty
        else { return nil }
        return "`\((["miden-cli"] + path.map { $0._commandName }).joined(separator: " "))`"
    }

    /// Adds the command to an error that says which process has the store open. Nil if there is nothing to add.
    func named(in error: MidenError) -> MidenError? {
        // The lock may have another holder by now.
        guard error.message.contains("process \(process)."), let command else { return nil }
        return MidenError(
            code: error.code,
            kind: error.kind,
            message: "\(error.message) Process \(process) is \(command): end it, or give a longer --timeout.",
            causes: error.causes,
            isRetryable: error.isRetryable
        )
    }

    #if canImport(Darwin)
        private static func arguments(of process: Int32) -> [String]? {
            var name = [CTL_KERN, KERN_PROCARGS2, process]
            var size = 0
            guard sysctl(&name, UInt32(name.count), nil, &size, nil, 0) == 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctl(&name, UInt32(name.count), &bytes, &size, nil, 0) == 0, size > 4 else { return nil }
            // The number of arguments, the program's path and its padding, the arguments, and then the environment.
            let count = bytes[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
            let path = bytes[4..<size].prefix { $0 != 0 }
            let rest = bytes[path.endIndex..<size].drop { $0 == 0 }
            return texts(in: rest).prefix(count).map { $0 }
        }
    #else
        private static func arguments(of process: Int32) -> [String]? {
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return nil }
            return texts(in: bytes)
        }
    #endif

    /// The texts of bytes in which a zero ends each.
    private static func texts(in bytes: some Collection<UInt8>) -> [String] {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
