import MidenSwiftClient

extension AccountID {
    /// Reads an account as people name it: by its id, by its address on the wallet's network, or by the name it has in the
    /// wallet, in whatever case.
    init(named text: String, in wallet: MidenWallet) async throws {
        do {
            try self.init(named: text, on: wallet.configuration.network)
        } catch let error as MidenError where error.kind == .invalidAccountId && !text.hasPrefix("0x") {
            let accounts = try await wallet.getAccounts()
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
