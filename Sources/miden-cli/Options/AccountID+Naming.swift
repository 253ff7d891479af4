import MidenSwiftClient

extension AccountID {
    /// Reads an account as people name it: by its id, by its address on the wallet's network, or where the wallet has it, by
    /// its name in whatever case, or by the first digits of its id. The wallet is asked for its accounts only for the last two.
    init(named text: String, in wallet: MidenWallet) async throws {
        do {
            try self.init(named: text, on: wallet.configuration.network)
        } catch let error as MidenError where error.kind == .invalidAccountId {
            let accounts = try await wallet.getAccounts()
            guard !text.hasPrefix("0x") else {
                let ids = IDPrefix.isOne(text) ? accounts.map(\.id) : []
                guard let id = try IDPrefix.only(text, of: ids, code: error.code, things: "accounts") else {
                    throw error
                }
                self = id
                return
            }
            guard let named = accounts.first(where: { $0.name?.lowercased() == text.lowercased() }) else {
                throw MidenError(
                    code: error.code,
                    kind: error.kind,
                    message: "\(error.message) No account of this wallet has that name either.",
                    causes: error.causes
                )
            }
            self = named.id
        }
    }
}
