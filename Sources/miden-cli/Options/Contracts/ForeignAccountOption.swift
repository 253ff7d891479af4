import ArgumentParser
import MidenSwiftClient

/// Accounts that code reads besides its own.
struct ForeignAccountOption: ParsableArguments {
    @Option(
        name: .customLong("foreign-account"),
        help: ArgumentHelp(
            "An account that the code reads besides its own. Only private ones have to be named. Can be given again.",
            valueName: "account-id"
        )
    )
    var names: [String] = []

    /// The accounts.
    func accounts(in wallet: MidenWallet) async throws -> [AccountID] {
        var accounts: [AccountID] = []
        for name in names {
            accounts.append(try await AccountID(named: name, in: wallet))
        }
        return accounts
    }
}
