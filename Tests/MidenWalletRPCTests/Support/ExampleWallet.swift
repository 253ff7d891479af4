import Foundation
import MidenTestSupport
import MidenWalletRPC

/// A wallet with all methods of the specification, which checks what it is asked and does nothing.
struct ExampleWallet: Sendable {
    let origin: String
    let now: Date
    let address: String
    /// Whether the page of `origin` has a session.
    let hasSession: Bool

    init(_ examples: Examples, hasSession: Bool) throws {
        origin = examples.all["origin"].text
        now = try Date(examples.all["now"].text, strategy: .iso8601)
        address = examples.all["calls"][0]["response"]["result"]["address"].text
        self.hasSession = hasSession
    }

    var page: RPCCaller { .page(origin: origin, connection: UUID()) }

    func router() throws -> RPCRouter {
        try RPCRouter([
            Connect(wallet: self), ResumeSession(wallet: self), Disconnect(wallet: self), GetAccounts(wallet: self),
            SignPayloads(wallet: self), RequestAssets(wallet: self), SignBytes(wallet: self), SignMessage(wallet: self),
            SignIn(wallet: self), RequestSend(wallet: self), RequestConsume(wallet: self),
            RequestTransaction(wallet: self),
            RequestPrivateNotes(wallet: self), RequestConsumableNotes(wallet: self), ImportPrivateNote(wallet: self),
            WaitForTransaction(wallet: self), RequestGuardianInfo(wallet: self), CreateAccount(wallet: self),
            GetBalance(wallet: self),
        ])
    }

    func requireSession(of address: String? = nil) throws {
        guard hasSession, address == nil || address == self.address else { throw RPCError.unauthorizedOrigin }
    }
}

private protocol ExampleMethod: RPCMethod where Output == NoOutput {
    var wallet: ExampleWallet { get }
    func check(_ parameters: Parameters) throws
}

extension ExampleMethod {
    func call(_ parameters: Parameters, from caller: RPCCaller) async throws -> NoOutput {
        try check(parameters)
        return NoOutput()
    }
}

/// Parameters that name the account of the session.
private protocol AccountNaming {
    var address: String { get }
}

extension AccountParameters: AccountNaming {}
extension GetBalanceParameters: AccountNaming {}
extension ImportPrivateNoteParameters: AccountNaming {}
extension RequestConsumeParameters: AccountNaming {}
extension RequestPrivateNotesParameters: AccountNaming {}
extension RequestSendParameters: AccountNaming {}
extension RequestTransactionParameters: AccountNaming {}
extension SignBytesParameters: AccountNaming {}
extension SignPayloadsParams: AccountNaming {}

extension ExampleMethod where Parameters: AccountNaming {
    func check(_ parameters: Parameters) throws { try wallet.requireSession(of: parameters.address) }
}

private struct Connect: ExampleMethod {
    static let name = RPCMethodName.connect
    let wallet: ExampleWallet
    typealias Parameters = ConnectParameters
    func check(_ parameters: ConnectParameters) throws {}
}

private struct ResumeSession: ExampleMethod {
    static let name = RPCMethodName.resumeSession
    let wallet: ExampleWallet
    typealias Parameters = ResumeSessionParameters
    func check(_ parameters: ResumeSessionParameters) throws {}
}

private struct Disconnect: ExampleMethod {
    static let name = RPCMethodName.disconnect
    let wallet: ExampleWallet
    typealias Parameters = NoParameters
    func check(_ parameters: NoParameters) throws { try wallet.requireSession() }
}

private struct GetAccounts: ExampleMethod {
    static let name = RPCMethodName.getAccounts
    let wallet: ExampleWallet
    typealias Parameters = NoParameters
    func check(_ parameters: NoParameters) throws { try wallet.requireSession() }
}

private struct SignPayloads: ExampleMethod {
    static let name = RPCMethodName.signPayloads
    let wallet: ExampleWallet
    typealias Parameters = SignPayloadsParams
}

private struct RequestAssets: ExampleMethod {
    static let name = RPCMethodName.requestAssets
    let wallet: ExampleWallet
    typealias Parameters = AccountParameters
}

private struct SignBytes: ExampleMethod {
    static let name = RPCMethodName.signBytes
    let wallet: ExampleWallet
    typealias Parameters = SignBytesParameters
}

private struct SignMessage: ExampleMethod {
    static let name = RPCMethodName.signMessage
    let wallet: ExampleWallet
    typealias Parameters = SignMessageParameters
    func check(_ parameters: SignMessageParameters) throws {
        try wallet.requireSession(of: parameters.address)
        try parameters.checkContent()
    }
}

private struct SignIn: ExampleMethod {
    static let name = RPCMethodName.signIn
    let wallet: ExampleWallet
    typealias Parameters = SignInParameters
    func check(_ parameters: SignInParameters) throws {
        try wallet.requireSession(of: parameters.address)
        try parameters.checkContent(pageOrigin: wallet.origin, now: wallet.now)
    }
}

private struct RequestSend: ExampleMethod {
    static let name = RPCMethodName.requestSend
    let wallet: ExampleWallet
    typealias Parameters = RequestSendParameters
}

private struct RequestConsume: ExampleMethod {
    static let name = RPCMethodName.requestConsume
    let wallet: ExampleWallet
    typealias Parameters = RequestConsumeParameters
}

private struct RequestTransaction: ExampleMethod {
    static let name = RPCMethodName.requestTransaction
    let wallet: ExampleWallet
    typealias Parameters = RequestTransactionParameters
}

private struct RequestPrivateNotes: ExampleMethod {
    static let name = RPCMethodName.requestPrivateNotes
    let wallet: ExampleWallet
    typealias Parameters = RequestPrivateNotesParameters
}

private struct RequestConsumableNotes: ExampleMethod {
    static let name = RPCMethodName.requestConsumableNotes
    let wallet: ExampleWallet
    typealias Parameters = AccountParameters
}

private struct ImportPrivateNote: ExampleMethod {
    static let name = RPCMethodName.importPrivateNote
    let wallet: ExampleWallet
    typealias Parameters = ImportPrivateNoteParameters
}

private struct WaitForTransaction: ExampleMethod {
    static let name = RPCMethodName.waitForTransaction
    let wallet: ExampleWallet
    typealias Parameters = WaitForTransactionParameters
    func check(_ parameters: WaitForTransactionParameters) throws { try wallet.requireSession() }
}

private struct RequestGuardianInfo: ExampleMethod {
    static let name = RPCMethodName.requestGuardianInfo
    let wallet: ExampleWallet
    typealias Parameters = AccountParameters
}

private struct CreateAccount: ExampleMethod {
    static let name = RPCMethodName.createAccount
    let wallet: ExampleWallet
    typealias Parameters = CreateAccountParameters
    func check(_ parameters: CreateAccountParameters) throws { try wallet.requireSession() }
}

private struct GetBalance: ExampleMethod {
    static let name = RPCMethodName.getBalance
    let wallet: ExampleWallet
    typealias Parameters = GetBalanceParameters
}
