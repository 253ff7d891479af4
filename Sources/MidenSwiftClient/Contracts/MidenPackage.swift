import Foundation

/// Compiled code with the names of its procedures: what is in a package file (`.masp`), the form in which Miden's tools pass
/// code on. ``interface`` describes the types of its procedures and of its storage.
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

    /// A procedure of a package. ``ContractInterface/Procedure`` has its types and documentation.
    public struct Procedure: Hashable, Sendable, Codable {
        /// What a procedure is marked as.
        public enum Role: String, Hashable, Sendable, Codable {
            /// For all to call on the account that has it.
            case account
            /// Decides whether a transaction of the account is its owner's.
            case authentication
            /// What runs when the note is consumed.
            case noteScript = "note_script"
            /// What the transaction runs.
            case transactionScript = "transaction_script"
            /// Nothing: only code that links the package can call it.
            case library
        }

        /// Its whole path, such as `::counter::contract::increment_count`.
        public let path: String
        /// What it is called by.
        public let root: Word
        /// What it is marked as.
        public let role: Role

        /// Its name, the last part of its path.
        public var name: String {
            ProcedurePath(path).name
        }

        /// Makes a procedure. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - path: Its whole path.
        ///   - root: What it is called by.
        ///   - role: What it is marked as.
        public init(path: String, root: Word, role: Role) {
            self.path = path
            self.root = root
            self.role = role
        }
    }

    /// What a package says of itself as a component of accounts. ``ContractInterface/Component`` has the types of its storage.
    public struct Component: Hashable, Sendable, Codable {
        /// The component's name.
        public let name: String
        /// What it does.
        public let description: String
        /// Its version.
        public let version: String
        /// The names of the storage slots it declares.
        public let slots: [String]

        /// Makes a description. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - name: The component's name.
        ///   - description: What it does.
        ///   - version: Its version.
        ///   - slots: The names of its storage slots.
        public init(name: String, description: String, version: String, slots: [String]) {
            self.name = name
            self.description = description
            self.version = version
            self.slots = slots
        }
    }

    /// The package as it is in a file (`.masp`).
    public let file: Data
    /// Its name.
    public let name: String
    /// Its version.
    public let version: String
    /// What it is for.
    public let kind: Kind
    /// Its procedures.
    public let procedures: [Procedure]
    /// What it says of itself as a component of accounts, where it does.
    public let component: Component?

    /// Reads a package. Needs no wallet and no network. Takes some milliseconds, and for a hostile file at most 10 seconds, on
    /// a thread of its own, and runs to its end if the task is cancelled.
    ///
    /// - Parameter file: The content of a package file (`.masp`).
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidPackage`` if it is none, or takes
    ///   longer to read.
    public init(file: Data) async throws {
        let request = DescribePackageRequest(file: file)
        self.init(try await onThreadOfItsOwn("miden.package") { try request.result() }.get())
    }

    /// Reads a package. Needs no wallet and no network.
    ///
    /// Blocks the calling thread for some milliseconds, and for a hostile file for at most 10 seconds. Not to be had inside a
    /// task, where the async one is.
    ///
    /// - Parameter file: The content of a package file (`.masp`).
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidPackage`` if it is none, or takes
    ///   longer to read.
    @available(*, noasync)
    public init(file: Data) throws {
        self.init(try DescribePackageRequest(file: file).result())
    }

    /// The procedure of a name: its last part, or its whole path. `_` and `-` are the same in names.
    ///
    /// - Parameter name: The name.
    /// - Returns: The procedure.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `unknown_procedure` where there is none, or more than
    ///   one of that name.
    public func procedure(_ name: String) throws -> Procedure {
        try procedures.map { ProcedurePath($0.path) }.only(
            of: procedures.filter { ProcedurePath($0.path).isNamed(name) },
            named: name,
            none: "The package \(self.name) has no procedure",
            several: "The package \(self.name) has several procedures"
        )
    }

    init(_ reply: PackageMessage) {
        file = reply.file
        name = reply.name
        version = reply.version
        kind = reply.kind
        procedures = reply.procedures
        component = reply.component
    }
}
