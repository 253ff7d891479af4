import MidenSwiftClient

/// What may be a mistake in a payment, though it can be made.
struct PaymentWarnings {
    /// A timelock that is further away than this is taken for a slip: about a year of blocks, one every three seconds.
    static let farFuture: UInt32 = 365 * 24 * 60 * 60 / 3

    /// The block the wallet stands at.
    let syncHeight: UInt32
    /// The faucets the wallet knows. An id does not say what its account is for.
    let faucets: Set<AccountID>

    /// Learns what it has to know.
    init(_ wallet: MidenWallet) async throws {
        syncHeight = try await wallet.info().syncHeight
        let own = try await wallet.getAccounts().filter { $0.kind == .fungibleFaucet }.map(\.id)
        faucets = Set(try await wallet.getTokens().map(\.faucetId) + own)
    }

    /// For tests.
    init(syncHeight: UInt32, faucets: Set<AccountID>) {
        (self.syncHeight, self.faucets) = (syncHeight, faucets)
    }

    /// A sentence for each.
    func warnings(of payments: [Payment]) -> [String] {
        var warnings: [String] = []
        if let timelock = payments.compactMap(\.timelockHeight).max(), timelock > syncHeight,
            timelock - syncHeight > Self.farFuture
        {
            let years = (timelock - syncHeight) / Self.farFuture
            warnings.append(
                "Nobody can consume this before block \(timelock). The wallet stands at block \(syncHeight): with a block"
                    + " every three seconds that is more than \(Int(years).counted("year")) away."
            )
        }
        for recipient in Set(payments.map(\.recipientId)).intersection(faucets).sorted(by: { $0.hex < $1.hex }) {
            warnings.append("Account \(recipient) is a faucet. What is paid to it may be lost.")
        }
        return warnings
    }
}
