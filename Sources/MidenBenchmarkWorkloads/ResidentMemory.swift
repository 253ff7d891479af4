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
            var info = mach_task_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
            let result = withUnsafeMutablePointer(to: &info) {
                $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
                }
            }
            return result == KERN_SUCCESS ? Int(info.resident_size) : nil
        #else
            return nil
        #endif
    }

    /// Has the allocator give back to the system what it keeps free. What a process takes for a moment it else keeps, and the
    /// more of such moments coincide, the more; so only after this does the resident memory tell what is in use. Does
    /// nothing where the allocator is not glibc's. Takes some milliseconds.
    public static func giveBackWhatIsFree() {
        #if canImport(Glibc)
            // Its header is in no module.
            typealias Trim = @convention(c) (_ left: Int) -> Int32
            if let trim = dlsym(nil, "malloc_trim") {
                _ = unsafeBitCast(trim, to: Trim.self)(0)
            }
        #endif
    }
}
