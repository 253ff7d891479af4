internal import Atomics
import MidenSwiftClient

/// Runs of one procedure, with field elements and with typed arguments, and first calls of others.
public struct CallWorkload: Sendable {
    /// More than the scripts that a wallet keeps, so that in turn each one is compiled anew.
    private static let firstCalls = 128

    private let wallet: MidenWallet
    private let contract: Contract
    private let calledFirst = ManagedAtomic(0)

    /// Makes an account with the procedure, and calls it once, so that the script is compiled.
    ///
    /// - Parameter workload: The wallet.
    /// - Throws: `MidenError`.
    public init(_ workload: WorkloadWallet) async throws {
        wallet = workload.wallet
        let signature = "(first: felt, second: felt) -> (felt, felt)\n"
        var code = "@account_procedure\npub proc swapped\(signature)    swap\nend\n"
        for number in 0..<Self.firstCalls {
            code += "@account_procedure\npub proc swapped_\(number)\(signature)    push.\(number) drop swap\nend\n"
        }
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

    /// Simulates a typed call of a procedure whose script the wallet does not keep, each time of another one.
    ///
    /// - Parameter calls: How many times.
    /// - Returns: The results of the last call.
    /// - Throws: `MidenError`, from the first call that fails.
    @discardableResult
    public func simulateFirst(calls: Int) async throws -> [UInt64] {
        var results: [UInt64] = []
        for _ in 0..<calls {
            let number = calledFirst.loadThenWrappingIncrement(ordering: .relaxed) % Self.firstCalls
            let call = try contract.call("swapped_\(number)", with: [7, 8], returning: [UInt64].self)
            results = try await wallet.simulate(call)
        }
        return results
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
