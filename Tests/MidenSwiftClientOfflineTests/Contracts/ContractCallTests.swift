import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Calls of contracts", .timeLimit(.minutes(10)))
struct ContractCallTests {
    private struct Pair: Codable, Sendable {
        let first: UInt64
        let second: UInt64
    }

    private static let source: MASMSource = {
        let code = (try? Contracts.source("adder")) ?? ""
        return MASMSource(.accountComponent, code, path: "adder::contract")
    }()

    private static let count = [
        InitialStorageSlot("miden::tutorials::counter", entries: [.init(key: .zero, value: Word([40]))])
    ]

    private func withAdder(_ body: (MidenWallet, Contract) async throws -> Void) async throws {
        let package = try await MidenPackage.compile(Self.source)
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createAccount(components: [package], storage: Self.count)
            try await body(wallet, wallet.getContract(accountId: account, package: package))
        }
    }

    private func failure(_ body: () async throws -> Void) async -> MidenError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? MidenError
        }
    }

    @Test("A simulation has the result and changes nothing, and a transaction has its own")
    func results() async throws {
        try await withAdder { wallet, contract in
            #expect(contract.isOwn)
            let add = try contract.call("add", with: ["by": 2], returning: UInt64.self)
            #expect(try await wallet.simulate(add) == 42)
            #expect(try await wallet.simulate(add) == 42)
            #expect(try await wallet.preview(add).changedSlots.contains("miden::tutorials::counter"))
            let first = try await wallet.execute(add, reference: "first")
            #expect(first.result == 42)
            let again = try await wallet.execute(add, reference: "first")
            #expect(again.transaction.transactionId == first.transaction.transactionId && again.result == nil)
            try await wallet.sync()
            #expect(try await wallet.simulate(contract.call("add", 1, returning: UInt64.self)) == 43)
        }
    }

    @Test(
        "A preview names the procedure and its arguments by the package of the contract, and without it root and elements"
    )
    func previewedCall() async throws {
        try await withAdder { wallet, contract in
            let add = try contract.call("add", with: ["by": 2], returning: UInt64.self)
            let typed = try await wallet.preview(add).calls
            #expect(typed.texts == ["contract::add(by: 2)"])
            let called = try #require(typed.procedures.first)
            #expect(called.root == add.procedure.root && called.accountId == nil && called.arguments == [2])
            #expect(called.values == [.init(name: "by", value: 2)])
            let plain = try await wallet.preview(
                .custom(CustomTransaction(calling: add)),
                accountId: contract.accountId
            ).calls
            #expect(plain.texts == ["\(add.procedure.root.hex) with the elements 2"])
            #expect(plain.named(by: contract.interface) == typed)
        }
    }

    @Test("A package that gives a procedure of Miden a harmless name is not believed")
    func harmlessName() async throws {
        let source = MASMSource(
            .accountComponent,
            """
            pub use {receive_asset as claim_reward} from miden::standards::wallets::basic
            @account_procedure
            pub proc own(by: felt)
                push.84 drop drop
            end
            """,
            path: "stranger::contract"
        )
        let interface = try await MidenPackage.compile(source).interface
        let renamed = try interface.procedure("claim_reward").root
        let own = try interface.procedure("own").root
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let procedures = try await wallet.getProcedures(accountId: account).procedures
            #expect(procedures.contains { $0.root == renamed })
        }
        let calls = TransactionSummary.Calls(procedures: [
            .init(root: renamed, names: ["basic_wallet::receive_asset"], arguments: [1]),
            .init(root: own, arguments: [3]),
            .init(root: .zero, arguments: [4, 5]),
        ])
        #expect(
            calls.named(by: interface).texts == [
                "basic_wallet::receive_asset with the elements 1", "contract::own(by: 3)",
                "\(Word.zero.hex) with the elements 4 5",
            ]
        )
    }

    @Test("What is not told of calls is counted")
    func leftOutCalls() {
        let calls = TransactionSummary.Calls(procedures: [.init(root: .zero)], leftOutCount: 3, hasUnknown: true)
        #expect(calls.texts == [Word.zero.hex, "and 3 more", "perhaps others, which only its execution tells"])
        let names = (0..<20).map { "component::name\($0)" }
        #expect(TransactionSummary.CalledProcedure(root: .zero, names: names).text.hasSuffix("::name15 or 4 more"))
    }

    @Test("Several results are an array, and arguments are an array, an object or Swift values")
    func forms() async throws {
        try await withAdder { wallet, contract in
            let calls = [
                try contract.call("swapped", with: [7, 8], returning: [UInt64].self),
                try contract.call("swapped", with: ["first": 7, "second": 8], returning: [UInt64].self),
                try contract.call(
                    "swapped",
                    with: ContractValue(encoding: Pair(first: 7, second: 8)),
                    returning: [UInt64].self
                ),
                try contract.call(
                    "::adder::contract::swapped",
                    UInt8(7),
                    Felt(integerLiteral: 8),
                    returning: [UInt64].self
                ),
            ]
            for call in calls {
                #expect(call.arguments == [7, 8])
                #expect(try await wallet.simulate(call) == [8, 7])
            }
            let untyped = try contract.call("swapped", with: [7, 8])
            #expect(try await wallet.simulate(untyped) == [8, 7])
        }
    }

    @Test("Arguments that do not fit are refused before anything runs, with the place of what is wrong")
    func refusals() async throws {
        try await withAdder { wallet, contract in
            func message(_ name: String, _ arguments: ContractValue) throws -> String {
                let error = try #require(throws: MidenError.self) { _ = try contract.call(name, with: arguments) }
                #expect(error.kind == .invalidValue)
                return error.message
            }
            #expect(try message("add", []) == "The arguments: the procedure takes 1 argument, and 0 were given.")
            #expect(try message("add", 3) == "The arguments: an array or an object is expected.")
            #expect(try message("add_a_little", ["by": -1]).contains("by"))
            #expect(try message("add_a_little", ["of": 1]).contains("by"))
            let unknown = #expect(throws: MidenError.self) { _ = try contract.call("subtract") }
            #expect(unknown?.kind == "unknown_procedure")
            let wrong = try contract.call("add", with: [1], returning: [UInt64].self)
            #expect(await failure { _ = try await wallet.simulate(wrong) }?.kind == .invalidValue)
        }
    }

    @Test("Calls in one transaction see what those before them have changed, and each has its result by its type")
    func several() async throws {
        try await withAdder { wallet, contract in
            let add = try contract.call("add", with: ["by": 2], returning: UInt64.self)
            let swapped = try contract.call("swapped", with: [7, 8], returning: [UInt64].self)
            let untyped = try contract.call("add", with: [1])
            let changed = try await wallet.preview(add, swapped, untyped).changedSlots
            #expect(changed.contains("miden::tutorials::counter"))
            let made = try await wallet.execute(add, swapped, untyped, reference: "all")
            let (first, second, third) = try #require(made.result)
            #expect(first == 42 && second == [8, 7] && third == 43)
            #expect(made.transaction.stacks.count == 3)
            let again = try await wallet.execute(add, swapped, untyped, reference: "all")
            #expect(again.transaction.transactionId == made.transaction.transactionId && again.result == nil)
            let other = await failure { _ = try await wallet.execute(add, untyped, reference: "all") }
            #expect(other?.kind == "reference_used")
            try await wallet.sync()
            #expect(try await wallet.simulate(contract.call("add", 0, returning: UInt64.self)) == 43)
        }
    }

    @Test("Calls after a consumed note, one of them of another account, are one transaction")
    func notesAndOthers() async throws {
        let package = try await MidenPackage.compile(Self.source)
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let theirs = try await wallet.createAccount(components: [package], storage: Self.count)
            let own = try await wallet.createAccount(components: [package], basicWallet: true, storage: Self.count)
            let (contract, other) = (
                try await wallet.getContract(accountId: own, package: package),
                try await wallet.getContract(accountId: theirs, package: package)
            )
            _ = try await wallet.execute(other.call("add", with: [1]))
            let note = try await wallet.mint(to: own, amount: 1000).noteId
            try await wallet.sync()
            // The first call is of an account of this wallet: it makes the transaction, and the other one is read.
            let made = try await wallet.execute(
                contract.call("add", with: [2], returning: UInt64.self),
                other.call("swapped", with: [7, 8], returning: [UInt64].self),
                consuming: [CustomTransaction.Note(note)]
            )
            let (sum, pair) = try #require(made.result)
            #expect(sum == 42 && pair == [8, 7])
            try await wallet.sync()
            #expect(try await wallet.getBalance(accountId: own).fungibleAssets.map(\.amount) == [1000])
        }
    }

    @Test("A transaction of calls is of the first account of the wallet, and others are named in their calls")
    func account() async throws {
        try await withAdder { wallet, contract in
            let stranger = Contract(
                accountId: .of("0x5401ef36815e47d14b651e8e968153"),
                isOwn: false,
                package: contract.package
            )
            let (theirs, own) = (try stranger.call("swapped", with: [7, 8]), try contract.call("add", with: [1]))
            var advised = own
            advised.advice = [AdviceEntry(key: .zero, values: [1])]
            let transaction = try CustomTransaction(calling: theirs, advised)
            #expect(
                transaction.script
                    == .calls([
                        ProcedureCall(theirs.procedure.root, arguments: [7, 8], of: stranger.accountId),
                        ProcedureCall(own.procedure.root, arguments: [1]),
                    ])
            )
            #expect(transaction.advice == advised.advice)
            var other = own
            other.advice = [AdviceEntry(key: .zero, values: [2])]
            #expect(await failure { _ = try await wallet.execute(advised, other) }?.kind == .adviceNamedTwice)
            #expect(await failure { _ = try CustomTransaction(calling: theirs, theirs) }?.kind == .changesNothing)
        }
    }

    @Test("If one of several calls fails, none is made, and the error says which failed in the contract's words")
    func failedCall() async throws {
        try await withAdder { wallet, contract in
            let add = try contract.call("add", with: [1])
            let tooLarge = try contract.call("add_a_little", with: ["by": 101])
            let errors = [
                await failure { _ = try await wallet.preview(add, tooLarge, add) },
                await failure { _ = try await wallet.execute(add, tooLarge, add) },
            ]
            for error in errors {
                #expect(error?.kind == .assertionFailed && error?.failedCall == 1)
                #expect(
                    error?.message
                        == """
                        Call 2 of 3, of add_a_little on account \(contract.accountId) failed: the step is too large.
                        """
                )
            }
            #expect(try await wallet.simulate(contract.call("add", 0, returning: UInt64.self)) == 40)
        }
    }

    @Test("A call that changes nothing is no transaction: the error says to simulate it")
    func nothing() async throws {
        try await withAdder { wallet, contract in
            _ = try await wallet.execute(contract.call("add", with: [1]))
            let error = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(contract.call("swapped", with: [7, 8]))
            }
            #expect(error?.kind == .changesNothing)
            let twice = try contract.call("swapped", with: [7, 8])
            #expect(await failure { _ = try await wallet.execute(twice, twice) }?.kind == .changesNothing)
            #expect(error?.message.contains("use simulate") == true)
            let foreign = Contract(
                accountId: contract.accountId,
                isOwn: false,
                package: contract.package
            )
            #expect(
                await failure { _ = try await wallet.execute(foreign.call("add", with: [1])) }?.kind == .changesNothing
            )
        }
    }

    @Test("A result that is not what the caller reads does not hide the transaction that was made")
    func unreadable() async throws {
        try await withAdder { wallet, contract in
            let call = try contract.call("add", with: [1], returning: Bool.self)
            let error = await #expect(throws: MidenError.self) { _ = try await wallet.execute(call) }
            #expect(error?.kind == .invalidValue)
            #expect(error?.transactionId != nil)
        }
    }

    @Test("An assertion that fails has the message of the contract")
    func assertions() async throws {
        try await withAdder { wallet, contract in
            let call = try contract.call("add_a_little", with: ["by": 101])
            let errors = [
                await failure { _ = try await wallet.simulate(call) },
                await failure { _ = try await wallet.preview(call) },
                await failure { _ = try await wallet.execute(call) },
            ]
            for error in errors {
                #expect(error?.code == .transactionSubmission)
                #expect(error?.kind == .assertionFailed)
                #expect(
                    error?.message
                        == "The call of add_a_little on account \(contract.accountId) failed: the step is too large."
                )
            }
        }
    }

    @Test("An account without the procedures of the package is refused, with the nearest that it has")
    func missing() async throws {
        try await withAdder { wallet, contract in
            let other = try await MidenPackage.compile(
                MASMSource(
                    .accountComponent,
                    "@account_procedure\npub proc move_asset_to_note(a: felt) -> felt\n    push.77 add\nend\n",
                    path: "other::contract"
                )
            )
            let account = try await wallet.createAccount(
                components: [contract.package],
                basicWallet: true,
                storage: Self.count
            )
            let error = await #expect(throws: MidenError.self) {
                _ = try await wallet.getContract(accountId: account, package: other)
            }
            #expect(error?.kind == .missingProcedures)
            let message = error?.message ?? ""
            #expect(message.contains("other::contract::move_asset_to_note"))
            #expect(message.contains("The nearest that it has: "))
            // The code of an account that has changed since is looked at when a call has failed.
            let stale = Contract(
                accountId: account,
                isOwn: true,
                package: other
            )
            let call = try stale.call("move_asset_to_note", with: [1])
            #expect(await failure { _ = try await wallet.simulate(call) }?.kind == .missingProcedures)
            // Not once the time of the call is over.
            let failed = MidenError(code: .transactionSubmission, kind: .execution, message: "It failed.")
            let late = await wallet.explained(failed, of: [CallList.Call(call)], until: .now - .seconds(1))
            #expect((late as? MidenError)?.kind == .execution)
            let early = await wallet.explained(failed, of: [CallList.Call(call)], until: .now + .seconds(60))
            #expect((early as? MidenError)?.kind == .missingProcedures)
        }
    }

    @Test("A procedure without a type cannot be called with values")
    func untyped() async throws {
        let package = try await MidenPackage.counter()
        let contract = Contract(
            accountId: .of("0x5401ef36815e47d14b651e8e968153"),
            isOwn: true,
            package: package
        )
        #expect(await failure { _ = try contract.call("get_count") }?.kind == .notCallable)
    }

    @Test("A script gets typed arguments, and what it leaves is read by its types")
    func script() async throws {
        let code = "@transaction_script\npub proc main(first: u32, second: u32) -> u32\n    swap sub\nend\n"
        let package = try await MidenPackage.compile(MASMSource(.transactionScript, code))
        let signature = try package.interface.scriptSignature
        let argument = Word(try signature.felts(of: ["second": 2, "first": 7]))
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            _ = try await wallet.createWallet()
            let stack = try await wallet.run(.package(package), scriptArgument: argument)
            #expect(try signature.value(of: stack) == 5)
        }
        let none = try await MidenPackage.compile(Self.source).interface
        #expect(await failure { _ = try none.scriptSignature }?.kind == .notCallable)
        #expect(await failure { _ = try signature.felts(of: [7]) }?.kind == .invalidValue)
    }
}
