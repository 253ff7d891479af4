import Foundation

/// How much of the process lies in memory.
public enum ResidentMemory {
    /// In bytes, now; nil where the system does not say.
    public static var current: Int? {
        #if os(Linux)
            guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
                return nil
            }
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
        #elseif canImport(Darwin)
            return information.map { Int($0.resident_size) }
        #else
            return nil
        #endif
    }

    /// The most there has been, in bytes; nil where the system does not say.
    public static var peak: Int? {
        #if os(Linux)
            guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
                return nil
            }
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            return kibibytes.map { $0 << 10 }
        #elseif canImport(Darwin)
            return information.map { Int($0.resident_size_max) }
        #else
            return nil
        #endif
    }

    #if canImport(Darwin)
        private static var information: mach_task_basic_info? {
            var info = mach_task_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
            let result = withUnsafeMutablePointer(to: &info) {
                $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
                }
            }
            return result == KERN_SUCCESS ? info : nil
        }
    #endif
}
