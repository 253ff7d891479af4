/// What answers the reads of a contract: a ``MidenWallet``, or a ``ContractStub`` in tests.
///
/// Transactions need no stand-in: a wallet on an embedded chain executes them.
public protocol ContractReader: Sendable {
    /// Calls a procedure without changing anything.
    ///
    /// Cancelling the task ends the read of a wallet with ``MidenError/Code/cancelled``. A wallet waits as long as its
    /// timeout for requests.
    ///
    /// - Parameter call: The call.
    /// - Returns: The results. Those of a wallet come from the account at the block that the wallet has synced to.
    /// - Throws: What ``MidenWallet/simulate(_:accountId:timeout:)`` throws, or ``MidenError/Kind/unexpectedRead``.
    func simulate<Result>(_ call: ContractCall<Result>) async throws -> Result

    /// Reads what is in a storage slot of a contract.
    ///
    /// Cancelling the task ends the read of a wallet with ``MidenError/Code/cancelled``. A wallet waits as long as its
    /// timeout for requests.
    ///
    /// - Parameters:
    ///   - slot: The slot, by its whole name.
    ///   - key: A key of the map in the slot: the result has one entry, with the zero word if the map does not have the
    ///     key. Nil means the value, or all entries of the map.
    ///   - contract: The contract. An account that is not in the wallet has to be public.
    /// - Returns: What is in the slot. Of an account of the wallet it comes from the store; of another one from the
    ///   network, and is checked against the chain.
    /// - Throws: What ``MidenWallet/getStorage(accountId:slot:key:timeout:)`` throws,
    ///   ``MidenError/Kind/noSuchSlot`` if the account has no such slot, or ``MidenError/Kind/unexpectedRead``.
    func storage(ofSlot slot: String, key: Word?, of contract: Contract) async throws -> StorageSlot
}

extension MidenWallet: ContractReader {
    /// Calls a procedure without changing anything, from the wallet's default account if the contract is of another
    /// one.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``. It waits as long as the wallet's timeout
    /// for requests.
    ///
    /// - Parameter call: The call.
    /// - Returns: The results, at the block that the wallet has synced to.
    /// - Throws: What ``simulate(_:accountId:timeout:)`` throws.
    public nonisolated func simulate<Result>(_ call: ContractCall<Result>) async throws -> Result {
        try await simulate(call, accountId: nil)
    }

    /// Reads what is in a storage slot of a contract.
    ///
    /// Cancelling the task ends the read with ``MidenError/Code/cancelled``. It waits as long as the wallet's timeout
    /// for requests.
    ///
    /// - Parameters:
    ///   - slot: The slot, by its whole name.
    ///   - key: A key of the map in the slot: the result has one entry, with the zero word if the map does not have the
    ///     key. Nil means the value, or all entries of the map.
    ///   - contract: The contract. An account that is not in the wallet has to be public.
    /// - Returns: What is in the slot. Of an account of this wallet it comes from the store; of another one from the
    ///   network, and is checked against the chain.
    /// - Throws: ``MidenError/Code/lookup`` with the kind ``MidenError/Kind/noSuchSlot`` if the account has no such
    ///   slot, and what ``getStorage(accountId:slot:key:timeout:)`` throws.
    public nonisolated func storage(
        ofSlot slot: String,
        key: Word?,
        of contract: Contract
    ) async throws -> StorageSlot {
        let storage = try await getStorage(accountId: contract.accountId, slot: .name(slot), key: key)
        guard let found = storage[slot] else {
            throw MidenError(
                code: .lookup,
                kind: .noSuchSlot,
                message: "The account \(contract.accountId) has no storage slot \(slot.shortened)."
            )
        }
        return found
    }
}
