import Foundation

/// The memory there is for a proof, and how many notes a transaction can consume in it.
struct ProofMemory {
    /// All there is, in bytes.
    let bytes: UInt64

    init(bytes: UInt64) {
        self.bytes = bytes
    }

    /// What a machine has, or the container that a process is in.
    ///
    /// - Parameters:
    ///   - machine: The machine's memory in bytes.
    ///   - containerLimit: What the container's control group says: a number of bytes, or a word where there is no limit.
    init(machine: UInt64, containerLimit: String?) {
        let limit = containerLimit.flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        bytes = min(machine, limit ?? machine)
    }

    /// What this process has.
    static let ofThisMachine = ProofMemory(
        machine: ProcessInfo.processInfo.physicalMemory,
        containerLimit: try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8)
    )

    /// How many notes fit when a proof may take half of it, measured with proofs of transactions that consume payments:
    /// 0.8 GiB for 10 notes, 2.2 GiB for 50, 4 GiB for 100.
    var noteCount: Int {
        let mebibytes = Int(clamping: bytes >> 20) / 2
        return min(max((mebibytes - 450) / 36, 1), 100)
    }
}
