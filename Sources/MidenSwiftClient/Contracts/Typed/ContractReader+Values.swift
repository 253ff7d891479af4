// Values of storage slots as Swift values.

extension ContractReader {
    /// Reads the value in a storage slot of a contract.
    ///
    /// Cancelling the task ends the read of a wallet with ``MidenError/Code/cancelled``. A wallet waits as long as its
    /// timeout for requests.
    ///
    /// - Parameters:
    ///   - slot: The slot, by its whole name.
    ///   - contract: The contract. An account that is not in the wallet has to be public.
    ///   - coding: How the value is kept.
    /// - Returns: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` if the package does not
    ///   declare the slot, or ``MidenError/Kind/invalidValue`` if the slot is a map, or if what is in it is not of the form that
    ///   the package declares or no such value; and what ``storage(ofSlot:key:of:)`` throws.
    public func value<Value: FeltCodable>(
        ofSlot slot: String,
        of contract: Contract,
        coding: StorageCoding = .schema
    ) async throws -> Value {
        guard case .value(let form) = try contract.interface.slot(slot).content else {
            throw ContractInterface.WordForm.refusal(slot, "the slot is a map, and not one value")
        }
        guard let word = try await storage(ofSlot: slot, key: nil, of: contract).value else {
            throw ContractInterface.WordForm.refusal(slot, "the account has a map under this name, and not one value")
        }
        return try form.value(of: word, coding: coding, in: slot)
    }

    /// Reads the values in several storage slots of a contract, one after the other. If the wallet syncs in between, they can
    /// be of different blocks.
    ///
    /// Cancelling the task ends the read of a wallet with ``MidenError/Code/cancelled``. A wallet waits for each slot as
    /// long as its timeout for requests.
    ///
    /// - Parameters:
    ///   - slots: The slots, by their whole names.
    ///   - contract: The contract. An account that is not in the wallet has to be public.
    ///   - coding: How the values are kept.
    /// - Returns: The values, in the order of the names.
    /// - Throws: What ``value(ofSlot:of:coding:)`` throws.
    public func values<Value: FeltCodable>(
        ofSlots slots: [String],
        of contract: Contract,
        coding: StorageCoding = .schema
    ) async throws -> [Value] {
        var values: [Value] = []
        for slot in slots {
            values.append(try await value(ofSlot: slot, of: contract, coding: coding))
        }
        return values
    }
}
