import Foundation
import MidenWalletRPC

/// A page that calls a wallet.
struct TestPage: Sendable {
    let router: RPCRouter
    let caller: RPCCaller

    /// The connection of the page; nil for the Safari extension.
    var connection: UUID? {
        guard case .page(_, let connection) = caller else { return nil }
        return connection
    }

    func call<Output: Decodable>(_ method: String, _ parameters: some Encodable) async throws -> Output {
        let outcome = await router.call(method, parameters: try JSONText(encoding: parameters), from: caller)
        guard let outcome else { throw CancellationError() }
        return try outcome.get().decoded(as: Output.self)
    }

    func connect(_ parameters: ConnectParameters = ConnectParameters()) async throws -> ConnectResult {
        try await call(RPCMethodName.connect, parameters)
    }

    func resume(_ token: String) async throws -> Session? {
        let result: ResumeSessionResult = try await call(
            RPCMethodName.resumeSession,
            ResumeSessionParameters(token: token)
        )
        return result.session
    }

    func disconnect() async throws {
        let _: NoOutput = try await call(RPCMethodName.disconnect, NoParameters())
    }

    func accounts() async throws -> [String] {
        let result: GetAccountsResult = try await call(RPCMethodName.getAccounts, NoParameters())
        return result.addresses
    }

    func assets(of address: String) async throws -> [RequestAssetsResult.Asset] {
        let result: RequestAssetsResult = try await call(
            RPCMethodName.requestAssets,
            AccountParameters(address: address)
        )
        return result.assets
    }

    func sign(_ payloads: [Data], by address: String) async throws -> [String] {
        let parameters = SignPayloadsParams(address: address, payloads: payloads.map { $0.base64EncodedString() })
        let result: SignPayloadsResult = try await call(RPCMethodName.signPayloads, parameters)
        return result.signed_payloads
    }

    func sign(_ bytes: Data, as kind: SignBytesParameters.Kind, by address: String) async throws -> Data {
        let parameters = SignBytesParameters(address: address, payload: bytes, kind: kind)
        let result: SignBytesResult = try await call(RPCMethodName.signBytes, parameters)
        return result.signature
    }

    func sign(message: String, by address: String) async throws -> SignedMessage {
        try await call(RPCMethodName.signMessage, SignMessageParameters(address: address, message: message))
    }

    func signIn(_ parameters: SignInParameters) async throws -> SignedMessage {
        try await call(RPCMethodName.signIn, parameters)
    }

    func signIn(
        by address: String,
        to origin: String = AnsweringWallet.origin,
        expiresAt: String = "2026-11-25T09:40:00Z"
    ) async throws -> SignedMessage {
        try await signIn(Self.signInParameters(by: address, to: origin, expiresAt: expiresAt))
    }

    func send(_ parameters: RequestSendParameters) async throws -> String {
        let result: RequestedTransactionResult = try await call(RPCMethodName.requestSend, parameters)
        return result.transactionId
    }

    func consume(_ parameters: RequestConsumeParameters) async throws -> String {
        let result: RequestedTransactionResult = try await call(RPCMethodName.requestConsume, parameters)
        return result.transactionId
    }

    func execute(_ parameters: RequestTransactionParameters) async throws -> String {
        let result: RequestedTransactionResult = try await call(RPCMethodName.requestTransaction, parameters)
        return result.transactionId
    }

    func wait(for reference: String) async throws -> WaitForTransactionResult {
        try await call(
            RPCMethodName.waitForTransaction,
            WaitForTransactionParameters(transactionId: reference)
        )
    }

    static func signInParameters(
        by address: String,
        to origin: String = AnsweringWallet.origin,
        expiresAt: String = "2026-11-25T09:40:00Z",
        statement: String = "Show your orders"
    ) -> SignInParameters {
        SignInParameters(
            address: address,
            origin: origin,
            nonce: "4fQ9x2LmT7wKcR0z",
            issuedAt: "2026-11-25T09:30:00Z",
            expiresAt: expiresAt,
            statement: statement
        )
    }

    /// Calls each method that needs a grant and names an account.
    func callAll(naming address: String) -> [(name: String, call: @Sendable () async throws -> Void)] {
        let word = Data(count: 32)
        return [
            (RPCMethodName.signPayloads, { _ = try await sign([word], by: address) }),
            (RPCMethodName.requestAssets, { _ = try await assets(of: address) }),
            (RPCMethodName.signBytes, { _ = try await sign(word, as: .word, by: address) }),
            (RPCMethodName.signMessage, { _ = try await sign(message: "I agree", by: address) }),
            (RPCMethodName.signIn, { _ = try await signIn(by: address) }),
        ]
    }
}
