import Foundation

/// A copy of a wallet's folder, for what might destroy it.
struct WalletCopy: Sendable {
    let folder: String

    /// Copies the folder of a wallet that no process has open.
    ///
    /// - Parameter victim: The wallet.
    /// - Throws: If it cannot be copied.
    init(of victim: Victim) throws {
        folder = "\(victim.scratch)/copy"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.copyItem(atPath: victim.folder, toPath: folder)
    }

    /// The paths of the files that are not empty, in the same order each time.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.sorted().map { "\(folder)/\($0)" }.filter { size(of: $0) > 0 }
    }

    /// How many bytes a regular file has; 0 of everything else.
    func size(of file: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return 0 }
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
