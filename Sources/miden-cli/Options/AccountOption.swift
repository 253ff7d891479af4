import ArgumentParser
import MidenSwiftClient

/// The account a command is about.
struct AccountOption: ParsableArguments {
    static let helpText = ArgumentHelp(
        "The account, by its id, address or name. Where not given, the default one, which `miden-cli use` chooses.",
        valueName: "account-id"
    )

    @Option(help: helpText)
    var account: String?

    /// The account that is named, or the default one.
    func resolved(in wallet: MidenWallet) async throws -> AccountID {
        try await Self.resolved(account, in: wallet)
    }

    /// An account by its name, or the default one.
    static func resolved(_ account: String?, in wallet: MidenWallet) async throws -> AccountID {
        if let account {
            return try await AccountID(named: account, in: wallet)
        }
        let info = try await wallet.info()
        guard let account = info.defaultAccountId else {
            guard info.accountCount == 0 else {
                throw MidenError(
                    code: .lookup,
                    kind: "no_default_account",
                    message: "No account of this wallet is the default one. Name one, or choose one with"
                        + " `miden-cli use`."
                )
            }
            throw MidenError(
                code: .lookup,
                kind: "no_account",
                message: "This wallet has no account yet. Make one with `miden-cli new-wallet`, or take one in with"
                    + " `miden-cli import`."
            )
        }
        return account
    }
}
