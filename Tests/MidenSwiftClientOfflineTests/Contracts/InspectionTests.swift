import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Looking into accounts and notes", .timeLimit(.minutes(5)))
struct InspectionTests {
    @Test("A note says what its script is given, and shows its code")
    func note() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            let came = try await wallet.getNoteContents(paid.noteId)
            #expect(came.noteId == paid.noteId && came.scriptName == "P2ID" && came.code == nil)
            #expect(came.storage.count >= 2 && came.serialNumber != .zero)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])

            let script = try await MidenPackage.compile(MASMSource(.noteScript, Contracts.source("guess")))
            let custom = CustomNote(
                script: script,
                storage: [7, 18_446_744_069_414_584_320],
                for: account,
                fungibleAssets: [FungibleAsset(faucetId: paid.faucetId, amount: 60)],
                noteType: .private
            )
            let executed = try await wallet.execute(CustomTransaction(createdNotes: [custom]), accountId: account)
            let made = try await wallet.getNoteContents(#require(executed.noteIds.first), withCode: true)
            #expect(made.storage == [7, 18_446_744_069_414_584_320] && made.scriptName == nil)
            #expect(made.scriptRoot == script.procedures.first { $0.role == .noteScript }?.root)
            let code = try #require(made.code)
            #expect(code.hasPrefix("begin\n    ") && code.hasSuffix("\nend"))

            let unknown = await #expect(throws: MidenError.self) {
                _ = try await wallet.getNoteContents(NoteID("0x" + String(repeating: "1", count: 64)))
            }
            #expect(unknown?.kind == .unknownNote)
        }
    }

    @Test("The procedures of an account are named by what Miden ships, and by packages")
    func procedures() async throws {
        try await withEmbeddedWallet { wallet in
            let counter = try await MidenPackage.counter()
            let account = try await wallet.createAccount(components: [counter], basicWallet: true)
            let bare = try await wallet.getProcedures(accountId: account)
            #expect(bare.isOwn && bare.accountId == account)
            #expect(bare.procedures.filter(\.isAuthentication).count == 1)
            let receive = try bare.procedure("receive-asset")
            #expect(receive.name == "receive_asset" && receive.signature != nil && receive.code == nil)
            let get = try counter.procedure("get_count")
            let unnamed = try bare.procedure(get.root.hex)
            #expect(unnamed.path == nil && unnamed.name == nil && unnamed.package == nil)
            let missing = #expect(throws: MidenError.self) { _ = try bare.procedure("get_count") }
            #expect(missing?.kind == "unknown_procedure")
            let told = missing?.message ?? ""
            #expect(told.contains("…::get_schema_commitment,") || told.contains("…::get_schema_commitment."), "\(told)")

            let named = try await wallet.getProcedures(accountId: account, packages: [counter], withCode: true)
            #expect(named.procedures.map(\.root) == bare.procedures.map(\.root))
            #expect(named.procedures.allSatisfy { $0.path != nil && $0.code?.hasPrefix("begin\n") == true })
            #expect(try named.procedure(get.path).root == get.root)
            #expect(try named.procedure("get_count").package == counter.name)

            try await wallet.sync()
            let stranger = await #expect(throws: MidenError.self) {
                _ = try await wallet.getProcedures(accountId: .of("0x5401ef36815e47d14b651e8e968153"))
            }
            #expect(stranger?.kind == .accountNotOnChain && stranger?.code == .lookup)
        }
    }

    @Test("A note has its code, and an account its procedures")
    func codeAndProcedures() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        let note = try await wallet.mint(to: account, amount: 5).noteId
        try await wallet.sync()
        #expect(try await wallet.getNoteContents(note, withCode: true).code?.isEmpty == false)
        #expect(try await wallet.getProcedures(accountId: account).procedures.count >= 4)
        try await wallet.shutdown()
    }
}
