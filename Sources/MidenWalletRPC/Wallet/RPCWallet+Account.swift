// What kind of account the page has, and that it gets no other one. Nobody is asked.

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
