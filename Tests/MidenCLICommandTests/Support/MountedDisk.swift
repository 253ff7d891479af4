#if os(Linux)
    import Foundation

    /// A small disk in memory, mounted on a folder until this is released.
    final class MountedDisk {
        /// Whether this user may mount one. Otherwise the tests that need one are skipped, and say so.
        static let isAllowed: Bool = {
            let folder = FileManager.default.temporaryDirectory.path + "/mount-\(UUID().uuidString)"
            defer { rmdir(folder) }
            return (try? MountedDisk(at: folder, megabytes: 1)) != nil
        }()

        private let folder: String

        /// Mounts an empty disk on a folder, which is made.
        init(at folder: String, megabytes: Int) throws {
            self.folder = folder
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs", folder)
        }

        deinit {
            try? Self.run("umount", "--lazy", folder)
        }

        /// Mounts the disk again, read-only.
        func makeReadOnly() throws {
            try Self.run("mount", "-o", "remount,ro", folder)
        }

        /// Writes until there is no room.
        func fill() throws {
            let descriptor = open(folder + "/filling", O_WRONLY | O_CREAT, 0o600)
            defer { close(descriptor) }
            for size in [1 << 16, 1 << 10, 1] {
                let bytes = [UInt8](repeating: 0, count: size)
                while write(descriptor, bytes, size) > 0 {}
            }
        }

        private struct Failed: Error {}

        private static func run(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Failed()
            }
        }
    }
#endif
