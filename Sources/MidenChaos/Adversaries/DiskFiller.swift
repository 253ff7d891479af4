import Foundation

/// A file that fills a small disk up to a rest.
struct DiskFiller {
    private let file: String

    /// Fills the disk.
    ///
    /// - Parameters:
    ///   - folder: A folder on the disk.
    ///   - room: How many bytes stay free.
    /// - Throws: If it cannot be filled.
    init(folder: String, room: Int) throws {
        file = folder + "/filler"
        let free = try FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? NSNumber
        let size = max(0, (free?.intValue ?? 0) - room)
        try Data(count: size).write(to: URL(fileURLWithPath: file))
    }

    /// Makes room again.
    func remove() {
        try? FileManager.default.removeItem(atPath: file)
    }
}
