import Foundation
import MidenSwiftClient

/// Prices in a token, as an account with Miden's price oracle answers them at the block that the wallet has synced to.
struct OraclePrices: PriceSource {
    private static let procedure = "get_conversion_rate"

    /// How many digits of a price count: a third has endless ones, and amounts are multiplied by it exactly.
    private static let digits = 18

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
    ///   - faucet: The faucet of the token that prices are in. The wallet has to know the token's decimals.
    ///   - wallet: The wallet.
    /// - Throws: Where the account has no price oracle, or the wallet does not know the token.
    init(of account: String, in faucet: AccountID, wallet: MidenWallet) async throws {
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
        let token = try await wallet.getTokens().first { $0.faucetId == faucet }
        guard let token, let decimals = token.decimals else {
            throw MidenError(
                code: .lookup,
                kind: "decimals_unknown",
                message: """
                    The wallet does not know how many decimals the token of faucet \(faucet) has. \(AssetText.remedy)
                    """
            )
        }
        (target, targetDecimals) = (faucet, Int(decimals))
        currency = token.symbol ?? faucet.hex
        self.wallet = wallet
    }

    func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price] {
        var prices: [AccountID: Price] = [:]
        for token in tokens {
            guard let decimals = token.decimals, let rate = try await known(rateOf: token.faucetId) else { continue }
            let scale = pow(Decimal(10), Int(decimals)) / pow(Decimal(10), targetDecimals)
            prices[token.faucetId] = try Price(value: Self.rounded(rate * scale), currency: currency)
        }
        return prices
    }

    /// The same, nil also if the oracle's code fails for this token: anybody can send one.
    private func known(rateOf faucet: AccountID) async throws -> Decimal? {
        do {
            return try await rate(of: faucet)
        } catch let error as MidenError where [.execution, .assertionFailed, .callOverBudget].contains(error.kind) {
            Console.standard.complain("Warning: the oracle failed for the token of faucet \(faucet): \(error.message)")
            return nil
        }
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

    private static func rounded(_ price: Decimal) -> Decimal {
        var (rounded, exact) = (Decimal(), price)
        let scale = digits - exact.exponent - String(describing: exact.significand).count
        NSDecimalRound(&rounded, &exact, scale, .plain)
        return rounded
    }

    private static func assetId(of faucet: AccountID) throws -> [Felt] {
        Array(try FungibleAsset(faucetId: faucet, amount: 1).felts().prefix(4))
    }
}
