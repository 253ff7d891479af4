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
        keystorePath = configuration.keystorePath ?? folder + "/keystore"
        keyFile = configuration.keystorePath.map { $0.withoutTrailingSlashes + ".key" } ?? data + "/keystore.key"
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

    /// Makes the folders that are not there yet, for nobody but the user: there are keys in them.
    func makeFolders() throws(MidenError) {
        let storeFolder = URL(fileURLWithPath: storePath).deletingLastPathComponent().path
        for folder in [storeFolder, keystorePath] + (chainDirectory.map { [$0] } ?? []) {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw MidenError(
                    code: .store,
                    kind: .directoryUnusable,
                    message: "The folder \(folder) cannot be made. Check the path and its permissions.",
                    causes: [error.localizedDescription]
                )
            }
        }
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
    /// Whether a store is where this configuration has it. One that cannot be seen counts as there: opening it says
    /// what is wrong with it.
    package var hasStore: Bool {
        let places = Places(self, environment: ProcessInfo.processInfo.environment)
        return access(places.storePath, F_OK) == 0 || errno != ENOENT
    }
}
