import Foundation

// Accounts of typed contracts. The account is made in one step and put on the chain in another: if the second one fails, the
// first one has returned the account.

extension TypedContract {
    /// Makes an account with the contract. Nothing goes over the network: the account's first transaction makes it known
    /// there, and pays the network's fee, if need be out of a note that it consumes. The first account of a wallet becomes its
    /// default one.
    ///
    /// ```swift
    /// let faucet = try await Faucet.createAccount(in: wallet, storage: storage, includingBasicWallet: true)
    /// try await faucet.deploy(by: wallet)
    /// ```
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - wallet: The wallet, which answers reads.
    ///   - storage: What is in the storage of the contract to begin with.
    ///   - components: The packages of other components of the account. If a component decides on transactions itself
    ///     (`@auth_script`), the account has no key; else it has a new one of this wallet.
    ///   - includingBasicWallet: Whether it can also receive and send assets as wallets do. An account that cannot receive
    ///     anything cannot pay a fee either.
    ///   - additionalStorage: What is in slots that the contract does not declare. Slots that no component declares belong to
    ///     the components that declare none.
    ///   - seed: 32 bytes that determine account and key; nil means random ones.
    ///   - scheme: How it signs.
    ///   - visibility: Who can see its state.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The contract of the new account.
    /// - Throws: ``MidenError/Code/invalidParameter`` if a value is not of the form that the package declares or the storage does
    ///   not fit the components, ``MidenError/Code/accountOperation`` if no account can be made of them or it cannot be stored,
    ///   and what ``package()`` throws. No account was made then.
    public static func createAccount(
        in wallet: MidenWallet,
        storage: InitialStorage,
        with components: [MidenPackage] = [],
        includingBasicWallet: Bool = false,
        additionalStorage: [InitialStorageSlot] = [],
        seed: Data? = nil,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) async throws -> Self {
        let package = try await package()
        let accountID = try await wallet.createAccount(
            components: [package] + components,
            basicWallet: includingBasicWallet,
            storage: try storage.slots(in: package.interface) + additionalStorage,
            seed: seed.map { Array($0) },
            scheme: scheme,
            visibility: visibility,
            timeout: timeout
        )
        return Self(Contract(accountId: accountID, isOwn: true, package: package), reader: wallet)
    }

    /// Makes an account with the contract for a key that the wallet's ``MidenSigner`` keeps. Nothing goes over the network: the
    /// account's first transaction makes it known there.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - wallet: The wallet, which answers reads.
    ///   - storage: What is in the storage of the contract to begin with.
    ///   - components: The packages of other components of the account. None of all decides on transactions itself.
    ///   - includingBasicWallet: Whether it can also receive and send assets as wallets do. An account that cannot receive
    ///     anything cannot pay a fee either.
    ///   - additionalStorage: What is in slots that the contract does not declare. Slots that no component declares belong to
    ///     the components that declare none.
    ///   - publicKey: The public key, as for ``MidenWallet/createWallet(publicKey:scheme:visibility:name:timeout:)``.
    ///   - scheme: How it signs.
    ///   - visibility: Who can see its state.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The contract of the new account.
    /// - Throws: ``MidenError/Code/invalidParameter`` if a value is not of the form that the package declares or the storage does
    ///   not fit the components, ``MidenError/Code/accountOperation`` if no account can be made of them or it cannot be stored,
    ///   and what ``package()`` throws. No account was made then.
    public static func createAccount(
        in wallet: MidenWallet,
        storage: InitialStorage,
        with components: [MidenPackage] = [],
        includingBasicWallet: Bool = false,
        additionalStorage: [InitialStorageSlot] = [],
        publicKey: Data,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) async throws -> Self {
        let package = try await package()
        let accountID = try await wallet.createAccount(
            components: [package] + components,
            basicWallet: includingBasicWallet,
            storage: try storage.slots(in: package.interface) + additionalStorage,
            publicKey: publicKey,
            scheme: scheme,
            visibility: visibility,
            timeout: timeout
        )
        return Self(Contract(accountId: accountID, isOwn: true, package: package), reader: wallet)
    }

