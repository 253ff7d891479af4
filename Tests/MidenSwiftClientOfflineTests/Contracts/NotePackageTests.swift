import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Notes with a typed storage", .timeLimit(.minutes(10)))
struct NotePackageTests {
    private struct Riddle: Codable, Equatable {
        let target: AccountID
        let number: UInt64
        let is_open: Bool
    }

    private static let somebody: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let number: UInt64 = 1 << 32 + 3

    private static func package(_ code: String? = nil) async throws -> MidenPackage {
        try await MidenPackage.compile(MASMSource(.noteScript, code ?? Contracts.source("riddle")))
    }

    private static func contents(_ notes: NotePackage, _ storage: [Felt]) throws -> NoteContents {
        NoteContents(
            noteId: try NoteID("0x" + String(repeating: "1", count: 64)),
            scriptRoot: notes.scriptRoot,
            serialNumber: .zero,
            storage: storage
        )
    }

    @Test("A note is made of a value, its script reads the value, and the value is read again")
    func journey() async throws {
        let riddles = try await NotePackage(Self.package())
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            let riddle = Riddle(target: account, number: Self.number, is_open: true)
            let note = try riddles.note(
                riddle,
                for: account,
                fungibleAssets: [FungibleAsset(faucetId: paid.faucetId, amount: 60)]
            )
            let closed = try riddles.note(
                with: ["target": .text(account.hex), "number": .init(Self.number), "is_open": false]
            )
            let made = try await wallet.execute(CustomTransaction(createdNotes: [note, closed]), accountId: account)
            try await wallet.sync()
            let contents = try await wallet.getNoteContents(#require(made.noteIds.first))
            #expect(try riddles.storage(of: contents, as: Riddle.self) == riddle)
            #expect(try riddles.storage(of: contents) == ContractValue(encoding: riddle))

            // A sync takes in what could be consumed without an argument.
            for noteId in made.noteIds {
                try await wallet.importNote(file: wallet.exportNote(noteId: noteId, content: .id))
            }
            func solve(_ index: Int, _ number: UInt64) async throws {
                let argument = Word(try number.felts())
                let transaction = CustomTransaction(notes: [.init(made.noteIds[index], argument: argument)])
                _ = try await wallet.execute(transaction, accountId: account)
            }
            for (index, number) in [(0, 3), (0, Self.number + 1), (1, Self.number)] {
                let error = await #expect(throws: MidenError.self) { try await solve(index, number) }
                #expect(error?.causes.joined().contains("assertion failed") == true, "\(index), \(number)")
            }
            try await solve(0, Self.number)
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 100)
        }
    }

    @Test("The storage of a payment is read by the type of an account id")
    func payment() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            let contents = try await wallet.getNoteContents(paid.noteId)
            #expect(try AccountID(felts: Array(contents.storage.prefix(2))) == account)
            let error = try await #require(throws: MidenError.self) {
                _ = try await NotePackage(Self.package()).storage(of: contents)
            }
            #expect(error.kind == .otherNoteScript && error.message.contains(contents.scriptRoot.hex))
        }
    }

    @Test("The type is the one that the package exports, or is named, or is given")
    func types() async throws {
        let only = try await NotePackage(Self.package())
        let two = try await Self.package(Contracts.source("riddle") + "\npub type Other = struct { a: u8 }\n")
        for name in ["Riddle", "note_script::Riddle", "::note_script::Riddle"] {
            #expect(try NotePackage(two, storage: name).storageType == only.storageType)
        }
        #expect(try NotePackage(two, storage: "Riddle").scriptRoot == only.scriptRoot)
        let given = try NotePackage(two, storage: .structure(fields: [.init("first", .u64), .init("second", .word)]))
        let value: ContractValue = ["first": 5, "second": .text(Word([1, 2, 3, 4]).hex)]
        let note = try given.note(with: value)
        #expect(note.storage == [5, 0, 1, 2, 3, 4])
        #expect(try given.storage(of: Self.contents(given, note.storage)) == value)
    }

    @Test("A package without the type, or without a script of a note, is refused with what there is")
    func refusedPackages() async throws {
        func refusal(_ package: MidenPackage, _ name: String?) async -> MidenError? {
            #expect(throws: MidenError.self) { _ = try NotePackage(package, storage: name) }
        }
        let riddle = try await Self.package()
        let unknown = await refusal(riddle, "Puzzle")
        #expect(unknown?.kind == .unknownType && unknown?.message.contains("There are: note_script::Riddle.") == true)
        let none = await refusal(try await Self.package(Contracts.source("guess")), nil)
        #expect(none?.kind == .unknownType && none?.message.contains("exports no type") == true)
        let two = await refusal(
            try await Self.package(Contracts.source("riddle") + "\npub type Other = struct { a: u8 }\n"),
            nil
        )
        #expect(two?.kind == .unknownType && two?.message.contains("Other") == true)
        let script = try await MidenPackage.compile(
            MASMSource(.transactionScript, "@transaction_script\npub proc main\n    nop\nend\n")
        )
        #expect(await refusal(script, nil)?.kind == .notAScript)
        #expect(throws: MidenError.self) { _ = try NotePackage(script, storage: .felt) }
    }

    @Test("A value that does not fit is refused with its place, and so is one that is longer than a note's storage")
    func refusedValues() async throws {
        let riddles = try await NotePackage(Self.package())
        func message(_ storage: ContractValue) -> String {
            let error = #expect(throws: MidenError.self) { _ = try riddles.note(with: storage) }
            #expect(error?.kind == .invalidValue)
            return error?.message ?? ""
        }
        let target = ContractValue.text(Self.somebody.hex)
        #expect(message(["target": target, "number": -1, "is_open": true]).contains("number"))
        #expect(message(["target": target, "number": "18446744073709551616", "is_open": true]).contains("number"))
        #expect(message(["target": target, "number": 1, "is_open": 2]).contains("is_open"))
        #expect(message(["target": "0x12", "number": 1, "is_open": true]).contains("target"))
        #expect(message(["target": target, "number": 1]).contains("is_open"))
        #expect(message(["target": target, "number": 1, "is_open": true, "more": 1]).contains("more"))

        let fits = try NotePackage(riddles.package, storage: .array(of: .felt, length: 1024))
        #expect(try fits.note(with: .array(Array(repeating: 1, count: 1024))).storage.count == 1024)
        let long = try NotePackage(riddles.package, storage: .array(of: .felt, length: 1025))
        let error = #expect(throws: MidenError.self) {
            _ = try long.note(with: .array(Array(repeating: 1, count: 1025)))
        }
        #expect(error?.kind == .tooManyElements && error?.message.contains("1025") == true)
    }

    @Test("Storage that is no value of the type is refused: anybody can make a note of a known script")
    func foreignStorage() async throws {
        let riddles = try await NotePackage(Self.package())
        let value: ContractValue = ["target": .text(Self.somebody.hex), "number": 7, "is_open": true]
        let felts = try riddles.note(with: value).storage
        #expect(try riddles.storage(of: Self.contents(riddles, felts)) == value)
        var wide = felts
        wide[2] = 4_294_967_296
        var open = felts
        open[4] = 2
        for storage in [[], Array(felts.dropLast()), felts + [0], wide, open] {
            let error = #expect(throws: MidenError.self) {
                _ = try riddles.storage(of: Self.contents(riddles, storage))
            }
            #expect(error?.kind == .invalidValue, "\(storage)")
        }
    }

    @Test("What is hashed is found by a procedure that is given the hash, and checked by it")
    func advice() async throws {
        let code = """
            use miden::core::mem
            use miden::core::sys

            @transaction_script
            pub proc main(hash: word) -> felt
                adv.push_mapval
                push.0 push.3 exec.mem::pipe_preimage_to_memory drop
                mem_load.9
                exec.sys::truncate_stack
            end
            """
        let script = try await MidenPackage.compile(MASMSource(.transactionScript, code))
        let values: [Felt] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        let entry = try AdviceEntry(hashing: values)
        #expect(try entry.values == values && entry.key == Word(hashing: values))
        #expect(try Word(hashing: []) != Word(hashing: [0]))
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            _ = try await wallet.createWallet()
            let stack = try await wallet.run(.package(script), scriptArgument: entry.key, advice: [entry])
            #expect(stack.first == 10)
            let forged = AdviceEntry(key: entry.key, values: values.reversed())
            await #expect(throws: MidenError.self) {
                _ = try await wallet.run(.package(script), scriptArgument: entry.key, advice: [forged])
            }
        }
    }
}
