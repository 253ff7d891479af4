extension RPCWallet {
    /// The methods of the specification, for a router.
    public nonisolated var methods: [any RPCMethod] {
        let methods: [any RPCMethod] = [
            Connect(wallet: self), ResumeSession(wallet: self), Disconnect(wallet: self), GetAccounts(wallet: self),
            SignPayloads(wallet: self), RequestAssets(wallet: self), SignBytes(wallet: self),
            SignMessage(wallet: self), SignIn(wallet: self),
        ]
        return methods.map { logged($0) }
    }
}

private struct Connect: RPCMethod {
    static let name = RPCMethodName.connect
    let wallet: RPCWallet

    func call(_ parameters: ConnectParameters, from caller: RPCCaller) async throws -> ConnectResult {
        try await wallet.connect(parameters, from: caller)
    }
}

private struct ResumeSession: RPCMethod {
    static let name = RPCMethodName.resumeSession
    let wallet: RPCWallet

    func call(_ parameters: ResumeSessionParameters, from caller: RPCCaller) async throws -> ResumeSessionResult {
        try await wallet.resumeSession(parameters, from: caller)
    }
}

private struct Disconnect: RPCMethod {
    static let name = RPCMethodName.disconnect
    let wallet: RPCWallet

    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoResult {
        try await wallet.disconnect(from: caller)
    }
}

private struct GetAccounts: RPCMethod {
    static let name = RPCMethodName.getAccounts
    let wallet: RPCWallet

    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> GetAccountsResult {
        try await wallet.getAccounts(from: caller)
    }
}

private struct SignPayloads: RPCMethod {
    static let name = RPCMethodName.signPayloads
    let wallet: RPCWallet

    func call(_ parameters: SignPayloadsParams, from caller: RPCCaller) async throws -> SignPayloadsResult {
        try await wallet.signPayloads(parameters, from: caller)
    }
}

private struct RequestAssets: RPCMethod {
    static let name = RPCMethodName.requestAssets
    let wallet: RPCWallet

    func call(_ parameters: AccountParameters, from caller: RPCCaller) async throws -> RequestAssetsResult {
        try await wallet.requestAssets(parameters, from: caller)
    }
}

private struct SignBytes: RPCMethod {
    static let name = RPCMethodName.signBytes
    let wallet: RPCWallet

    func call(_ parameters: SignBytesParameters, from caller: RPCCaller) async throws -> SignBytesResult {
        try await wallet.signBytes(parameters, from: caller)
    }
}

private struct SignMessage: RPCMethod {
    static let name = RPCMethodName.signMessage
    let wallet: RPCWallet

    func call(_ parameters: SignMessageParameters, from caller: RPCCaller) async throws -> SignedMessage {
        try await wallet.signMessage(parameters, from: caller)
    }
}

private struct SignIn: RPCMethod {
    static let name = RPCMethodName.signIn
    let wallet: RPCWallet

    func call(_ parameters: SignInParameters, from caller: RPCCaller) async throws -> SignedMessage {
        try await wallet.signIn(parameters, from: caller)
    }
}
