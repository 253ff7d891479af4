import Foundation

// Accounts of components of one's own.

extension MidenWallet {
    /// Makes an account of components of one's own. Nothing goes over the network: the account's first transaction makes it
    /// known there, and pays the network's fee, if need be out of a note that it consumes. The first account of a wallet
    /// becomes its default one.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - components: The packages of its components. Where one of them decides on transactions itself (`@auth_script`), the account has
    ///     no key; else it has a new one of this wallet.
    ///   - basicWallet: Whether it can also receive and send assets as wallets do. An account that cannot receive anything cannot
    ///     pay a fee either.
    ///   - storage: What is in its storage to begin with. Slots that no component declares belong to the components that
    ///     declare none.
    ///   - initialStorage: The same as TOML, in the form of Miden's tools, for slots that the components declare.
    ///   - seed: 32 bytes that determine account and key; nil means random ones.
    ///   - scheme: How it signs.
    ///   - visibility: Who can see its state.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the storage does not fit the components,
    ///   ``MidenError/Code/accountOperation`` where no account can be made of them or it cannot be stored.
    public nonisolated func createAccount(
        components: [MidenPackage],
        basicWallet: Bool = false,
        storage: [InitialStorageSlot] = [],
        initialStorage: String? = nil,
        seed: [UInt8]? = nil,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        let request = CreateAccountRequest(
            components: components.map(\.file),
            basicWallet: basicWallet,
            storage: storage,
            initialStorage: initialStorage,
            seed: seed,
            scheme: scheme,
            visibility: visibility
        )
        return try await core.perform(request, timeout: timeout).accountId
    }

    /// Makes an account of components of one's own for a key that the wallet's ``MidenSigner`` keeps. Nothing goes over the
    /// network: the account's first transaction makes it known there.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - components: The packages of its components, none of which decides on transactions itself.
    ///   - basicWallet: Whether it can also receive and send assets as wallets do. An account that cannot receive anything cannot
    ///     pay a fee either.
    ///   - storage: What is in its storage to begin with. Slots that no component declares belong to the components that
    ///     declare none.
    ///   - initialStorage: The same as TOML, in the form of Miden's tools, for slots that the components declare.
    ///   - publicKey: The public key, as for ``createWallet(publicKey:scheme:visibility:name:timeout:)``.
    ///   - scheme: How it signs.
    ///   - visibility: Who can see its state.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the storage does not fit the components,
    ///   ``MidenError/Code/accountOperation`` where no account can be made of them or it cannot be stored.
    public nonisolated func createAccount(
        components: [MidenPackage],
        basicWallet: Bool = false,
        storage: [InitialStorageSlot] = [],
        initialStorage: String? = nil,
        publicKey: Data,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        let request = CreateAccountRequest(
            components: components.map(\.file),
            basicWallet: basicWallet,
            storage: storage,
            initialStorage: initialStorage,
            seed: nil,
            publicKey: publicKey,
            scheme: scheme,
            visibility: visibility
        )
        return try await core.perform(request, timeout: timeout).accountId
    }
}
