import MidenSwiftClient

extension MidenPackage {
    /// A component in `Tests/Contracts` with the schema of its storage.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The package.
    /// - Throws: `MidenError` if it does not compile, or if there is no such file.
    package static func tutorial(_ name: String) async throws -> MidenPackage {
        try await compile(
            MASMSource(
                .accountComponent,
                Contracts.source(name),
                path: "tutorials::\(name)",
                metadata: Contracts.metadata(name)
            )
        )
    }

    /// A component with procedures that Miden ships.
    ///
    /// - Parameters:
    ///   - module: The module of the procedures in `miden::standards`.
    ///   - procedures: Their names.
    /// - Returns: The package.
    /// - Throws: `MidenError` if there are no such procedures.
    package static func standard(_ module: String, _ procedures: String...) async throws -> MidenPackage {
        try await compile(
            MASMSource(.accountComponent, Contracts.standard(module, procedures), path: "standard::component")
        )
    }
}

extension InitialStorageSlot {
    /// The storage of Miden's role-based access control.
    ///
    /// - Parameter manager: The account that manages roles.
    /// - Returns: The slots.
    /// - Throws: `MidenError` if the id is none.
    package static func roles(managedBy manager: AccountID) throws -> [InitialStorageSlot] {
        let slot = "miden::standards::access::rbac"
        let role = Felt(integerLiteral: UInt64(Contracts.managerRole))
        return [
            .init("\(slot)::role_config", entries: [.init(key: Word([0, 0, 0, role]), value: Word([1]))]),
            .init(
                "\(slot)::role_membership",
                entries: [.init(key: Word([0, role] + (try manager.felts())), value: Word([1]))]
            ),
        ]
    }
}

/// The storage of the note `order` in `Tests/Contracts`: what the account that consumes it calls.
package struct ProcedureOrder: Codable, Sendable {
    private let procedure: Word
    private let first: Felt
    private let second: Felt
    private let third: Felt

    /// Makes an order.
    ///
    /// - Parameters:
    ///   - procedure: The root of the procedure.
    ///   - first: The first argument.
    ///   - second: The second one.
    ///   - third: The third one.
    package init(procedure: Word, first: Felt = 0, second: Felt = 0, third: Felt = 0) {
        (self.procedure, self.first, self.second, self.third) = (procedure, first, second, third)
    }
}
