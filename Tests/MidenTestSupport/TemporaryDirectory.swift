import Foundation

/// A new folder that is removed with its last reference.
package final class TemporaryDirectory: Sendable {
    /// Where it is.
    package let path: String

    /// Makes it.
    ///
    /// - Throws: Where it cannot be made.
    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("miden-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file into it that only its owner may read.
    ///
    /// - Parameters:
    ///   - contents: The bytes.
    ///   - name: The file's name.
    /// - Returns: Its path.
    /// - Throws: Where it cannot be written.
    package func write(_ contents: Data, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try contents.write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return file
    }

    /// Makes a folder in it.
    ///
    /// - Parameter name: The folder's name.
    /// - Returns: Its path.
    /// - Throws: Where it cannot be made.
    public func folder(_ name: String) throws -> String {
        let folder = "\(path)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        return folder
    }
}
