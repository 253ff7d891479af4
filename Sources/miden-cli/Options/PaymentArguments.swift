import ArgumentParser
import MidenSwiftClient

/// Who is to be paid, and how much: an account and an amount, or any number of `account=amount`.
struct PaymentArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The account to pay and how much, such as 12 or 0.05; for several accounts each as account-id=amount.",
            valueName: "payment"
        )
    )
    var payments: [String] = []

    @Option(
        help: ArgumentHelp(
            "A unique token to send, by what identifies it and the faucet that issued it; once for each. With it the"
                + " amount may be left out.",
            valueName: "asset::faucet-id"
        )
    )
    var unique: [String] = []

    func validate() throws {
        _ = try pairs()
        guard try unique.allSatisfy({ try AssetText($0).isUnique }) else {
            throw ValidationError("A unique token is given as asset::faucet-id, both beginning with 0x.")
        }
    }

    /// The accounts and the amounts, as they are written.
    func pairs() throws -> [(recipient: String, amount: String?)] {
        if payments.count == 1, !unique.isEmpty, !payments[0].contains("=") {
            return [(payments[0], nil)]
        }
        if payments.count == 2, payments.allSatisfy({ !$0.contains("=") }) {
            return [(payments[0], payments[1])]
        }
        let pairs = payments.map { $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init) }
        guard !pairs.isEmpty, pairs.allSatisfy({ $0.count == 2 }) else {
            throw ValidationError(
                "Give an account and an amount, as in `0x5401… 1.5`, or any number of them as in `0x5401…=1.5`."
            )
        }
        guard pairs.count == 1 || unique.isEmpty else {
            throw ValidationError("A unique token goes to one account: name no other.")
        }
        return pairs.map { ($0[0], $0[1]) }
    }

    /// The unique tokens to send.
    func uniqueAssets(on network: MidenWallet.Network) throws -> [NonFungibleAsset] {
        try unique.map { text in
            let text = try AssetText(text)
            return NonFungibleAsset(faucetId: try AccountID(named: text.token, on: network), asset: text.amount)
        }
    }
}
