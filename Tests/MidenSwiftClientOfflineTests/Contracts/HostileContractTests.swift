import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("The contracts of hostile notes", .timeLimit(.minutes(2)))
struct HostileContractTests {
    /// An account of a wallet that has nothing to do with the others.
    private static func stranger() async throws -> (id: AccountID, elements: AccountElements) {
        let directory = try TemporaryDirectory()
        let wallet = try await MidenWallet.open(configuration: .embedded(in: directory))
        let id = try await wallet.createWallet()
        try await wallet.shutdown()
        return (id, try #require(AccountElements(hex: id.hex)))
    }

    @Test("Notes whose script never ends for their recipient can be made by another account")
    func notes() async throws {
        let recipient = try await Self.stranger()
        try await withEmbeddedWallet { wallet in
            let sender = try await wallet.createWallet()
            try await wallet.sync()
            var notes: [CustomNote] = []
            for name in ["endless", "printing", "hashing"] {
                notes.append(
                    CustomNote(
                        script: try await .compile(MASMSource(.noteScript, Contracts.source(name))),
                        storage: [try Felt(recipient.elements.suffix), try Felt(recipient.elements.prefix)],
                        for: recipient.id
                    )
                )
            }
            let made = try await wallet.execute(CustomTransaction(createdNotes: notes), accountId: sender)
            #expect(made.noteIds.count == notes.count)
        }
    }

    @Test("The faucet with the endless callback pays with its token")
    func faucet() async throws {
        let recipient = try await Self.stranger().elements
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let package = try await MidenPackage.compile(
                MASMSource(.accountComponent, Contracts.source("callback_faucet"))
            )
            let callback = "on_before_asset_added_to_account"
            let slot = InitialStorageSlot(
                "miden::protocol::faucet::callback::\(callback)",
                value: try package.procedure(callback).root
            )
            let faucet = try await wallet.createAccount(components: [package], storage: [slot])
            let publicNote: Felt = 1
            let arguments = [try Felt(recipient.suffix), try Felt(recipient.prefix), try Felt(recipient.noteTag)]
            let pay = try Script.call(
                package.procedure("pay").root,
                arguments: arguments + [publicNote, 1, 2, 3, 4]
            )
            _ = try await wallet.execute(CustomTransaction(script: pay), accountId: faucet)
            let payment = try await wallet.getTransactions(limit: 1).transactions.first
            #expect(payment?.createdNotes.count == 1)
            #expect(payment?.assetsOut.fungible.first?.faucetId == faucet)
            #expect(payment?.assetsOut.fungible.first?.amount == 100)
        }
    }
}
