import Foundation

/// Where a wallet's files are.
struct Places: Equatable, Sendable {
    let storePath: String
    let keystorePath: String
    /// The key over the keystore, where a file holds it. Never in the keystore's own folder, which may be copied.
    let keyFile: String
    /// Only on the embedded chain.
    let chainDirectory: String?

    init(_ configuration: MidenWallet.Configuration, environment: [String: String]) {
        let data = configuration.dataDirectory ?? Self.dataDirectory(environment: environment)
        let folder = data + "/" + configuration.network.folderName
        storePath = configuration.storePath ?? folder + "/store.sqlite3"
        let usual = folder + "/keystore"
        keystorePath = configuration.keystorePath ?? usual
        let given = configuration.keystorePath?.withoutTrailingSlashes
        // Who names the usual place means what is there, whose key lies where it always does.
        keyFile = given.flatMap { $0 == usual ? nil : $0 + ".key" } ?? data + "/keystore.key"
        chainDirectory =
            if case .embedded(let options) = configuration.network {
                options.chainDirectory ?? folder + "/chain"
            } else {
                nil
            }
    }

    /// The platform's place for a program's data.
    static func dataDirectory(environment: [String: String]) -> String {
        #if canImport(Darwin)
            let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            return (support?.path ?? NSHomeDirectory() + "/Library/Application Support") + "/miden-swift"
        #else
            // The XDG base directory specification: a relative path counts as not set.
            if let data = environment[set: "XDG_DATA_HOME"], data.hasPrefix("/") {
                return data + "/miden-swift"
            }
            return (environment[set: "HOME"] ?? NSHomeDirectory()) + "/.local/share/miden-swift"
        #endif
    }

    /// The keystores of other networks that use the same key file.
    func otherKeystores() -> [String] {
        let data = URL(fileURLWithPath: keyFile).deletingLastPathComponent().path
        let keystore = URL(fileURLWithPath: keystorePath)
        // A keystore in a place of its own has a key file of its own.
        guard keystore.deletingLastPathComponent().deletingLastPathComponent().path == data else {
            return []
        }
        let networks = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
        return networks.sorted().map { "\(data)/\($0)/\(keystore.lastPathComponent)" }
            .filter { $0 != keystore.path && Self.isFolder($0) }
    }

    /// Makes the folders that are not there yet, for nobody but the user: there are keys in them.
    func makeFolders() throws(MidenError) {
        let storeFolder = URL(fileURLWithPath: storePath).deletingLastPathComponent().path
        for folder in [storeFolder, keystorePath] + (chainDirectory.map { [$0] } ?? []) {
            if let number = Self.make(folder) {
                throw Self.unusable(folder, number)
            }
        }
    }

    /// Makes a folder and those above it. Returns the system's number of what went wrong, which Foundation would not tell.
    private static func make(_ folder: String) -> Int32? {
        guard !isFolder(folder), mkdir(folder, 0o700) != 0 else {
            return nil
        }
        var number = errno
        let above = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        if number == ENOENT, above != folder {
            if let number = make(above) {
                return number
            }
            number = mkdir(folder, 0o700) == 0 ? 0 : errno
        }
        // Somebody else may have made it meanwhile.
        return isFolder(folder) ? nil : number
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func unusable(_ folder: String, _ number: Int32) -> MidenError {
        let obstacle = obstacle(to: folder)
        return MidenError(
            code: .store,
            kind: .directoryUnusable,
            message: obstacle.map { "The folder \(folder) cannot be made, because \($0) is not a folder." }
                ?? "The folder \(folder) cannot be made. Check the path and its permissions.",
            causes: obstacle == nil ? [String(cString: strerror(number))] : []
        )
    }

    /// What is on the way to a folder, or in its place, and is none.
    private static func obstacle(to folder: String) -> String? {
        var place = URL(fileURLWithPath: folder).standardizedFileURL
        while place.path != "/" {
            if FileManager.default.fileExists(atPath: place.path) {
                return isFolder(place.path) ? nil : place.path
            }
            place.deleteLastPathComponent()
        }
        return nil
    }
}

extension String {
    fileprivate var withoutTrailingSlashes: String {
        var path = self[...]
        while path.count > 1, path.last == "/" {
            path.removeLast()
        }
        return String(path)
    }
}

extension MidenWallet.Network {
    /// The name of the folder that holds a network's files. Each custom node has its own.
    var folderName: String {
        guard case .custom(let rpcEndpoint) = self else {
            return description
        }
        let address = ["https://", "http://"].reduce(rpcEndpoint.lowercased()) { address, scheme in
            address.hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address
        }
        let kept = address.split(separator: "/").joined(separator: "-")
        return "custom-" + kept.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
    }
}

extension MidenWallet.Configuration {
    /// Where the store is, or would be made.
    package var storeFile: String {
        Places(self, environment: ProcessInfo.processInfo.environment).storePath
    }

    /// Whether a store is where this configuration has it. One that cannot be seen counts as there: opening it says
    /// what is wrong with it.
    package var hasStore: Bool {
        let places = Places(self, environment: ProcessInfo.processInfo.environment)
        return access(places.storePath, F_OK) == 0 || errno != ENOENT
    }

    /// The keystore's folder, where there are keys in it.
    package var folderWithKeys: String? {
        let folder = Places(self, environment: ProcessInfo.processInfo.environment).keystorePath
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // A keystore without keys has its header alone.
        return names.contains { $0 != "keystore.json" && !$0.hasPrefix(".") } ? folder : nil
    }
}
