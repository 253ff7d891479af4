import ArgumentParser
import Foundation
import MidenSwiftClient

/// An asset as it is written on the command line, in the form the published client takes: `1.5::GOLD`, an amount of a
/// known token, or `150::0x3358…`, an amount in base units of a faucet's token. `0x8a7c…::0x3358…` is a unique token.
struct AssetText {
    /// The amount, or what identifies a unique token.
    let amount: String
    /// The symbol or the faucet.
    let token: String

    init(_ text: String) throws {
        let parts = text.components(separatedBy: "::")
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw ValidationError(
                "“\(text)” is not an asset: write it as 1.5::SYMBOL, or as 150::FAUCET-ID in base units."
            )
        }
        (amount, token) = (parts[0], parts[1])
    }

    /// Whether a unique token is meant.
    var isUnique: Bool { amount.hasPrefix("0x") }

    /// The asset that is meant, as far as the wallet knows its token.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - account: Who pays. A symbol means the token that it holds by this symbol, where there is one such. Only else the
    ///     wallet's own faucets, and then the others that the wallet knows are looked at: anybody may call a token so.
    /// - Returns: The asset.
    /// - Throws: Where the token is not known or the amount is none.
    func resolved(in wallet: MidenWallet, for account: AccountID?) async throws -> NamedAsset {
        let network = wallet.configuration.network
        if isUnique {
            return .unique(NonFungibleAsset(faucetId: try AccountID(named: token, on: network), asset: amount))
        }
        var held: [FungibleAsset] = []
        if let account {
            held = try await wallet.getBalance(accountId: account).fungibleAssets
        }
        // No symbol begins with a digit, and no address is as short.
        if token.hasPrefix("0x") || token.count > 12 {
            let faucet = try AccountID(named: token, on: network)
            // Whose it is makes no difference here: the faucet is named.
            let known = try await held + Self.issued(in: wallet) + Self.listed(in: wallet)
            let named = known.first { $0.faucetId == faucet }
            return .amount(
                FungibleAsset(
                    faucetId: faucet,
                    amount: try units().baseUnits,
                    symbol: named?.symbol,
                    decimals: named?.decimals
                )
            )
        }
        let hasSymbol = { (asset: FungibleAsset) in asset.symbol?.uppercased() == token.uppercased() }
        var named = held.filter(hasSymbol)
        if named.count != 1 {
            let issued = try await Self.issued(in: wallet).filter(hasSymbol)
            named += issued.filter { own in !named.contains { $0.faucetId == own.faucetId } }
        }
        if named.isEmpty {
            named = try await Self.listed(in: wallet).filter(hasSymbol)
        }
        guard let found = named.first, named.count == 1, let decimals = found.decimals else {
            let reason =
                switch named.count {
                case 0: "no token with this symbol is known here. \(Self.remedy)"
                case 1: "it is not known how many decimals it has. \(Self.remedy)"
                default: "there are several with this symbol."
                }
            throw MidenError(
                code: .lookup,
                kind: "token_unclear",
                message: "It is not clear which token “\(token)” is: \(reason) Give the id of its faucet in place of"
                    + " the symbol, with the amount in its smallest unit: 150::FAUCET-ID."
            )
        }
        return .amount(
            FungibleAsset(
                faucetId: found.faucetId,
                amount: try Amount(amount, decimals: decimals).baseUnits,
                symbol: found.symbol,
                decimals: decimals
            )
        )
    }

    /// The amount beside a faucet's id, which is in base units.
    private func units() throws -> Amount {
        do {
            return try Amount(amount, decimals: 0)
        } catch let error as MidenError where error.kind == .invalidAmount {
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "“\(amount)” is not an amount in base units, which is what a faucet's id takes: write a whole"
                    + " number, or the token's symbol in place of the id."
            )
        }
    }

    /// What may bring the symbol and the decimals of a token.
    static let remedy = "`miden-cli sync` or `miden-cli tokens add FAUCET-ID` may bring what is not known of it."

    /// The tokens that `miden-cli tokens` lists, without those that are hidden and that no account holds: to hide a token of
    /// one's own keeps it out of tables, and it can still be paid with.
    private static func listed(in wallet: MidenWallet) async throws -> [FungibleAsset] {
        let tokens = try await wallet.getTokens()
        var held: Set<AccountID> = []
        if tokens.contains(where: \.isHidden) {
            for account in try await wallet.getAccounts() {
                held.formUnion(try await wallet.getBalance(accountId: account.id).fungibleAssets.map(\.faucetId))
            }
        }
        return tokens.filter { !$0.isHidden || held.contains($0.faucetId) }.map { token in
            FungibleAsset(faucetId: token.faucetId, amount: 0, symbol: token.symbol, decimals: token.decimals)
        }
    }

    /// The tokens that the wallet's own faucets issue.
    private static func issued(in wallet: MidenWallet) async throws -> [FungibleAsset] {
        var issued: [FungibleAsset] = []
        for faucet in try await wallet.getAccounts() where faucet.kind == .fungibleFaucet {
            let details = try await wallet.getFaucet(faucet.id)
            issued.append(
                FungibleAsset(faucetId: faucet.id, amount: 0, symbol: details.symbol, decimals: details.decimals)
            )
        }
        return issued
    }
}

/// An asset that somebody has named.
enum NamedAsset {
    case amount(FungibleAsset)
    case unique(NonFungibleAsset)

    /// One side of a swap.
    var side: SwapAsset {
        switch self {
        case .amount(let asset): .fungible(faucetId: asset.faucetId, amount: Amount(asset.amount))
        case .unique(let asset): .nonFungible(asset)
        }
    }

    /// The amount, where it is one.
    var fungible: FungibleAsset? {
        guard case .amount(let asset) = self else { return nil }
        return asset
    }

    /// The unique token, where it is one.
    var nonFungible: NonFungibleAsset? {
        guard case .unique(let asset) = self else { return nil }
        return asset
    }

    /// The amount and who issues the token: anybody may call a token by any symbol.
    var withFaucet: String {
        switch self {
        case .amount(let asset): AssetAnswer(asset).withFaucet
        case .unique(let asset): UniqueAssetAnswer(asset).withFaucet
        }
    }

    /// The amount, where it is one.
    ///
    /// - Parameter purpose: What it is wanted for, as the end of a sentence.
    /// - Returns: The amount.
    /// - Throws: Where it is a unique token.
    func amount(for purpose: String) throws -> FungibleAsset {
        guard let asset = fungible else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidAmount,
                message: "A unique token cannot be \(purpose): give an amount."
            )
        }
        return asset
    }
}
