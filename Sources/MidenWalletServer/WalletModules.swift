#if WalletServer
    import Foundation

    /// The JavaScript modules of a page, those of `js/src`: the server of a site serves its own copy of them.
    public enum WalletModules {
        /// The names of the files: the module that a page includes in development, and those that it imports.
        public static let names = [
            "miden-wallet.js", "arguments.js", "base64.js", "emitter.js", "errors.js", "install.js", "messages.js",
            "provider.js", "random.js", "results.js", "session.js", "socket.js",
        ]

        /// Reads the modules. Other files of the folder are left alone.
        ///
        /// - Parameter folder: The folder, such as `js/src` of this package.
        /// - Returns: The bytes of each file, by its name.
        /// - Throws: ``WalletModuleError`` if one is missing or cannot be read.
        public static func read(from folder: URL) throws(WalletModuleError) -> [String: Data] {
            var modules: [String: Data] = [:]
            for name in names {
                let file = folder.appendingPathComponent(name)
                do {
                    modules[name] = try Data(contentsOf: file)
                } catch {
                    throw WalletModuleError(file: file, reason: error.localizedDescription)
                }
            }
            return modules
        }
    }

    /// A module of a page cannot be read.
    public struct WalletModuleError: LocalizedError, Hashable {
        /// The file.
        public let file: URL
        /// The system's reason.
        public let reason: String

        /// What failed.
        public var errorDescription: String? { "Cannot read the module \(file.path): \(reason)" }
    }
#endif
