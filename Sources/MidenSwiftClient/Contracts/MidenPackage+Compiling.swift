// From Miden assembly to packages. Needs no wallet and no network.

extension MidenPackage {
    /// Compiles Miden assembly. Takes some tens of milliseconds on a thread of its own, and runs to its end where the task is
    /// cancelled.
    ///
    /// - Parameter source: What is to be compiled.
    /// - Returns: The package.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/compilationFailed`` where there is
    ///   something wrong with the source: each cause is a diagnostic as text. Use `compilation(of:)` to have them as
    ///   values.
    public static func compile(_ source: MASMSource) async throws -> MidenPackage {
        try await compilation(of: source).package()
    }

    /// Compiles Miden assembly, and says what is wrong with it and where. Takes some tens of milliseconds on a thread of its
    /// own, and runs to its end where the task is cancelled.
    ///
    /// - Parameter source: What is to be compiled.
    /// - Returns: The package with the warnings, or the diagnostics.
    /// - Throws: ``MidenError/Code/invalidParameter`` where a module path or the metadata cannot be read, or with the kind
    ///   ``MidenError/Kind/sourceTooLong`` or ``MidenError/Kind/tooManyInstructions`` if the sources are too large,
    ///   ``MidenError/Code/unsupported`` where this build or this CPU cannot do it.
    public static func compilation(of source: MASMSource) async throws -> Compilation {
        try await onThreadOfItsOwn("miden.compile") { try CompileRequest(source).result().compilation }.get()
    }
}

extension Compilation {
    /// The warnings of a source that was compiled; none where it was refused.
    public var warnings: [CodeDiagnostic] {
        if case .compiled(_, let warnings) = self { warnings } else { [] }
    }

    /// The package, or the error that there is none.
    ///
    /// - Returns: The package.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/compilationFailed`` where the source was
    ///   refused: each cause is a diagnostic as text.
    public func package() throws -> MidenPackage {
        switch self {
        case .compiled(let package, _): return package
        case .refused(let diagnostics): throw Self.refusal(diagnostics)
        }
    }

    /// The error that a source was refused.
    static func refusal(_ diagnostics: [CodeDiagnostic]) -> MidenError {
        let first = diagnostics.first
        let place = first?.places.first.map { " at \($0.module), line \($0.line), column \($0.column)" } ?? ""
        return MidenError(
            code: .invalidParameter,
            kind: .compilationFailed,
            message: "The code cannot be compiled: \(first?.message ?? "nobody says why")\(place).",
            causes: diagnostics.map(\.description)
        )
    }
}
