import Foundation
import MidenSwiftClient

/// Prices that a file has: `{"currency": "EUR", "prices": {"0x2c3d…": "0.0312"}}`, each the price of a whole token by its faucet.
struct PriceFile: PriceSource {
    /// What the prices are in.
    let currency: String
    private let prices: [AccountID: Price]

    private struct Contents: Decodable {
        let currency: String
        let prices: [String: String]
    }

    /// Reads the file. What is wrong with one price is said with its faucet.
    init(at path: String, _ reader: InputReader) throws {
        let bytes = Data(try reader.bytes(of: .document, at: path))
        let contents: Contents
        do {
            contents = try JSONDecoder().decode(Contents.self, from: bytes)
        } catch {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidPrice,
                message: "The file \(path) does not hold prices, such as"
                    + " {\"currency\": \"EUR\", \"prices\": {\"0x…\": \"0.05\"}}: of each faucet the price of a whole token,"
                    + " as a text.",
                causes: [error.sentence]
            )
        }
        var prices: [AccountID: Price] = [:]
        for (faucet, text) in contents.prices {
            let price: Price
            do {
                price = try Price(text, currency: contents.currency)
            } catch let error as MidenError {
                throw MidenError(
                    code: error.code,
                    kind: error.kind,
                    message: "The price of \(faucet) in \(path) is wrong. \(error.message)"
                )
            }
            prices[try AccountID(faucet)] = price
        }
        (self.currency, self.prices) = (contents.currency, prices)
    }

    func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price] {
        prices
    }
}
