/// A package with the script of notes, and the type of what its script reads in a note's storage.
///
/// ```swift
/// let riddles = try NotePackage(package, storage: "Riddle")
/// let note = try riddles.note(with: ["target": "0x5401ef36815e47d14b651e8e968153", "number": 7, "is_open": true])
/// try await wallet.execute(CustomTransaction(createdNotes: [note]), accountId: account)
/// ```
///
/// No package says how its script reads the storage: the format has exports and four kinds of sections, and none of them
/// is about notes (`manifest.rs` and `section.rs` of the crate miden-mast-package). So the caller names the type. It is one
/// that the package exports, such as `pub type Riddle = struct { … }`, or a ``ContractType``. Whether the script reads the
/// storage by that type is for its author to see to.
///
/// The storage has the elements of the value in the order of a call: the first field first, and wide integers with the low
/// half first.
public struct NotePackage: Hashable, Sendable {
    /// The package.
    public let package: MidenPackage
    /// The root of its script.
    public let scriptRoot: Word
    /// The type of the storage.
    public let storageType: ContractType

    /// How many elements the storage of a note has at most.
    private static let mostElements = 1024

    /// Describes the notes of a package by a type that it exports.
    ///
    /// - Parameters:
    ///   - package: The package.
    ///   - name: The type of the storage: the last part of its path, or the whole path. Nil means the only type that the package
    ///     exports.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/notAScript`` if the package has no note
    ///   script, and ``MidenError/Kind/unknownType`` if it does not export the type.
    public init(_ package: MidenPackage, storage name: String? = nil) throws {
        // First, as it is what is wrong with a package that was mistaken for another.
        _ = try Self.script(of: package)
        let interface = package.interface
        if let name {
            try self.init(package, storage: interface.type(name).type)
            return
        }
        let exported = interface.types.filter(\.isExported)
        guard let only = exported.first, exported.count == 1 else {
            throw Self.refusal(
                .unknownType,
                exported.isEmpty
                    ? "The package \(package.name.shortened) exports no type, and a package does not say what its notes store."
                    : """
                    The package \(package.name.shortened) exports \(exported.count) types: name the one that the notes store. \
                    There are: \(exported.prefix(10).map(\.name.shortened).joined(separator: ", ")).
                    """
            )
        }
        try self.init(package, storage: only.type)
    }

    /// Describes the notes of a package by a type.
    ///
    /// - Parameters:
    ///   - package: The package.
    ///   - type: The type of the storage.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/notAScript`` if the package has no note
    ///   script.
    public init(_ package: MidenPackage, storage type: ContractType) throws {
        scriptRoot = try Self.script(of: package).root
        self.package = package
        storageType = type
    }

    /// A note of a value. Nothing is made yet.
    ///
    /// - Parameters:
    ///   - storage: The value.
    ///   - recipientId: The account that is told of it, as ``CustomNote/recipientId``.
    ///   - fungibleAssets: What it carries.
    ///   - noteType: Who can read it.
    /// - Returns: The note.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the place of the part
    ///   that does not fit, ``MidenError/Kind/unsupportedType`` if the type has no values, and
    ///   ``MidenError/Kind/tooManyElements`` if the value has more elements than the storage of a note.
    public func note(
        with storage: ContractValue,
        for recipientId: AccountID? = nil,
        fungibleAssets: [FungibleAsset] = [],
        noteType: NoteType = .public
    ) throws -> CustomNote {
        let felts = try storage.felts(of: storageType)
        guard felts.count <= Self.mostElements else {
            throw Self.refusal(
                .tooManyElements,
                "The value has \(felts.count) elements, and the storage of a note at most \(Self.mostElements)."
            )
        }
        return CustomNote(
            script: package,
            storage: felts,
            for: recipientId,
            fungibleAssets: fungibleAssets,
            noteType: noteType
        )
    }

    /// A note of a Swift value. Nothing is made yet.
    ///
    /// - Parameters:
    ///   - storage: The value.
    ///   - recipientId: The account that is told of it, as ``CustomNote/recipientId``.
    ///   - fungibleAssets: What it carries.
    ///   - noteType: Who can read it.
    /// - Returns: The note.
    /// - Throws: As the note with a ``ContractValue``.
    public func note(
        _ storage: some Encodable,
        for recipientId: AccountID? = nil,
        fungibleAssets: [FungibleAsset] = [],
        noteType: NoteType = .public
    ) throws -> CustomNote {
        try note(
            with: ContractValue(encoding: storage),
            for: recipientId,
            fungibleAssets: fungibleAssets,
            noteType: noteType
        )
    }

    /// The value in the storage of a note.
    ///
    /// - Parameters:
    ///   - contents: The note, as ``MidenWallet/getNoteContents(_:withCode:timeout:)`` gives it. Its script has to be that of the
    ///     package.
    ///   - type: What the value is read as.
    /// - Returns: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/otherNoteScript`` if the note has another
    ///   script, and ``MidenError/Kind/invalidValue`` if its storage is no value of the type. Anybody can make a note of this
    ///   script with any storage.
    public func storage<Value: Decodable>(
        of contents: NoteContents,
        as type: Value.Type = ContractValue.self
    ) throws -> Value {
        guard contents.scriptRoot == scriptRoot else {
            throw Self.refusal(
                .otherNoteScript,
                """
                The script of note \(contents.noteId) is not that of the package \(package.name.shortened): its root is \
                \(contents.scriptRoot), and that of the package is \(scriptRoot).
                """
            )
        }
        return try ContractValue(felts: contents.storage, of: storageType).decoded(as: Value.self)
    }

    private static func script(of package: MidenPackage) throws -> ContractInterface.Procedure {
        let scripts = package.procedures.filter { $0.role == .noteScript }
        guard let script = scripts.first, scripts.count == 1 else {
            throw refusal(.notAScript, "The package \(package.name.shortened) has no script of a note.")
        }
        return script
    }

    private static func refusal(_ kind: MidenError.Kind, _ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: kind, message: message)
    }
}
