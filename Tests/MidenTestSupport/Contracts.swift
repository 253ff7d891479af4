import Foundation

/// The Miden assembly that tests run.
package enum Contracts {
    /// The source of a contract in `Tests/Contracts`.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The source.
    /// - Throws: Where there is no such file.
    package static func source(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// The path of a contract in `Tests/Contracts`.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The path.
    package static func path(_ name: String) -> String {
        file(name + ".masm")
    }

    /// What a component in `Tests/Contracts` says of its storage, as TOML.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The TOML.
    /// - Throws: Where there is no such file.
    package static func metadata(_ name: String) throws -> String {
        try String(contentsOfFile: metadataPath(name), encoding: .utf8)
    }

    /// The path of what a component in `Tests/Contracts` says of its storage.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The path.
    package static func metadataPath(_ name: String) -> String {
        file(name + ".toml")
    }

    /// The source of a component with procedures that Miden ships.
    ///
    /// - Parameters:
    ///   - module: The module of the procedures in `miden::standards`.
    ///   - procedures: Their names.
    /// - Returns: The source.
    package static func standard(_ module: String, _ procedures: [String]) -> String {
        procedures.map { "pub use {\($0)} from miden::standards::\(module)\n" }.joined()
    }

    /// The role that manages roles in Miden's role-based access control, as a field element.
    package static let managerRole = 1_836_707

    /// The options of `new-account` for the storage of role-based access control.
    ///
    /// - Parameter manager: The account that manages roles.
    /// - Returns: The options.
    package static func roleOptions(managedBy manager: AccountElements) -> [String] {
        let slot = "miden::standards::access::rbac"
        return [
            "--storage-map", "\(slot)::role_config=0,0,0,\(managerRole):1",
            "--storage-map", "\(slot)::role_membership=0,\(managerRole),\(manager.texts.joined(separator: ",")):1",
        ]
    }

    /// The options of `new-account` for the storage of a multisig with one signer.
    package static var multisigOptions: [String] {
        let slot = "miden::standards::auth::multisig"
        return [
            "--storage", "\(slot)::threshold_config=1,1", "--storage-map", "\(slot)::approver_public_keys=0:7,8,9,10",
            "--storage-map", "\(slot)::approver_schemes=0:1", "--storage-map", "\(slot)::executed_transactions",
            "--storage-map", "\(slot)::procedure_thresholds",
        ]
    }

    /// The elements of two signers as the multisig takes them as advice: that of ``multisigOptions`` and a new one.
    package static let multisigSigners = "2,2,0,0,17,18,19,20,2,0,0,0,7,8,9,10,1,0,0,0"

    private static func file(_ name: String) -> String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return tests.appendingPathComponent("Contracts/\(name)").path
    }
}
