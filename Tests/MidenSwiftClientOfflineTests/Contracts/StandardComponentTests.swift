import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Procedures that Miden ships", .timeLimit(.minutes(10)))
struct StandardComponentTests {
    private struct TokenConfig: Codable, Equatable {
        let supply: UInt64
        let max_supply: UInt64
        let decimals: UInt8
        let symbol: UInt64
    }

    private struct Threshold: Codable, Equatable {
        let threshold: UInt8
        let num_approvers: UInt8
    }

    private struct Approver: Codable, Equatable {
        let public_key: Word
        let scheme: UInt8
    }

    /// Who a private note is for does not matter to the procedures that make it.
    private static let recipient = Word([7, 8, 9, 10])
    /// The role that manages roles, as a field element.
    private static let admin = Felt(integerLiteral: UInt64(Contracts.managerRole))
    private static let (oneKey, otherKey, newKey) = (
        Word([7, 8, 9, 10]), Word([17, 18, 19, 20]), Word([27, 28, 29, 30])
    )

    /// The error of the kernel, which has the message of the procedure among its causes.
    private func refusal(_ message: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: MidenError.self) { try await body() }
        #expect(error?.code == .transactionSubmission && error?.kind == .execution)
        let causes = error?.causes.joined(separator: "\n") ?? ""
        #expect(causes.contains(message), "\(causes)")
    }

    /// Makes a note that has the account that consumes it call one of its procedures on behalf of the sender.
    private func send(_ order: ProcedureOrder, from sender: AccountID, in wallet: MidenWallet) async throws
        -> CustomTransaction.Note
    {
        let orders = try NotePackage(await .compile(MASMSource(.noteScript, Contracts.source("order"))))
        let made = try await wallet.execute(
            CustomTransaction(createdNotes: [orders.note(order)]),
            accountId: sender
        )
        try await wallet.sync()
        return CustomTransaction.Note(try #require(made.noteIds.first))
    }

    @Test("A fungible faucet tells its configuration and mints within its supply")
    func faucet() async throws {
        let package = try await MidenPackage.standard(
            "faucets::fungible",
            "get_token_config",
            "get_token_supply",
            "mint_and_send",
            "set_max_supply"
        )
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createFaucet(symbol: "GOLD", decimals: 2, maximumSupply: 1000)
            let faucet = try await wallet.getContract(accountId: account, package: package)
            let config = try await wallet.simulate(faucet.call("get_token_config", returning: TokenConfig.self))
            #expect(config.supply == 0 && config.max_supply == 1000 && config.decimals == 2)
            func mint(_ amount: UInt64) throws -> ContractCall<UInt16> {
                try faucet.call(
                    "mint_and_send",
                    FungibleAsset(faucetId: account, amount: amount),
                    UInt32(0),
                    NoteType.private,
                    Self.recipient,
                    returning: UInt16.self
                )
            }
            let supply = try faucet.call("get_token_supply", returning: UInt64.self)
            #expect(try await wallet.simulate(mint(400)) == 0)
            #expect(try await wallet.simulate(supply) == 0)
            let preview = try await wallet.preview(mint(400))
            #expect(preview.assetsOut.fungible.map(\.amount) == [400])

            let (first, second, sum) = try #require(try await wallet.execute(mint(400), mint(500), supply).result)
            #expect(first == 0 && second == 1 && sum == 900)
            try await wallet.sync()
            #expect(try await wallet.simulate(supply) == 900)
            await refusal("would exceed the maximum supply") { _ = try await wallet.execute(mint(101)) }
            await refusal("max supply is not mutable") {
                _ = try await wallet.execute(faucet.call("set_max_supply", with: [2000]))
            }
        }
    }

    @Test("A wallet makes a note and moves an asset to it in one transaction, and receives nothing that nobody sent")
    func wallet() async throws {
        let package = try await MidenPackage.standard(
            "wallets::basic",
            "receive_asset",
            "move_asset_to_note",
            "create_note"
        )
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            try await wallet.sync()
            let contract = try await wallet.getContract(accountId: account, package: package)
            let create = try contract.call(
                "create_note",
                UInt32(0),
                NoteType.private,
                Self.recipient,
                returning: UInt16.self
            )
            #expect(try await wallet.simulate(create) == 0)
            func move(_ amount: UInt64) throws -> ContractCall<ContractValue> {
                try contract.call(
                    "move_asset_to_note",
                    FungibleAsset(faucetId: paid.faucetId, amount: amount),
                    UInt16(0),
                    returning: ContractValue.self
                )
            }
            let made = try await wallet.execute(create, move(60))
            #expect(made.result?.0 == 0 && made.result?.1 == ContractValue.null)
            try await wallet.sync()
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 40)

            let tooMuch = await #expect(throws: MidenError.self) { _ = try await wallet.execute(create, move(60)) }
            #expect(tooMuch?.failedCall == 1 && tooMuch?.kind == .callFailed)
            let receive = try contract.call(
                "receive_asset",
                FungibleAsset(faucetId: paid.faucetId, amount: 1),
                returning: ContractValue.self
            )
            await refusal("would be of nobody before") { _ = try await wallet.preview(receive) }
            let refused = await #expect(throws: MidenError.self) { _ = try await wallet.execute(receive) }
            #expect(refused?.code == .transactionSubmission)
        }
    }

    @Test("Roles are granted by notes of those who manage them, and by nobody else")
    func roles() async throws {
        let package = try await MidenPackage.standard(
            "access::rbac",
            "has_role",
            "get_role_member_count",
            "grant_role",
            "revoke_role"
        )
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let (manager, member) = (try await wallet.createWallet(), try await wallet.createWallet())
            let (managerId, memberId) = (try manager.felts(), try member.felts())
            let account = try await wallet.createAccount(
                components: [package],
                storage: InitialStorageSlot.roles(managedBy: manager)
            )
            let roles = try await wallet.getContract(accountId: account, package: package)
            func has(_ account: AccountID) throws -> ContractCall<Bool> {
                try roles.call("has_role", Self.admin, account, returning: Bool.self)
            }
            let count = try roles.call("get_role_member_count", Self.admin, returning: UInt64.self)
            #expect(try await wallet.simulate(has(manager)))
            #expect(try await !wallet.simulate(has(member)))
            let grant = try roles.call("grant_role", Self.admin, member, returning: ContractValue.self)
            let noNote = "input note index should be less than the total number of input notes"
            await refusal(noNote) { _ = try await wallet.simulate(grant) }
            await refusal(noNote) { _ = try await wallet.execute(grant) }

            let order = ProcedureOrder(
                procedure: grant.procedure.root,
                first: Self.admin,
                second: memberId[0],
                third: memberId[1]
            )
            let stranger = try await send(order, from: member, in: wallet)
            await refusal("note sender does not hold the role's admin role") {
                _ = try await wallet.execute(count, consuming: [stranger])
            }
            let granted = try await send(order, from: manager, in: wallet)
            let made = try await wallet.execute(has(member), count, consuming: [granted])
            #expect(made.result?.0 == true && made.result?.1 == 2)
            try await wallet.sync()
            #expect(try await wallet.simulate(has(member)))

            // The new member manages roles, too.
            let revoke = ProcedureOrder(
                procedure: try roles.interface.procedure("revoke_role").root,
                first: Self.admin,
                second: managerId[0],
                third: managerId[1]
            )
            let revoked = try await send(revoke, from: member, in: wallet)
            let without = try await wallet.execute(has(manager), consuming: [revoked])
            #expect(without.result == false)
        }
    }

    @Test("An owner is replaced in two steps, by notes of both")
    func owner() async throws {
        let package = try await MidenPackage.standard(
            "access::ownable2step",
            "get_owner",
            "get_nominated_owner",
            "transfer_ownership",
            "accept_ownership"
        )
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let (first, second) = (try await wallet.createWallet(), try await wallet.createWallet())
            let account = try await wallet.createAccount(
                components: [package],
                storage: [
                    .init("miden::standards::access::ownable2step::owner_config", value: Word(try first.felts()))
                ]
            )
            let owned = try await wallet.getContract(accountId: account, package: package)
            let owner = try owned.call("get_owner", returning: AccountID.self)
            let nominated = try owned.call("get_nominated_owner", returning: AccountID.self)
            #expect(try await wallet.simulate(owner) == first)
            // Zeros are no account id, so they stay elements.
            #expect(
                try await wallet.simulate(owned.call("get_nominated_owner")) == ["suffix": 0, "prefix": 0]
            )
            let transfer = try owned.call("transfer_ownership", second, returning: ContractValue.self)
            await refusal("input note index") { _ = try await wallet.execute(transfer) }

            let ids = try second.felts()
            let order = ProcedureOrder(procedure: transfer.procedure.root, first: ids[0], second: ids[1])
            let accept = ProcedureOrder(procedure: try owned.interface.procedure("accept_ownership").root)
            let stranger = try await send(order, from: second, in: wallet)
            await refusal("note sender is not the owner") {
                _ = try await wallet.execute(nominated, consuming: [stranger])
            }
            let transferred = try await send(order, from: first, in: wallet)
            let proposed = try await wallet.execute(nominated, consuming: [transferred])
            #expect(proposed.result == second)
            try await wallet.sync()
            let hasty = try await send(accept, from: first, in: wallet)
            await refusal("note sender is not the nominated owner") {
                _ = try await wallet.execute(owner, consuming: [hasty])
            }
            let accepted = try await send(accept, from: second, in: wallet)
            let replaced = try await wallet.execute(owner, consuming: [accepted])
            #expect(replaced.result == second)
            try await wallet.sync()
            #expect(try await wallet.simulate(owner) == second)
        }
    }

    /// What is in the storage of an account of which one of two keys signs.
    private static var approvers: [InitialStorageSlot] {
        let slot = "miden::standards::auth::multisig"
        let (first, second) = (Word.zero, Word([1]))
        return [
            .init("\(slot)::threshold_config", value: Word([1, 2])),
            .init(
                "\(slot)::approver_public_keys",
                entries: [.init(key: first, value: oneKey), .init(key: second, value: otherKey)]
            ),
            .init(
                "\(slot)::approver_schemes",
                entries: [.init(key: first, value: Word([1])), .init(key: second, value: Word([2]))]
            ),
            .init("\(slot)::executed_transactions", entries: []),
            .init("\(slot)::procedure_thresholds", entries: []),
        ]
    }

    private static let multisig = [
        "get_threshold_and_num_approvers", "get_signer_at", "is_signer", "set_procedure_threshold",
        "update_signers_and_threshold",
    ]

    @Test("The signers and thresholds of a multisig are told and changed, with the new ones as advice")
    func signers() async throws {
        let package = try await MidenPackage.compile(
            MASMSource(
                .accountComponent,
                Contracts.standard("auth::multisig", Self.multisig),
                path: "standard::signers"
            )
        )
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            // Its own key authenticates it: only the procedures are those of a multisig.
            let account = try await wallet.createAccount(components: [package], storage: Self.approvers)
            let contract = try await wallet.getContract(accountId: account, package: package)
            let threshold = try contract.call("get_threshold_and_num_approvers", returning: Threshold.self)
            #expect(try await wallet.simulate(threshold) == Threshold(threshold: 1, num_approvers: 2))
            func signer(_ index: UInt32) throws -> ContractCall<Approver> {
                try contract.call("get_signer_at", index, returning: Approver.self)
            }
            #expect(try await wallet.simulate(signer(1)) == Approver(public_key: Self.otherKey, scheme: 2))
            await refusal("signer index must be less than the number of approvers") {
                _ = try await wallet.simulate(signer(2))
            }
            let root = try contract.interface.procedure("get_signer_at").root
            func limit(_ count: UInt8) throws -> ContractCall<ContractValue> {
                try contract.call("set_procedure_threshold", count, root, returning: ContractValue.self)
            }
            await refusal("procedure threshold exceeds") { _ = try await wallet.execute(limit(3)) }
            _ = try await wallet.execute(limit(2))
            try await wallet.sync()
            let limits = "miden::standards::auth::multisig::procedure_thresholds"
            let stored = try await wallet.getStorage(accountId: account, slot: .name(limits), key: root)
            #expect(stored[limits]?.entries?.first?.value == Word([2]))

            let words = [
                Word([2, 3]), Self.newKey, Word([2]), Self.otherKey, Word([2]), Self.oneKey, Word([1]),
            ]
            let advice = try AdviceEntry(hashing: words.flatMap(\.elements))
            var update = try contract.call("update_signers_and_threshold", advice.key, returning: ContractValue.self)
            await refusal("not present in the advice map") { _ = try await wallet.execute(update) }
            update.advice = [advice]
            _ = try await wallet.execute(update)
            try await wallet.sync()
            #expect(try await wallet.simulate(threshold) == Threshold(threshold: 2, num_approvers: 3))
            #expect(try await wallet.simulate(signer(2)) == Approver(public_key: Self.newKey, scheme: 2))
            let isSigner = try contract.call("is_signer", Self.newKey, returning: UInt64.self)
            #expect(try await wallet.simulate(isSigner) == 1)
        }
    }

    @Test(
        "The procedures of an account that several keys authenticate are simulated, and this wallet makes no transaction"
    )
    func multisigAccount() async throws {
        let package = try await MidenPackage.compile(MASMSource(.accountComponent, Contracts.source("multisig")))
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createAccount(components: [package], storage: Self.approvers)
            let contract = try await wallet.getContract(accountId: account, package: package)
            let names = try await wallet.getProcedures(accountId: account).procedures.compactMap(\.path)
            #expect(names.contains { $0.hasSuffix("auth::multisig::auth_tx_multisig") }, "\(names)")
            let threshold = try contract.call("get_threshold_and_num_approvers", returning: Threshold.self)
            #expect(try await wallet.simulate(threshold) == Threshold(threshold: 1, num_approvers: 2))
            let root = try contract.interface.procedure("get_signer_at").root
            let limit = try contract.call("set_procedure_threshold", UInt8(2), root, returning: ContractValue.self)
            #expect(try await wallet.simulate(limit) == ContractValue.null)
            await refusal("multisig auth args") { _ = try await wallet.execute(limit) }
            let authenticate = #expect(throws: MidenError.self) {
                _ = try contract.call("auth_tx_multisig", Word.zero, returning: ContractValue.self)
            }
            #expect(authenticate?.kind == .notCallable)
        }
    }
}
