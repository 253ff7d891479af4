import Foundation

/// What other users of the machine could do to a wallet's files, found when the wallet is opened.
struct FileExposure {
    let places: Places

    /// A sentence for each file or folder. What cannot be looked at is left to what opens it.
    var warnings: [String] {
        let keys = ((try? FileManager.default.contentsOfDirectory(atPath: places.keystorePath)) ?? []).sorted()
        let files = [places.keyFile] + keys.map { "\(places.keystorePath)/\($0)" }
        let storeFolder = URL(fileURLWithPath: places.storePath).deletingLastPathComponent()
        let folders = [storeFolder.deletingLastPathComponent().path, storeFolder.path, places.keystorePath]
        return folders.compactMap(Self.folderWarning) + files.compactMap(Self.keyWarning)
    }

    private static func folderWarning(_ folder: String) -> String? {
        guard let status = status(of: folder) else {
            return nil
        }
        // With the sticky bit, as of /tmp, nobody can replace what belongs to another.
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
            return
                "Every user of this machine can write to the folder \(folder) and replace the wallet's files: chmod 700"
                + " keeps them out."
        }
        return nil
    }

    private static func keyWarning(_ file: String) -> String? {
        guard let status = status(of: file), status.st_uid != geteuid() else {
            return nil
        }
        return
            "The file \(file), which protects keys, belongs to another user (\(status.st_uid)), and not to the one who"
            + " runs this (\(geteuid()))."
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
