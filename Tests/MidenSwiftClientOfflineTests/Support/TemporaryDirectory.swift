import Foundation

/// A new folder that is removed with its last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("miden-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The permissions of a file or folder in it.
    func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}

extension TemporaryDirectory {
    /// What is in the files of the names, and in those of the folders of the names, by their paths. What is not there is
    /// left out.
    func contents(of names: [String]) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in names {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) else {
                continue
            }
            let below = isFolder.boolValue ? try FileManager.default.subpathsOfDirectory(atPath: path + "/" + name) : []
            for file in isFolder.boolValue ? below.map({ name + "/" + $0 }) : [name] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + file)
                if attributes[.type] as? FileAttributeType == .typeRegular {
                    found[file] = try Data(contentsOf: URL(fileURLWithPath: path + "/" + file))
                }
            }
        }
        return found
    }
}
