import MidenSwiftClient

/// Runs of one procedure, with field elements and with typed arguments.
public struct CallWorkload: Sendable {
    private let wallet: MidenWallet
    private let contract: Contract

    /// Makes an account with the procedure, and calls it once, so that the script is compiled.
    ///
    /// - Parameter workload: The wallet.
    /// - Throws: `MidenError`.
    public init(_ workload: WorkloadWallet) async throws {
        wallet = workload.wallet
        let code = "@account_procedure\npub proc swapped(first: felt, second: felt) -> (felt, felt)\n    swap\nend\n"
        let package = try await MidenPackage.compile(
            MASMSource(.accountComponent, code, path: "benchmark::contract")
        )
        let account = try await wallet.createAccount(components: [package])
        contract = try await wallet.getContract(accountId: account, package: package)
        try await runWithFelts(calls: 1)
    }

    /// Runs the procedure with field elements again and again.
    ///
    /// - Parameter calls: How many times.
    /// - Returns: The two elements on top of the stack, as the last run left them.
    /// - Throws: `MidenError`, from the first run that fails.
    @discardableResult
    public func runWithFelts(calls: Int) async throws -> [UInt64] {
        let root = try contract.interface.procedure("swapped").root
        var top: [UInt64] = []
        for _ in 0..<calls {
            let stack = try await wallet.run(.call(root, arguments: [7, 8]), accountId: contract.accountId)
            top = stack.prefix(2).map(\.value)
        }
        return top
    }

    /// Simulates typed calls of the procedure again and again.
    ///
    /// - Parameter calls: How many times.
    /// - Returns: The results of the last call.
    /// - Throws: `MidenError`, from the first call that fails.
    @discardableResult
    public func simulate(calls: Int) async throws -> [UInt64] {
        var results: [UInt64] = []
        for _ in 0..<calls {
            results = try await wallet.simulate(contract.call("swapped", with: [7, 8], returning: [UInt64].self))
        }
        return results
    }
}
