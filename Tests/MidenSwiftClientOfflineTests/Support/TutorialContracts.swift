import Foundation
import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport

/// A rate as the oracle in `Tests/Contracts` has it.
struct OracleRate: Codable, Equatable {
    /// What the units cost, in millionths of the currency.
    let value: UInt32
    /// How many base units of the token it is for.
    let units: UInt32
    /// The block as of which it was posted.
    let postedAt: UInt32

    private enum CodingKeys: String, CodingKey {
        case value, units
        case postedAt = "posted_at"
    }
}

/// Prices that an oracle answers. The same as in docs/library.md.
struct OraclePrices: PriceSource {
    let oracle: Oracle
    let currency: String

    func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price] {
        var prices: [AccountID: Price] = [:]
        for token in tokens where currency == self.currency {
            guard let decimals = token.decimals else { continue }
            do {
                let rate = try await oracle.rate(faucet: token.faucetId)
                let scale = pow(Decimal(10), Int(decimals))
                let value = Decimal(rate.value) * scale / (Decimal(rate.units) * 1_000_000)
                prices[token.faucetId] = try Price(value: value, currency: currency)
            } catch let error as MidenError where error.kind == .assertionFailed {
                // The oracle has no rate of this token.
            }
        }
        return prices
    }
}

/// The oracle in `Tests/Contracts`, with the procedures of Miden's price oracle.
struct TestOracle {
    static let rates = "tutorials::oracle::rates"
    static let provider = "miden::standards::oracle::price_oracle::active_rate_provider_proc_root"

    /// Creates the account of an oracle that answers from its own rates.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - rates: The rates that it begins with.
    /// - Returns: The contract.
    /// - Throws: Where it cannot be created.
    static func create(in wallet: MidenWallet, rates: [AccountID: OracleRate] = [:]) async throws -> Contract {
        let package = try await MidenPackage.tutorial("oracle")
        let entries = try rates.map { faucet, rate in
            ContractValue.object(["key": try key(of: faucet), "value": try ContractValue(encoding: rate)])
        }
        let storage = try package.interface.initialStorage([
            Self.rates: .array(entries),
            provider: .text(package.procedure("provide_rate").root.hex),
        ])
        let account = try await wallet.createAccount(components: [package], storage: storage)
        return try await wallet.getContract(accountId: account, package: package)
    }

    /// The key of a token in the oracle's storage.
    static func key(of faucet: AccountID) throws -> ContractValue {
        let elements = try faucet.felts()
        return ["faucet_suffix": .init(elements[0].value), "faucet_prefix": .init(elements[1].value)]
    }

    /// A token as Miden's price oracle takes it.
    static func assetId(of faucet: AccountID) throws -> Word {
        Word(Array(try FungibleAsset(faucetId: faucet, amount: 1).felts().prefix(4)))
    }
}
