extension RPCWallet {
    /// The methods of the specification, for a router.
    public nonisolated var methods: [any RPCMethod] {
        let methods: [any RPCMethod] = [
            Connect(wallet: self), ResumeSession(wallet: self), Disconnect(wallet: self), GetAccounts(wallet: self),
            SignPayloads(wallet: self), RequestAssets(wallet: self), SignBytes(wallet: self),
            RequestPrivateNotes(wallet: self), RequestConsumableNotes(wallet: self), ImportPrivateNote(wallet: self),
            RequestGuardianInfo(wallet: self), CreateAccount(wallet: self), GetBalance(wallet: self),
            SignMessage(wallet: self), SignIn(wallet: self), RequestSend(wallet: self),
            RequestConsume(wallet: self), RequestTransaction(wallet: self),
            WaitForTransaction(wallet: self),
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

    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput {
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

private struct RequestSend: RPCMethod {
    static let name = RPCMethodName.requestSend
    let wallet: RPCWallet

    func call(_ parameters: RequestSendParameters, from caller: RPCCaller) async throws -> RequestedTransactionResult {
        try await wallet.requestSend(parameters, from: caller)
    }
}

private struct RequestPrivateNotes: RPCMethod {
    static let name = RPCMethodName.requestPrivateNotes
    let wallet: RPCWallet

    func call(
        _ parameters: RequestPrivateNotesParameters,
        from caller: RPCCaller
    ) async throws -> RequestPrivateNotesResult {
        try await wallet.requestPrivateNotes(parameters, from: caller)
    }
}

private struct RequestConsumableNotes: RPCMethod {
    static let name = RPCMethodName.requestConsumableNotes
    let wallet: RPCWallet

    func call(
        _ parameters: AccountParameters,
        from caller: RPCCaller
    ) async throws -> RequestConsumableNotesResult {
        try await wallet.requestConsumableNotes(parameters, from: caller)
    }
}

private struct ImportPrivateNote: RPCMethod {
    static let name = RPCMethodName.importPrivateNote
    let wallet: RPCWallet

    func call(
        _ parameters: ImportPrivateNoteParameters,
        from caller: RPCCaller
    ) async throws -> ImportPrivateNoteResult {
        try await wallet.importPrivateNote(parameters, from: caller)
    }
}

private struct RequestGuardianInfo: RPCMethod {
    static let name = RPCMethodName.requestGuardianInfo
    let wallet: RPCWallet

    func call(
        _ parameters: AccountParameters,
        from caller: RPCCaller
    ) async throws -> RequestGuardianInfoResult {
        try await wallet.requestGuardianInfo(parameters, from: caller)
    }
}

private struct CreateAccount: RPCMethod {
    static let name = RPCMethodName.createAccount
    let wallet: RPCWallet

    func call(_ parameters: CreateAccountParameters, from caller: RPCCaller) async throws -> CreateAccountResult {
        try await wallet.createAccount(parameters, from: caller)
    }
}

private struct GetBalance: RPCMethod {
    static let name = RPCMethodName.getBalance
    let wallet: RPCWallet

    func call(_ parameters: GetBalanceParameters, from caller: RPCCaller) async throws -> GetBalanceResult {
        try await wallet.getBalance(parameters, from: caller)
    }
}

private struct WaitForTransaction: RPCMethod {
    static let name = RPCMethodName.waitForTransaction
    let wallet: RPCWallet

    func call(
        _ parameters: WaitForTransactionParameters,
        from caller: RPCCaller
    ) async throws -> WaitForTransactionResult {
        try await wallet.waitForTransaction(parameters, from: caller)
    }
}

private struct RequestConsume: RPCMethod {
    static let name = RPCMethodName.requestConsume
    let wallet: RPCWallet

    func call(
        _ parameters: RequestConsumeParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await wallet.requestConsume(parameters, from: caller)
    }
}

private struct RequestTransaction: RPCMethod {
    static let name = RPCMethodName.requestTransaction
    let wallet: RPCWallet

    func call(
        _ parameters: RequestTransactionParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await wallet.requestTransaction(parameters, from: caller)
    }
}
