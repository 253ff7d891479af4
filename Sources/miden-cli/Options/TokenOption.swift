import ArgumentParser
import MidenSwiftClient

/// The token of an amount: one of those an account holds.
struct TokenOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The token: its symbol, or the id of the faucet that issues it. Not needed where the account holds one only.",
            valueName: "symbol-or-faucet-id"
        )
    )
    var token: String?

    @Flag(help: "The amount is in the token's smallest unit.")
    var baseUnits = false

    /// The token that is meant, as the account holds it, or as it has sent it with the same reference: it may hold none of it
    /// any more.
    func resolved(in balance: AccountBalance, sentBefore sent: [FungibleAsset] = []) throws -> FungibleAsset {
        let meant = sent.filter(isMeant)
        if meant.count == 1 {
            return meant[0]
        }
        guard !balance.isLocked else {
            throw MidenError(
                code: .accountOperation,
                kind: .accountLocked,
                message: "Account \(balance.accountId) is locked: another copy of it has made transactions, and what it"
                    + " holds may be something else by now. Import its newest account file (.mac), from where that copy is."
            )
        }
        let held = balance.fungibleAssets
        guard let first = held.first else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .insufficientBalance,
                message: "Account \(balance.accountId) holds no tokens."
            )
        }
        guard let token else {
            guard held.count == 1 else {
                throw Self.unclear("Account \(balance.accountId) holds several tokens. Choose one with --token", held)
            }
            return first
        }
        if token.hasPrefix("0x") {
            return try Self.asset(of: try AccountID(token), in: held, of: balance.accountId)
        }
        let named = held.filter { $0.symbol?.uppercased() == token.uppercased() }
        guard let asset = named.first else {
            throw Self.unclear(
                "Account \(balance.accountId) holds no token with the symbol “\(token)”. It holds",
                held,
                isUnknown: held.contains { $0.symbol == nil }
            )
        }
        guard named.count == 1 else {
            throw Self.unclear(
                "Account \(balance.accountId) holds several tokens with the symbol “\(token)”. Name the faucet",
                named
            )
        }
        return asset
    }

    /// Whether an asset is of the token, or no token is named.
    private func isMeant(_ asset: FungibleAsset) -> Bool {
        guard let token else {
            return true
        }
        return token.hasPrefix("0x")
            ? asset.faucetId == (try? AccountID(token)) : asset.symbol?.uppercased() == token.uppercased()
    }

    /// The amounts to be sent as they are written on the command line.
    func amounts(_ texts: [String], of asset: FungibleAsset) throws -> [Amount] {
        try texts.map { try amount($0, of: asset) }
    }

    /// The same, which together are no more than what the account holds.
    func amounts(_ texts: [String], of held: FungibleAsset, in account: AccountID) throws -> [Amount] {
        let amounts = try amounts(texts, of: held)
        // More than there can be is more than what is held.
        let total = try? amounts.sum()
        guard let total, try total <= held.quantity else {
            let wanted = held.with(amount: total?.baseUnits ?? 0)
            throw MidenError(
                code: .transactionSubmission,
                kind: .insufficientBalance,
                message: "Account \(account) holds \(held.formatted), which is less than "
                    + (total == nil ? "there is to be sent." : "the \(wanted.formatted) to be sent.")
            )
        }
        return amounts
    }

    private func amount(_ text: String, of asset: FungibleAsset) throws -> Amount {
        if baseUnits {
            return Amount(try Amount(text, decimals: 0).baseUnits, decimals: asset.decimals, faucetId: asset.faucetId)
        }
        guard let decimals = asset.decimals else {
            throw MidenError(
                code: .lookup,
                kind: "decimals_unknown",
                message: "It is not known how many decimals the token of faucet \(asset.faucetId) has. Give the amount"
                    + " in its smallest unit, with --base-units. \(AssetText.remedy)"
            )
        }
        return try Amount(text, decimals: decimals, faucetId: asset.faucetId)
    }

    private static func asset(
        of faucet: AccountID,
        in held: [FungibleAsset],
        of account: AccountID
    ) throws -> FungibleAsset {
        guard let asset = held.first(where: { $0.faucetId == faucet }) else {
            throw unclear("Account \(account) holds nothing of faucet \(faucet). It holds", held)
        }
        return asset
    }

    private static func unclear(
        _ sentence: String,
        _ held: [FungibleAsset],
        isUnknown: Bool = false
    ) -> MidenError {
        let names = held.map { asset in asset.symbol.map { "\($0) (faucet \(asset.faucetId))" } ?? "\(asset.faucetId)" }
        return MidenError(
            code: .lookup,
            kind: "token_unclear",
            message: "\(sentence): \(names.joined(separator: ", "))." + (isUnknown ? " \(AssetText.remedy)" : "")
        )
    }
}
