import Foundation

/// Compiled code with what it offers: what is in a package file (`.masp`), the form in which Miden's tools pass code on.
///
/// ```swift
/// let counter = try await MidenPackage.compile(MASMSource(.accountComponent, code, path: "counter::contract"))
/// let account = try await wallet.createAccount(components: [counter], storage: [.init("counter::slots::count", entries: [])])
/// ```
public struct MidenPackage: Hashable, Sendable {
    /// What code is for, by what its procedures are marked with.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The code of an account: procedures are marked `@account_procedure` or `@auth_script`.
        case accountComponent = "account_component"
        /// The code of a note: one procedure is marked `@note_script`.
        case noteScript = "note_script"
        /// What a transaction runs: one procedure is marked `@transaction_script`.
        case transactionScript = "transaction_script"
        /// Code for others to link.
        case library
    }

    /// The package as it is in a file (`.masp`).
    public let file: Data
    /// What it offers: its procedures with their types, its constants, its storage and the messages of its errors.
    public let interface: ContractInterface

    /// Its name.
    public var name: String {
        interface.name
    }

    /// Its version.
    public var version: String {
        interface.version
    }

    /// What it is for.
    public var kind: Kind {
        let roles = Set(interface.procedures.map(\.role))
        if !roles.isDisjoint(with: [.account, .authentication]) {
            return .accountComponent
        }
        if roles.contains(.noteScript) {
            return .noteScript
        }
        return roles.contains(.transactionScript) ? .transactionScript : .library
    }

    /// Its procedures: those of ``interface``.
    public var procedures: [ContractInterface.Procedure] {
        interface.procedures
    }

    /// Reads a package. Needs no wallet and no network. Takes some milliseconds, and for a hostile file at most 20 seconds, on
    /// a thread of its own, and runs to its end if the task is cancelled.
    ///
    /// - Parameter file: The content of a package file (`.masp`).
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidPackage`` if it is none, takes
    ///   longer to read, or exports more than can be described.
    public init(file: Data) async throws {
        let request = DescribePackageRequest(file: file)
        self.init(try await onThreadOfItsOwn("miden.package") { try request.result() }.get())
    }

    /// The procedure of a name: its last part, or its whole path. `_` and `-` are the same in names.
    ///
    /// - Parameter name: The name.
    /// - Returns: The procedure.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `unknown_procedure` where there is none, or more than
    ///   one of that name.
    public func procedure(_ name: String) throws -> ContractInterface.Procedure {
        try interface.procedure(name)
    }

    init(_ reply: PackageMessage) {
        file = reply.file
        interface = reply.interface
    }
}
