// What is in the storage of contracts, by the schemas of their packages.

extension MidenWallet {
    /// Reads what is in a storage slot of a contract, by the schema of its package. Of an account of this wallet it comes from the
    /// store; of another one, which has to be public, from the network, and is checked against the chain.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - slot: The slot, by its whole name.
    ///   - key: A key of the map in the slot; nil means all entries, as an array of objects with `key` and `value`. An entry
    ///     that cannot be read has `error` in place of `value`, as with ``ContractInterface/Slot/value(of:)``.
    ///   - result: What the value is read as. Under a key that the map does not have there are zeros.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` if the package does not
    ///   declare the slot, or ``MidenError/Kind/invalidValue`` if the value is not of the form that it declares, and what
    ///   ``getStorage(accountId:slot:key:timeout:)`` throws.
    public nonisolated func getStorageValue<Result: Decodable & Sendable>(
        of contract: Contract,
        slot: String,
        key: ContractValue? = nil,
        returning result: Result.Type = ContractValue.self,
        timeout: Duration? = nil
    ) async throws -> Result {
        let query = try StorageValueQuery(contract, slot: slot, key: key)
        let storage = try await getStorage(
            accountId: contract.accountId,
            slot: .name(slot),
            key: query.key,
            timeout: timeout
        )
        return try query.value(in: storage).decoded(as: result)
    }
}

/// Which value of a contract's storage is asked for.
private struct StorageValueQuery {
    let slot: ContractInterface.Slot
    let key: Word?

    init(_ contract: Contract, slot name: String, key: ContractValue?) throws {
        slot = try contract.interface.slot(name)
        switch (slot.content, key) {
        case (.map(let form, _), let key?): self.key = try form.word(of: key, in: name)
        case (_, nil): self.key = nil
        case (.value, _?): throw ContractInterface.WordForm.refusal(name, "the slot is a value and has no keys")
        }
    }

    func value(in storage: AccountStorage) throws -> ContractValue {
        guard let found = storage[slot.name] else {
            throw ContractInterface.WordForm.refusal(slot.name, "the account has no such slot")
        }
        guard key != nil, case .map(_, let form) = slot.content else {
            return try slot.value(of: found)
        }
        return try form.value(of: found.entries?.first?.value ?? .zero)
    }
}