    /// Puts a new account of the wallet on the chain, by a first transaction that does nothing else. Not needed if another
    /// transaction is the first: each makes its account known. Then everyone can call the procedures of a public account and
    /// read its storage.
    ///
    /// If the network charges fees, the account pays for its first transaction, and a new account has nothing. Then send a
    /// payment to the account and consume it: that is a first transaction, too.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - wallet: The wallet with the account.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in; nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``MidenWallet/Configuration/prover``. A remote prover
    ///     sees the whole transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction. The account is on the chain when it is committed.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `nothing_to_do` if the account is on the chain already,
    ///   ``MidenError/Code/transactionSubmission`` if it cannot pay the fee or is not to pay it, ``MidenError/Code/lookup`` if it
    ///   is not in the wallet, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public func deploy(
        by wallet: MidenWallet,
        maximumFee: Amount? = nil,
        prover: MidenWallet.Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentTransaction {
        try await wallet.execute(
            CustomTransaction(),
            accountId: accountID,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference,
            timeout: timeout
        )
    }
}

extension TypedContract where InitialStorage: ContractDefaultStorage {
    /// Makes an account with the contract, whose storage has the defaults of the schema. Nothing goes over the network: the
    /// account's first transaction makes it known there, and pays the network's fee, if need be out of a note that it
    /// consumes. The first account of a wallet becomes its default one.
    ///
    /// ```swift
    /// let ledger = try await Ledger.createAccount(in: wallet)
    /// try await ledger.deploy(by: wallet)
    /// ```
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - wallet: The wallet, which answers reads.
    ///   - components: The packages of other components of the account. If a component decides on transactions itself
    ///     (`@auth_script`), the account has no key; else it has a new one of this wallet.
    ///   - includingBasicWallet: Whether it can also receive and send assets as wallets do. An account that cannot receive
    ///     anything cannot pay a fee either.
    ///   - additionalStorage: What is in slots that the contract does not declare. Slots that no component declares belong to
    ///     the components that declare none.
    ///   - seed: 32 bytes that determine account and key; nil means random ones.
    ///   - scheme: How it signs.
    ///   - visibility: Who can see its state.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The contract of the new account.
    /// - Throws: What ``createAccount(in:storage:with:includingBasicWallet:additionalStorage:seed:scheme:visibility:timeout:)``
    ///   throws.
    public static func createAccount(
        in wallet: MidenWallet,
        with components: [MidenPackage] = [],
        includingBasicWallet: Bool = false,
        additionalStorage: [InitialStorageSlot] = [],
        seed: Data? = nil,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) async throws -> Self {
        try await createAccount(
            in: wallet,
            storage: InitialStorage(),
            with: components,
            includingBasicWallet: includingBasicWallet,
            additionalStorage: additionalStorage,
            seed: seed,
            scheme: scheme,
            visibility: visibility,
            timeout: timeout
        )
    }

    /// Makes an account with the contract, whose storage has the defaults of the schema, for a key that the wallet's
    /// ``MidenSigner`` keeps. Nothing goes over the network: the account's first transaction makes it known there.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - wallet: The wallet, which answers reads.
    ///   - components: The packages of other components of the account. None of all decides on transactions itself.
    ///   - includingBasicWallet: Whether it can also receive and send assets as wallets do. An account that cannot receive
    ///     anything cannot pay a fee either.
    ///   - additionalStorage: What is in slots that the contract does not declare. Slots that no component declares belong to
    ///     the components that declare none.
    ///   - publicKey: The public key, as for ``MidenWallet/createWallet(publicKey:scheme:visibility:name:timeout:)``.
    ///   - scheme: How it signs.
    ///   - visibility: Who can see its state.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The contract of the new account.
    /// - Throws: What
    ///   ``createAccount(in:storage:with:includingBasicWallet:additionalStorage:publicKey:scheme:visibility:timeout:)`` throws.
    public static func createAccount(
        in wallet: MidenWallet,
        with components: [MidenPackage] = [],
        includingBasicWallet: Bool = false,
        additionalStorage: [InitialStorageSlot] = [],
        publicKey: Data,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) async throws -> Self {
        try await createAccount(
            in: wallet,
            storage: InitialStorage(),
            with: components,
            includingBasicWallet: includingBasicWallet,
            additionalStorage: additionalStorage,
            publicKey: publicKey,
            scheme: scheme,
            visibility: visibility,
            timeout: timeout
        )
    }
}
