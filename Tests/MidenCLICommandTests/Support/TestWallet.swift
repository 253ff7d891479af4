import Foundation
import MidenTestSupport

/// `MidenRequestTestWallet`, which the build left beside `miden-cli`.
enum TestWallet {
    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - verb: `approve`, `decline` or `resume`.
    ///   - link: The link.
    ///   - number: At which call of the hook it kills itself. It is called before and after each write.
    ///   - secondsAhead: By how much its clock is ahead.
    ///   - shop: Whose wallet it opens.
    /// - Returns: How it ended.
    /// - Throws: If it cannot be started.
    static func run(
        _ verb: String,
        _ link: String,
        killedAt number: Int = 0,
        secondsAhead: Int = 0,
        in shop: Shop
    ) async throws -> Outcome {
        let products = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent()
        return try await RunningCommand(
            [verb, shop.sandbox.wallets, shop.account, String(number), String(secondsAhead)],
            environment: shop.sandbox.environment,
            input: try shop.sandbox.input(link),
            program: products.appendingPathComponent("MidenRequestTestWallet").path
        ).outcome()
    }
}
