// The kind of the page's account, and the refusal to create another one. The user is not asked.

extension RPCWallet {
    func requestGuardianInfo(
        _ parameters: AccountParameters,
        from caller: RPCCaller
    ) throws -> RequestGuardianInfoResult {
        _ = try grant(of: caller, naming: parameters.address)
        // The wallet makes no accounts with a guardian.
        return RequestGuardianInfoResult(guardianInfo: .none)
    }

    func createAccount(_ parameters: CreateAccountParameters, from caller: RPCCaller) throws -> CreateAccountResult {
        _ = try grant(of: caller)
        throw RPCError.noAccountCreation
    }
}
