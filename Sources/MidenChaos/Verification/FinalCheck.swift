import Foundation
import MidenSwiftClient

/// Compares the wallets with the chain. What the chain has is asked of the node directly, and read by new wallets.
struct FinalCheck: Sendable {
    let victims: [Victim]
    let run: Run
    /// What the accounts were paid in all, by token.
    let issued: [String: UInt64]
    /// The folder for new wallets.
    let directory: String

    /// What a wallet has, or the chain.
    private struct Holding {
        var balance: [String: UInt64] = [:]
        var fees: UInt64 = 0
    }

    /// Compares all.
    func compare() async throws {
        var held: [String: UInt64] = [:]
        var fees: UInt64 = 0
        for victim in victims {
            do {
                let holding = try await compare(victim)
                held.merge(holding.balance, uniquingKeysWith: +)
                fees += holding.fees
            } catch {
                run.log.problem("\(victim.name): it cannot be compared with the chain: \(error)")
            }
        }
        for (token, total) in issued.sorted(by: { $0.key < $1.key }) {
            let paid = token == run.chain.nativeFaucet ? fees : 0
            let have = held[token, default: 0] + paid
            run.log.announce("total of \(token): issued \(total), held \(held[token, default: 0]), fees \(paid)")
            if have != total {
                run.log.problem("token \(token): issued \(total), and there are \(have)")
            }
        }
        for token in held.keys where issued[token] == nil {
            run.log.problem("token \(token) was never issued")
        }
    }

    /// Compares a wallet with the chain.
    ///
    /// - Returns: What its account holds by the chain, and the fees that it has paid.
    private func compare(_ victim: Victim) async throws -> Holding {
        let (details, status, local, file) = try await victim.withWallet { wallet in
            let status = try await wallet.getAccounts().first { $0.id == victim.account }?.status
            return (
                try await wallet.getAccountDetails(accountId: victim.account), status,
                try await Self.history(of: wallet), try await wallet.exportAccount(accountId: victim.account)
            )
        }
        let commitment = try await ChainReader(nodeURL: run.chain.nodeURL).commitment(of: victim.account.hex)
        let name = victim.name
        run.log.announce(
            "\(name): \(victim.account.hex) \(victim.schemeName) \(victim.visibility.rawValue): "
                + "nonce \(details.nonce), commitment \(details.commitment), on the chain \(commitment)"
        )
        if details.commitment != commitment {
            run.log.problem("\(name): its commitment is \(details.commitment), on the chain \(commitment)")
        }
        if status != .tracked {
            run.log.problem("\(name): its account is \(status?.rawValue ?? "gone")")
        }
        let onChain = try await observed(victim, file: file)
        let committed = Set(local.filter(\.isCommitted).map(\.id.hex))
        let expected = Set(onChain.filter(\.isCommitted).map(\.id.hex))
        for transaction in committed.symmetricDifference(expected) {
            let place = committed.contains(transaction) ? "in the wallet alone" : "on the chain alone"
            run.log.problem("\(name): transaction \(transaction) is committed \(place)")
        }
        if UInt64(expected.count) != details.nonce {
            run.log.problem("\(name): its nonce is \(details.nonce), after \(expected.count) transactions on the chain")
        }
        let reported = await run.board.acknowledged[name, default: []]
        for transaction in reported.subtracting(expected) {
            run.log.problem("\(name): transaction \(transaction) was reported as submitted, and is not on the chain")
        }
        run.log.count("transactions on the chain", name, expected.count)
        var holding = Holding()
        for asset in details.balance.fungibleAssets {
            holding.balance[asset.faucetId.hex, default: 0] += asset.amount
        }
        // The chain tells a new wallet the transactions, and not what is in their fee notes. The wallet's own figures are
        // no weaker a check: with a fee that is wrong the total is wrong.
        holding.fees = local.filter(\.isCommitted).compactMap(\.fee?.amount).reduce(0, +)
        run.log.announce(
            "\(name): \(expected.count) transactions on the chain, \(reported.count) reported, fees \(holding.fees)"
        )
        return holding
    }

    /// The account's transactions as a new wallet finds them on the chain.
    private func observed(_ victim: Victim, file: [UInt8]) async throws -> [TransactionRecord] {
        let wallet = try await MidenWallet.open(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: run.chain.nodeURL),
                dataDirectory: "\(directory)/\(victim.name)",
                noteTransport: .none
            )
        )
        let found = try await wallet.restore(mnemonic: victim.mnemonic, gapLimit: 1, schemes: [victim.scheme])
        if !found.contains(where: { $0.id == victim.account }) {
            run.log.problem("\(victim.name): the mnemonic does not find its account: \(found)")
        }
        if victim.visibility == .private {
            _ = try await wallet.importAccount(file: file)
        }
        _ = try await wallet.sync()
        let status = try await wallet.getAccounts().first { $0.id == victim.account }?.status
        if status != .tracked {
            run.log.problem("\(victim.name): in a new wallet its account is \(status?.rawValue ?? "gone")")
        }
        let history = try await Self.history(of: wallet)
        try await wallet.shutdown()
        return history
    }

    private static func history(of wallet: MidenWallet) async throws -> [TransactionRecord] {
        var all: [TransactionRecord] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await wallet.getTransactions(after: cursor, limit: 500)
            all += page.transactions
            cursor = page.next
        } while cursor != nil
        return all
    }
}

extension TransactionRecord {
    fileprivate var isCommitted: Bool {
        if case .committed = state { true } else { false }
    }
}
