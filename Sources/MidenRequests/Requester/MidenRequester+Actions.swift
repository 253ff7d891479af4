import Foundation

extension MidenRequester {
    /// Asks for the address of an account and the commitment to its key. Waits for the store.
    ///
    /// - Parameter lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestConnectWallet(expiresIn lifetime: Duration = .seconds(600)) async throws -> PendingRequest {
        try await request(.connectWallet, expiresIn: lifetime)
    }

    /// Asks for the same as ``requestConnectWallet(expiresIn:)``, and for a signature of a message. Waits for the store.
    ///
    /// - Parameters:
    ///   - message: The message, 1 to 16,384 bytes in UTF-8.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestConnectWalletAndSignMessage(
        _ message: String,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        try await request(.connectWalletAndSignMessage(message), expiresIn: lifetime)
    }

    /// Asks for a signature of a message. Waits for the store.
    ///
    /// - Parameters:
    ///   - message: The message, 1 to 16,384 bytes in UTF-8.
    ///   - address: The address of the account that has to sign, nil if the user chooses.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestSignMessage(
        _ message: String,
        by address: String? = nil,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        try await request(.signMessage(message), address: address, expiresIn: lifetime)
    }

    /// Asks for payments, each by a transaction of its own. Waits for the store.
    ///
    /// - Parameters:
    ///   - payments: The payments. Wallets of this version make one.
    ///   - address: The address of the account that has to pay, nil if the user chooses.
    ///   - maximumFee: The highest fee of a transaction, in base units, nil if there is no limit.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestSendCoin(
        _ payments: [RequestedPayment],
        from address: String? = nil,
        maximumFee: UInt64? = nil,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        try await request(.sendCoin(payments), address: address, maximumFee: maximumFee, expiresIn: lifetime)
    }

    /// Asks an account to consume notes, each by a transaction of its own. Waits for the store.
    ///
    /// - Parameters:
    ///   - notes: The notes. Wallets of this version consume one.
    ///   - address: The address of the account that has to consume them, nil if the user chooses.
    ///   - maximumFee: The highest fee of a transaction, in base units, nil if there is no limit.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestConsumeNote(
        _ notes: [RequestedNote],
        by address: String? = nil,
        maximumFee: UInt64? = nil,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        try await request(.consumeNote(notes), address: address, maximumFee: maximumFee, expiresIn: lifetime)
    }

    /// Asks an account to call procedures, each by a transaction of its own. Waits for the store.
    ///
    /// - Parameters:
    ///   - calls: The calls. Wallets of this version make one.
    ///   - address: The address of the account that has to make them, nil if the user chooses.
    ///   - maximumFee: The highest fee of a transaction, in base units, nil if there is no limit.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestExecuteContract(
        _ calls: [RequestedProcedureCall],
        by address: String? = nil,
        maximumFee: UInt64? = nil,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        try await request(.executeContract(calls), address: address, maximumFee: maximumFee, expiresIn: lifetime)
    }

    /// Asks an account to carry out serialized transaction requests. Waits for the store.
    ///
    /// - Parameters:
    ///   - transactions: The transactions. Wallets of this version make one.
    ///   - address: The address of the account that has to make them, nil if the user chooses.
    ///   - maximumFee: The highest fee of a transaction, in base units, nil if there is no limit.
    ///   - lifetime: How long the request is open: whole seconds, from 30 seconds to 7 days.
    /// - Returns: The request with its link.
    /// - Throws: As ``request(_:address:maximumFee:expiresIn:)``.
    public func requestExecuteContractWithEncoded(
        _ transactions: [EncodedTransaction],
        by address: String? = nil,
        maximumFee: UInt64? = nil,
        expiresIn lifetime: Duration = .seconds(600)
    ) async throws -> PendingRequest {
        try await request(
            .executeContractWithEncoded(transactions),
            address: address,
            maximumFee: maximumFee,
            expiresIn: lifetime
        )
    }
}
