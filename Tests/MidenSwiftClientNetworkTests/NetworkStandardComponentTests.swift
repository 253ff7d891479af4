import MidenSwiftClient
import MidenTestSupport
import Testing

/// Procedures that Miden ships, simulated and executed with types on a real network.
@Suite(
    "Procedures that Miden ships on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(15))
)
struct NetworkStandardComponentTests {
    /// The role that manages roles, as a field element.
    private static let admin = Felt(integerLiteral: UInt64(Contracts.managerRole))
    /// Who a private note is for does not matter to the procedures that make it.
    private static let recipient = Word([7, 8, 9, 10])

    private struct Threshold: Codable, Equatable {
        let threshold: UInt8
        let num_approvers: UInt8
    }

    private func withNetworkWallet(_ body: (MidenWallet) async throws -> Void) async throws {
        let files = try TemporaryDirectory()
        let wallet = try LocalNetwork.current().wallet(in: files)
        try await wallet.sync()
        try await body(wallet)
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }

    /// Executes calls again if the transaction expires before it is proven, and waits for its block.
    private func commit<Result>(
        in wallet: MidenWallet,
        _ execute: () async throws -> ExecutedCall<Result>
    ) async throws -> Result? {
        let made = try await repeatIfExpired(wallet) { try await execute() }
        _ = try await wallet.syncUntilCommitted(made.transaction.transactionId)
        return made.result
    }

    @Test("A fungible faucet mints within its supply, and a wallet makes a note")
    func faucetAndWallet() async throws {
        let package = try await MidenPackage.standard("faucets::fungible", "get_token_supply", "mint_and_send")
        let basic = try await MidenPackage.standard("wallets::basic", "create_note")
        try await withNetworkWallet { wallet in
            let account = try await wallet.createFaucet(symbol: "GOLD", decimals: 2, maximumSupply: 1000)
            let faucet = try await wallet.getContract(accountId: account, package: package)
            let supply = try faucet.call("get_token_supply", returning: UInt64.self)
            let mint = try faucet.call(
                "mint_and_send",
                FungibleAsset(faucetId: account, amount: 400),
                UInt32(0),
                NoteType.private,
                Self.recipient,
                returning: UInt16.self
            )
            let minted = try await commit(in: wallet) { try await wallet.execute(mint, supply) }
            #expect(minted?.0 == 0 && minted?.1 == 400)
            #expect(try await wallet.simulate(supply) == 400)

            let holder = try await wallet.createWallet()
            let contract = try await wallet.getContract(accountId: holder, package: basic)
            let create = try contract.call(
                "create_note",
                UInt32(0),
                NoteType.private,
                Self.recipient,
                returning: UInt16.self
            )
            #expect(try await wallet.simulate(create) == 0)
            let index = try await commit(in: wallet) { try await wallet.execute(create) }
            #expect(index == UInt16(0))
        }
    }

    @Test("A role is granted by a note of who manages it")
    func roles() async throws {
        let package = try await MidenPackage.standard("access::rbac", "has_role", "grant_role")
        let orders = try NotePackage(await .compile(MASMSource(.noteScript, Contracts.source("order"))))
        try await withNetworkWallet { wallet in
            let (manager, member) = (try await wallet.createWallet(), try await wallet.createWallet())
            let memberId = try member.felts()
            let account = try await wallet.createAccount(
                components: [package],
                storage: InitialStorageSlot.roles(managedBy: manager)
            )
            let roles = try await wallet.getContract(accountId: account, package: package)
            let has = try roles.call("has_role", Self.admin, member, returning: Bool.self)
            #expect(try await !wallet.simulate(has))
            let order = ProcedureOrder(
                procedure: try roles.interface.procedure("grant_role").root,
                first: Self.admin,
                second: memberId[0],
                third: memberId[1]
            )
            let sent = try await repeatIfExpired(wallet) {
                try await wallet.execute(CustomTransaction(createdNotes: [orders.note(order)]), accountId: manager)
            }
            _ = try await wallet.syncUntilCommitted(sent.transactionId)
            let note = CustomTransaction.Note(try #require(sent.noteIds.first))
            let isMember = try await commit(in: wallet) { try await wallet.execute(has, consuming: [note]) }
            #expect(isMember == true)
            #expect(try await wallet.simulate(has))
        }
    }

    @Test("The signers of a multisig are changed, with the new ones as advice")
    func multisig() async throws {
        let package = try await MidenPackage.standard(
            "auth::multisig",
            "get_threshold_and_num_approvers",
            "update_signers_and_threshold"
        )
        try await withNetworkWallet { wallet in
            let slot = "miden::standards::auth::multisig"
            let key = Word([7, 8, 9, 10])
            let account = try await wallet.createAccount(
                components: [package],
                storage: [
                    .init("\(slot)::threshold_config", value: Word([1, 1])),
                    .init("\(slot)::approver_public_keys", entries: [.init(key: .zero, value: key)]),
                    .init("\(slot)::approver_schemes", entries: [.init(key: .zero, value: Word([1]))]),
                    .init("\(slot)::executed_transactions", entries: []),
                    .init("\(slot)::procedure_thresholds", entries: []),
                ]
            )
            let contract = try await wallet.getContract(accountId: account, package: package)
            let words = [Word([2, 2]), Word([17, 18, 19, 20]), Word([2]), key, Word([1])]
            let advice = try AdviceEntry(hashing: words.flatMap(\.elements))
            var update = try contract.call("update_signers_and_threshold", advice.key, returning: ContractValue.self)
            update.advice = [advice]
            let threshold = try contract.call("get_threshold_and_num_approvers", returning: Threshold.self)
            let changed = try await commit(in: wallet) { [update] in try await wallet.execute(update, threshold) }
            let expected = Threshold(threshold: 2, num_approvers: 2)
            #expect(changed?.1 == expected)
            #expect(try await wallet.simulate(threshold) == expected)
        }
    }
}
