import Foundation
import MidenSwiftClient

/// Prices in a token, as an account with Miden's price oracle answers them at the block that the wallet has synced to.
struct OraclePrices: PriceSource {
    private static let procedure = "get_conversion_rate"

    /// The currency: the token's symbol, or its faucet.
    let currency: String
    private let wallet: MidenWallet
    private let oracle: AccountID
    private let isOwn: Bool
    private let root: Word
    private let target: AccountID
    private let targetDecimals: Int

    /// Finds the oracle's procedure and the token.
    ///
    /// - Parameters:
    ///   - account: The oracle, by its id, address or name.
    ///   - token: The token of the prices, by its symbol or its faucet. The wallet has to know its decimals.
    ///   - wallet: The wallet.
    /// - Throws: Where the account has no price oracle, or the wallet knows no such token.
    init(of account: String, in token: String, wallet: MidenWallet) async throws {
        oracle = try await AccountID(named: account, in: wallet)
        let procedures = try await wallet.getProcedures(accountId: oracle)
        guard let found = procedures.procedures.first(where: { $0.name == Self.procedure }) else {
            throw MidenError(
                code: .invalidParameter,
                kind: .missingProcedures,
                message: "Account \(oracle) has no price oracle of Miden: its code has no \(Self.procedure)."
            )
        }
        (root, isOwn) = (found.root, procedures.isOwn)
        let tokens = try await wallet.getTokens().filter {
            $0.decimals != nil && ($0.faucetId.hex == token || $0.symbol?.uppercased() == token.uppercased())
        }
        guard let only = tokens.first, tokens.count == 1, let decimals = only.decimals else {
            let reason =
                tokens.isEmpty
                ? "The wallet knows no token with its decimals"
                : "The wallet knows several tokens; name the faucet. It was asked for one"
            throw MidenError(code: .lookup, kind: "token_unclear", message: "\(reason): “\(token)”.")
        }
        (target, targetDecimals) = (only.faucetId, Int(decimals))
        currency = only.symbol ?? only.faucetId.hex
        self.wallet = wallet
    }

    func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price] {
        var prices: [AccountID: Price] = [:]
        for token in tokens {
            guard let decimals = token.decimals, let rate = try await rate(of: token.faucetId) else { continue }
            let scale = pow(Decimal(10), Int(decimals)) / pow(Decimal(10), targetDecimals)
            prices[token.faucetId] = try Price(value: rate * scale, currency: currency)
        }
        return prices
    }

    /// What a base unit of a token is worth in base units of the other. Nil if the oracle has no rate.
    private func rate(of faucet: AccountID) async throws -> Decimal? {
        guard faucet != target else { return 1 }
        let arguments = try Self.assetId(of: faucet) + Self.assetId(of: target)
        let script = Script.call(root, arguments: arguments, of: isOwn ? nil : oracle)
        let stack = try await wallet.run(script, accountId: isOwn ? oracle : nil).prefix(3).map(\.value)
        guard stack.count == 3, stack[0] == 1, stack[2] != 0 else { return nil }
        return Decimal(stack[1]) / Decimal(stack[2])
    }

    private static func assetId(of faucet: AccountID) throws -> [Felt] {
        Array(try FungibleAsset(faucetId: faucet, amount: 1).felts().prefix(4))
    }
}
