/// A map in the storage of a contract.
///
/// ```swift
/// if let entry = try await ledger.storage.entries[1] { print(entry.amount) }
/// for (number, entry) in try await ledger.storage.entries.all() { print(number, entry.amount) }
/// ```
///
/// A map holds words, and cannot tell a key that it does not have from one with the zero word: the value of both is nil.
public struct ContractMap<Key: FeltCodable & Hashable, Value: FeltCodable>: Sendable {
    private let slot: String
    private let contract: Contract
    private let reader: any ContractReader
    private let keys: StorageCoding
    private let values: StorageCoding

    /// Makes a map. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - slot: The slot, by its whole name.
    ///   - contract: The contract. An account that is not in the wallet has to be public.
    ///   - reader: What answers reads.
    ///   - keys: How the keys are kept.
    ///   - values: How the values are kept.
    public init(
        _ slot: String,
        of contract: Contract,
        reader: any ContractReader,
        keys: StorageCoding = .schema,
        values: StorageCoding = .schema
    ) {
        self.slot = slot
        self.contract = contract
        self.reader = reader
        self.keys = keys
        self.values = values
    }

    /// Reads what is under a key; nil if it is the zero word, as it is if the map does not have the key.
    ///
    /// Cancelling the task ends the read of a wallet with ``MidenError/Code/cancelled``. A wallet waits as long as its
    /// timeout for requests.
    ///
    /// It throws ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` if the package does not
    /// declare the slot, or ``MidenError/Kind/invalidValue`` with the key if the slot is no map, or if the key or what is under it
    /// is not of the form that the package declares or no such value; and what ``ContractReader/storage(ofSlot:key:of:)``
    /// throws.
    ///
    /// - Parameter key: The key.
    public subscript(key: Key) -> Value? {
        get async throws {
            let (keyForm, valueForm) = try forms
            let name = "The key \(String(describing: key).shortened)"
            let word = try MidenError.naming(name) { try keyForm.word(of: key, coding: keys, in: slot) }
            let entries = try entries(of: await reader.storage(ofSlot: slot, key: word, of: contract))
            guard let found = entries.first(where: { $0.key == word })?.value, found != .zero else {
                return nil
            }
            return try MidenError.naming(name) { try valueForm.value(of: found, coding: values, in: slot) }
        }
    }

    /// Reads all entries. Those of a large map take as long and as much memory as they are many.
    ///
    /// Cancelling the task ends the read of a wallet with ``MidenError/Code/cancelled``. A wallet waits as long as its
    /// timeout for requests.
    ///
    /// - Returns: The values by their keys.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` if the package does not
    ///   declare the slot, or ``MidenError/Kind/invalidValue`` if the slot is no map, or with the key of an entry that is not of
    ///   the form that the package declares or no such key and value; and what
    ///   ``ContractReader/storage(ofSlot:key:of:)`` throws.
    public func all() async throws -> [Key: Value] {
        let (keyForm, valueForm) = try forms
        let entries = try entries(of: await reader.storage(ofSlot: slot, key: nil, of: contract))
        var found: [Key: Value] = [:]
        for entry in entries where entry.value != .zero {
            let key: Key = try MidenError.naming("The key \(entry.key.hex)") {
                try keyForm.value(of: entry.key, coding: keys, in: slot)
            }
            let name = "The key \(String(describing: key).shortened)"
            let value: Value = try MidenError.naming(name) {
                try valueForm.value(of: entry.value, coding: values, in: slot)
            }
            guard found.updateValue(value, forKey: key) == nil else {
                throw MidenError(
                    code: .invalidParameter,
                    kind: .invalidValue,
                    message: "\(name): \(slot.shortened): two entries of the map have this key as a \(Key.self)."
                )
            }
        }
        return found
    }

    private var forms: (key: ContractInterface.WordForm, value: ContractInterface.WordForm) {
        get throws {
            guard case .map(let key, let value) = try contract.interface.slot(slot).content else {
                throw ContractInterface.WordForm.refusal(slot, "the slot is one value, and no map")
            }
            return (key, value)
        }
    }

    private func entries(of found: StorageSlot) throws -> [StorageSlot.MapEntry] {
        guard let entries = found.entries else {
            throw ContractInterface.WordForm.refusal(slot, "the account has one value under this name, and no map")
        }
        return entries
    }
}
