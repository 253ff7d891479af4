import Foundation
import MidenTestSupport
import Testing

/// `compile`, `new-account`, `call`, `exec`, `storage` and `network-note-status`.
@Suite("Code of one's own", .timeLimit(.minutes(10)))
struct ContractTests {
    private static let contracts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Contracts").path
    private static let slot = "miden::tutorials::counter"
    private static let module = "external_contract::counter_contract"

    private static func compiled(in sandbox: Sandbox) async throws -> String {
        let package = sandbox.directory.path + "/counter.masp"
        let answer = try await sandbox.answer(
            "compile",
            contracts + "/counter.masm",
            "--path",
            module,
            "-o",
            package
        )
        #expect(answer["kind"].text == "account_component")
        return package
    }

    @Test("is compiled with its warnings, and a whole program with what to write in its place")
    func warnings() async throws {
        let sandbox = try Sandbox()
        let code = "use miden::core::math::u64\n@transaction_script\npub proc main\n    nop\nend\n"
        let source = try sandbox.directory.write(Data(code.utf8), to: "script.masm")
        let compiled = try await sandbox.run("contract", "compile", source, "--json")
        #expect(compiled.status == 0)
        let warning = try compiled.object()["warnings"][0]
        #expect(warning["message"].text == "unused import" && warning["module"].text == "::tx_script")
        #expect(warning["line"].number == 1 && warning["column"].number == 24)
        let text = try await sandbox.run("compile", source, "-o", sandbox.directory.path + "/other.masp").output
        #expect(text.contains("\n\nwarning: unused import\n  --> ::tx_script:1:24\n"))

        let program = try sandbox.directory.write(Data("begin\n    push.1 drop\nend\n".utf8), to: "program.masm")
        let refused = try await sandbox.run("exec", "-p", program)
        #expect(refused.status == 2 && refused.errors.contains("@transaction_script pub proc main"))

        let earlier = try sandbox.directory.write(
            Data("use.std::sys\n\nexport.count\n    exec.sys::truncate_stack\nend\n".utf8),
            to: "earlier.masm"
        )
        let outdated = try await sandbox.run("compile", earlier)
        #expect(outdated.status == 2 && outdated.errors.contains("pub proc NAME in place of export.NAME"))
        #expect(outdated.errors.contains("line 1") && outdated.errors.components(separatedBy: "error:").count <= 2)
    }

    @Test("is compiled, deployed, called and read")
    func counter() async throws {
        let sandbox = try Sandbox()
        let package = try await Self.compiled(in: sandbox)
        let deployed = try await sandbox.answer(
            "contract",
            "deploy",
            "-p",
            package,
            "--storage-map",
            "\(Self.slot)=0:41",
            "--name",
            "Counter"
        )
        #expect(deployed["transaction_id"].text.hasPrefix("0x") && deployed["name"].text == "Counter")
        let account = deployed["account_id"].text
        _ = try await sandbox.check("sync")
        let state = try await sandbox.answer("transaction", deployed["transaction_id"].text)["state"].text
        #expect(state == "committed")

        let target = account + ":increment-count"
        let nobody = try await sandbox.run("call", target, "-p", package, "--json")
        #expect(nobody.status == 2)
        #expect(try nobody.error()["kind"].text == "confirmation_needed")
        let preview = try await sandbox.answer("call", target, "-p", package, "--preview")
        #expect(preview["transaction_id"].isNull && preview.shape.contains("left[]"))
        let called = try await sandbox.answer("call", target, "-p", package, "--yes")
        #expect(called["transaction_id"].text.hasPrefix("0x"))
        _ = try await sandbox.check("sync")

        let simulated = try await sandbox.answer("call", target, "-p", package, "--simulate")
        #expect(
            simulated["transaction_id"].isNull && simulated["fee"].isNull && simulated.shape.contains("stack[]: text")
        )
        let both = try await sandbox.run("call", target, "-p", package, "--simulate", "--yes")
        #expect(both.status == 64)

        let got = try await sandbox.answer("call", account + ":get_count", "-p", package, "--preview")
        #expect(got["stack"].list.first?.text == "42")
        let root = got["root"].text
        #expect(try await sandbox.answer("call", "\(account):\(root)", "--preview")["stack"].list.first?.text == "42")
        let script = Self.contracts + "/get_count.masm"
        let linked = try await sandbox.answer("exec", "-p", script, "--link", package)
        #expect(linked["stack"].list.first?.text == "42")
        let words = try await sandbox.check(
            "exec",
            "-p",
            script,
            "--link",
            "\(Self.module)=\(Self.contracts)/counter.masm",
            "-a",
            account,
            "--hex-words"
        )
        #expect(words.contains("0x2a" + String(repeating: "0", count: 62)))

        let whole = try await sandbox.answer("storage", account)
        #expect(whole["slots"].list.map { $0["name"].text }.contains(Self.slot))
        let entry = "0x2a" + String(repeating: "0", count: 62)
        #expect(try await sandbox.check("storage", account, Self.slot, "--field", "entry") == entry + "\n")
        #expect(try await sandbox.check("storage", account, Self.slot, "0,0,0,0", "--field", "entry") == entry + "\n")

        // Another wallet on the same chain reads the public account. It trusts nobody for that, and has no account.
        let other = sandbox.directory.path + "/other"
        try FileManager.default.createDirectory(atPath: other + "/embedded", withIntermediateDirectories: true)
        let chain = sandbox.wallets + "/embedded/chain"
        if FileManager.default.fileExists(atPath: chain) {
            try FileManager.default.copyItem(atPath: chain, toPath: other + "/embedded/chain")
            let elsewhere = sandbox.with(["MIDEN_DATA_DIR": other])
            _ = try await elsewhere.check("sync")
            #expect(try await elsewhere.check("storage", account, Self.slot, "--field", "entry") == entry + "\n")
            let foreign = try await elsewhere.answer("call", account + ":get_count", "-p", package)
            #expect(foreign["stack"].list.first?.text == "42")
            #expect(foreign["transaction_id"].isNull)
            let executed = try await elsewhere.run("call", account + ":get_count", "-p", package, "--yes", "--json")
            #expect(try executed.error()["kind"].text == "changes_nothing")
        } else {
            Issue.record("the chain is elsewhere")
        }
    }

    @Test("reads a private account of the wallet if --foreign-account names it, and else says that it has to be named")
    func foreignAccount() async throws {
        let sandbox = try Sandbox()
        let package = try await Self.compiled(in: sandbox)
        let made = ["new-account", "-t", "private", "-p", package, "--storage-map", "\(Self.slot)=0:41", "--json"]
        let counter = try await sandbox.start(made).outcome().object()["account_id"].text
        let counted = try await sandbox.answer("call", counter + ":increment_count", "-p", package, "--yes")
        _ = try await sandbox.check("sync")
        let reader = sandbox.directory.path + "/reader.masp"
        _ = try await sandbox.check("contract", "compile", Self.contracts + "/count_reader.masm", "-o", reader)
        let copied = "miden::tutorials::copied_count"
        let deploy = ["contract", "deploy", "-p", reader, "--storage", copied + "=0", "--json"]
        let account = try await sandbox.start(deploy).outcome().object()["account_id"].text
        _ = try await sandbox.check("sync")

        let elements = try #require(AccountElements(hex: counter)).texts
        let procedures = try await sandbox.answer("contract", "inspect", package)["procedures"].list
        let root = try #require(procedures.first { $0["name"].text == "get_count" })["root"].text
        let call = ["call", account + ":copy_count"] + elements + [root, "-p", reader, "--yes", "--json"]
        let unnamed = try await sandbox.start(call).outcome()
        #expect(unnamed.status != 0)
        #expect(try unnamed.error()["message"].text.contains(counter), "\(unnamed.errors)")
        let named = try await sandbox.start(call + ["--foreign-account", counter]).outcome()
        #expect(try named.object()["transaction_id"].text.hasPrefix("0x"), "\(named.errors)")
        _ = try await sandbox.check("sync")
        let shown = try await sandbox.answer("storage", account, copied)
        #expect(shown["slots"][0]["value"].text.hasPrefix("0x2a"), "\(shown)")
        #expect(counted["transaction_id"].text.hasPrefix("0x"))
    }

    @Test("is created and not deployed if its account cannot pay the fee, and a payment to it deploys it")
    func deployedByPayment() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let package = try await Self.compiled(in: sandbox)
        let line = ["contract", "deploy", "-p", package, "-p", "basic-wallet", "--storage-map", Self.slot, "--json"]
        let outcome = try await sandbox.start(line).outcome()
        #expect(outcome.status != 0)
        #expect(try outcome.error()["kind"].text == "insufficient_fee")
        let deployed = try JSON(outcome.output)
        #expect(deployed["transaction_id"].isNull)
        let account = deployed["account_id"].text
        _ = try await sandbox.check("use", account)
        _ = try await sandbox.check("faucet", "--amount", "1")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--yes")
        _ = try await sandbox.check("sync")
        let called = try await sandbox.answer("call", account + ":increment-count", "-p", package, "--yes")
        #expect(called["transaction_id"].text.hasPrefix("0x"))
    }

    @Test("is called with arguments as JSON, and its results are shown by their types")
    func typed() async throws {
        let sandbox = try Sandbox()
        let package = sandbox.directory.path + "/adder.masp"
        _ = try await sandbox.check(
            "compile",
            Self.contracts + "/adder.masm",
            "--path",
            "adder::contract",
            "-o",
            package
        )
        let account = try await sandbox.answer(
            "new-account",
            "-p",
            package,
            "-t",
            "public",
            "--storage-map",
            "\(Self.slot)=0:40"
        )["account_id"].text
        _ = try await sandbox.check("sync")
        let add = [account + ":add", "-p", package]
        let preview = try await sandbox.start(["call"] + add + ["--args", "{\"by\": 2}", "--preview"] + ["--json"])
            .outcome().object()
        #expect(preview["result"].number == 42 && preview["transaction_id"].isNull)
        // Named by the package that the user chose, and without it by root and elements.
        let named = preview["calls"][0]
        #expect(named["names"].list.map(\.text) == ["contract::add"] && named["values"][0].number == 2)
        #expect(named["account_id"].text == account && named["root"].text == preview["root"].text)
        let byName = try await sandbox.start(["call"] + add + ["2", "--preview"]).outcome().output
        #expect(byName.contains("contract::add(by: 2)"))
        let target = account + ":" + preview["root"].text
        let byRoot = try await sandbox.check("call", target, "2", "--preview")
        #expect(byRoot.contains(preview["root"].text) && !byRoot.contains("contract::add"))
        let called = try await sandbox.start(["call"] + add + ["--args", "[2]", "--yes"] + ["--json"]).outcome()
            .object()
        #expect(called["result"].number == 42 && !called["transaction_id"].isNull)
        _ = try await sandbox.check("sync")
        let felts = try await sandbox.start(["call"] + add + ["3", "--yes"] + ["--json"]).outcome().object()
        #expect(felts["result"].number == 45 && felts["stack"].isNull)
        _ = try await sandbox.check("sync")

        let swapped = account + ":swapped"
        let text = try await sandbox.check("call", swapped, "-p", package, "--args", "[7, 8]", "--preview")
        #expect(text.contains("[8, 7]") && !text.contains("fee "), "\(text)")
        let nothing = try await sandbox.run("call", swapped, "-p", package, "--args", "[7, 8]", "--yes", "--json")
        #expect(try nothing.error()["kind"].text == "changes_nothing")
        let word = "0x0700000000000000080000000000000000000000000000000000000000000000"
        let view = try await sandbox.answer("call", swapped, "7", "8", "-p", package)
        #expect(view["result"].list.map(\.number) == [8, 7] && view["transaction_id"].isNull)
        let rootOfSwapped = account + ":" + view["root"].text
        let words = try await sandbox.answer("call", rootOfSwapped, word, "--preview")
        #expect(words["stack"].list.prefix(2).map(\.text) == ["8", "7"])
        #expect(words["arguments"].list.map(\.text) == [word])
        let byWord = try await sandbox.check("call", rootOfSwapped, word, "--preview")
        #expect(byWord.contains(word) && !byWord.contains("fee "), "\(byWord)")
        let unmade = try await sandbox.run("call", rootOfSwapped, word, "--yes", "--json")
        #expect(try unmade.error()["kind"].text == "changes_nothing")
        for wrong in [[], ["1"], ["1", "2", "3"], [word]] {
            let refused = try await sandbox.start(["call", swapped] + wrong + ["-p", package, "--json"]).outcome()
            #expect(try refused.error()["message"].text.contains("2 parameters"), "\(wrong)")
        }

        let wrong = try await sandbox.run("call", account + ":add_a_little", "-p", package, "--args", "[101]", "--json")
        #expect(try wrong.error()["message"].text.contains("the step is too large"))
        let written = try await sandbox.run("call", account + ":add_a_little", "101", "-p", package, "--json")
        #expect(try written.error()["message"].text.contains("the step is too large"))
        let both = try await sandbox.start(["call"] + add + ["3", "--args", "[3]"]).outcome()
        #expect(both.status == 64)
        let alone = try await sandbox.run("call", account + ":add", "--args", "[3]")
        #expect(alone.status == 64)
    }

    @Test("is deployed with values by the types of its package, and its storage is shown by them")
    func typedStorage() async throws {
        let sandbox = try Sandbox()
        let interfaces = URL(fileURLWithPath: Self.contracts).deletingLastPathComponent().path + "/Interfaces"
        let package = sandbox.directory.path + "/storage.masp"
        _ = try await sandbox.check(
            "compile",
            interfaces + "/storage.masm",
            "--metadata",
            interfaces + "/storage.toml",
            "-o",
            package
        )
        let name = "tutorials::counter::"
        let word = "0x0700000000000000080000000000000000000000000000000000000000000000"
        let deploy = [
            "contract", "deploy", "-p", package, "--json", "--value", name + #"config={"symbol": "MIDEN"}"#,
            "--value", name + #"flags={"kind": 3, "role": "ADMIN", "is_open": false}"#,
            "--value", name + #"counts=[{"key": "\#(word)", "value": 41}]"#,
            "--value", name + #"owner="\#(word)""#, "--storage", name + "scheme=1",
        ]
        let deployed = try await sandbox.start(deploy).outcome()
        try #require(deployed.status == 0, "\(deployed.errors)")
        let account = try deployed.object()["account_id"].text
        _ = try await sandbox.check("sync")

        let typed = try await sandbox.answer("storage", account, "-p", package)["slots"].list
        func value(_ slot: String) throws -> JSON {
            try #require(typed.first { $0["name"].text == name + slot })["typed_value"]
        }
        #expect(try value("config")["limit"].number == 10 && value("config")["symbol"].text == "MIDEN")
        #expect(try value("flags")["count"].number == 7 && value("flags")["role"].text == "ADMIN")
        #expect(try value("counts").isNull)
        let text = try await sandbox.check("storage", account, "-p", package)
        #expect(text.contains("{ limit: 10, symbol: MIDEN }"))
        let untyped = try await sandbox.answer("storage", account)["slots"].list
        #expect(try #require(untyped.first { $0["name"].text == name + "config" })["typed_value"].isNull)

        let entry = try await sandbox.answer("storage", account, name + "counts", word, "-p", package)
        #expect(entry["slots"][0]["entries"][0]["typed_key"].text == word)
        #expect(entry["slots"][0]["entries"][0]["typed_entry"].number == 41)
        let shown = try await sandbox.check("storage", account, name + "counts", "7,8", "-p", package)
        #expect(shown.split(separator: "\n").last == "7,8  41")

        for (value, kind) in [
            (name + "config=5", "invalid_value"), (name + #"config={"symbol": "x"}"#, "invalid_value"),
            (name + "other=5", "undeclared_slot"), (name + "counts=[1]", "invalid_value"),
        ] {
            let refused = try await sandbox.run("new-account", "-p", package, "--value", value, "--json")
            #expect(try refused.error()["kind"].text == kind, "\(value)")
        }
        let accounts = try await sandbox.answer("accounts")["accounts"].list
        #expect(accounts.count == 1)
    }

    @Test("The storage of a component that ships is shown by its types without a package")
    func shippedStorage() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let slots = try await sandbox.answer("storage", account)["slots"].list
        #expect(slots.contains { !$0["typed_value"].isNull })
    }

    @Test("is a script that is given arguments as JSON, and its result is shown by its type")
    func typedScript() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        _ = try await sandbox.check("sync")
        let source = try sandbox.directory.write(
            Data(
                "@transaction_script\npub proc main(first: u32, is_open: i1, last: u32) -> (u32, i1)\n    drop swap\nend\n"
                    .utf8
            ),
            to: "script.masm"
        )
        let fields = #"{"last": 9, "first": 5, "is_open": true}"#
        let byName = try await sandbox.answer("exec", "-p", source, "--args", fields)
        #expect(byName["result"][0].number == 9 && byName["result"][1].bool == true)
        #expect(byName["stack"].list.prefix(3).map(\.text) == ["9", "1", "0"])
        let text = try await sandbox.check("exec", "-p", source, "--args", "[5, true, 9]")
        #expect(text == "Returns [9, true]\n")

        for (values, kind) in [
            ("[5]", "invalid_value"), (#"{"first": -1, "is_open": true, "last": 9}"#, "invalid_value"),
            ("5", "invalid_value"), ("{", "invalid_value"),
        ] {
            let refused = try await sandbox.run("exec", "-p", source, "--args", values, "--json")
            #expect(try refused.error()["kind"].text == kind, "\(values)")
        }
        // The same as numbers: the types of the entry point are not needed.
        let numbers = try await sandbox.answer("exec", "-p", source, "5", "1", "9")
        #expect(numbers["stack"].list.prefix(3).map(\.text) == ["9", "1", "0"])
        #expect(numbers["result"][0].number == 9 && numbers["result"][1].bool == true)
        let five = try await sandbox.run("exec", "-p", source, "1", "2", "3", "4", "5", "--json")
        #expect(try five.error()["kind"].text == "too_many_elements")
        #expect(try five.error()["message"].text.contains("at most 4 numbers, and 5 were given"))
        #expect(try await sandbox.run("exec", "-p", source, "5", "--args", "[5]").status == 64)

        let untyped = try sandbox.directory.write(
            Data("@transaction_script\npub proc main\n    nop\nend\n".utf8),
            to: "untyped.masm"
        )
        let refused = try await sandbox.run("exec", "-p", untyped, "--args", "[]", "--json")
        #expect(try refused.error()["kind"].text == "not_callable")
        let wide = try sandbox.directory.write(
            Data("@transaction_script\npub proc main(a: word, b: felt)\n    dropw drop\nend\n".utf8),
            to: "wide.masm"
        )
        let tooWide = try await sandbox.run("exec", "-p", wide, "--args", "[]", "--json")
        #expect(try tooWide.error()["kind"].text == "too_many_elements")
    }

    @Test("is refused with its line where it is wrong")
    func wrong() async throws {
        let sandbox = try Sandbox()
        let source = try sandbox.directory.write(
            Data("@transaction_script\npub proc main\n    exec.nothing::there\nend\n".utf8),
            to: "wrong.masm"
        )
        let refused = try await sandbox.run("compile", source)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("line 3"))
        #expect(refused.errors.contains("3 |     exec.nothing::there"))
        #expect(!FileManager.default.fileExists(atPath: String(source.dropLast(4)) + "masp"))
        let binary = try sandbox.directory.write(Data([0xff, 0xfe, 0x00]), to: "binary.masm")
        #expect(try await sandbox.run("compile", binary, "--json").error()["kind"].text == "file_unreadable")
        let unlinked = try await sandbox.run("exec", "-p", Self.contracts + "/increment.masm", "--link", source)
        #expect(unlinked.status == 64)
        let garbage = try sandbox.directory.write(Data([1, 2, 3]), to: "garbage.masp")
        _ = try await sandbox.check("new-wallet")
        #expect(try await sandbox.run("exec", "-p", garbage, "--json").error()["kind"].text == "invalid_package")
        #expect(try await sandbox.run("new-account", "-p", garbage, "--json").error()["kind"].text == "invalid_package")
        #expect(try await sandbox.answer("accounts")["accounts"].list.count == 1)
    }

    @Test("is a note's, which is made, shown before it is consumed, and given its argument")
    func note() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        let script = Self.contracts + "/guess.masm"
        let line = ["new-note", "-p", script, "--storage", "7", "-a", "1.5::MIDEN", "-s", account]
        let preview = try await sandbox.start(line + ["--preview"]).outcome()
        #expect(preview.output.hasPrefix("This would make a note with 1.5 MIDEN."))
        #expect(try await sandbox.start(line).outcome().status == 2)
        let note = try await sandbox.start(line + ["--yes", "--json"]).outcome().object()["note_id"].text
        _ = try await sandbox.check("sync")
        // What could not be consumed without an argument is not among what came in, and is known all the same.
        #expect(try await sandbox.answer("consume", "--all", "--account", other)["note_ids"].count == 0)

        let asked = try await sandbox.run("consume", note, "--argument", "7", "--account", other, "--json")
        #expect(asked.status == 2)
        #expect(try asked.error()["kind"].text == "confirmation_needed")
        let wrong = try await sandbox.run("consume", note, "--argument", "8", "--account", other, "--yes", "--json")
        #expect(wrong.status == 6)
        #expect(try wrong.error()["kind"].text == "execution")
        let consume = ["consume", note, "--argument", "7", "--account", other]
        let foreseen = try await sandbox.start(consume + ["--preview"]).outcome().output
        #expect(foreseen.hasPrefix("This would consume 1 note: 1.5 MIDEN of"), "\(foreseen)")
        let consumed = try await sandbox.start(consume + ["--yes", "--json"]).outcome().object()
        #expect(consumed["note_ids"][0].text == note)
        #expect(consumed["fungible_assets"][0]["formatted"].text == "1.5 MIDEN")
        #expect(consumed["left"][0]["remaining"].text == "1.5 MIDEN" && consumed["provers"][0].text == "stand_in")
        #expect(try await sandbox.check("balance", "--account", other, "--field", "formatted") == "1.5 MIDEN\n")
    }

    @Test("is a note's, which is given a value by a type of its package, and shows it by that")
    func typedNote() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let script = Self.contracts + "/riddle.masm"
        let line = ["new-note", "-p", script, "-s", account, "--yes", "--json"]
        let value = #"{"target": "\#(account)", "number": 4294967299, "is_open": true}"#
        let note = try await sandbox.start(line + ["--args", value]).outcome().object()["note_id"].text
        let shown = try await sandbox.answer("notes", "--show", note, "--package", script)["contents"]
        #expect(shown["storage"].list.suffix(3).map(\.text) == ["3", "1", "1"])
        let typed = shown["typed_storage"]
        #expect(typed["target"].text == account && typed["number"].number == 4_294_967_299)
        let text = try await sandbox.check("notes", "--show", note, "--package", script, "--storage-type", "Riddle")
        #expect(text.contains("storage        { is_open: true, number: 4294967299, target: \(account) }\n"))

        let other = try await sandbox.run(
            "notes",
            "--show",
            note,
            "--package",
            Self.contracts + "/guess.masm",
            "--json"
        )
        #expect(try other.error()["kind"].text == "unknown_type")
        for (options, kind) in [
            (["--args", #"{"number": -1}"#], "invalid_value"), (["--args", "{"], "invalid_value"),
            (["--args", value, "--storage-type", "Puzzle"], "unknown_type"),
        ] {
            let refused = try await sandbox.start(line + options).outcome()
            #expect(try refused.error()["kind"].text == kind, "\(options)")
        }
        for arguments in [
            line + ["--args", value, "--storage", "7"], line + ["--storage-type", "Riddle"],
            ["notes", "--package", script], ["notes", "--show", note, "--storage-type", "Riddle"],
        ] {
            #expect(try await sandbox.start(arguments).outcome().status == 64, "\(arguments)")
        }
    }

    @Test("is a script that reads advice under the hash that it is given")
    func advice() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        _ = try await sandbox.check("sync")
        let code = """
            @transaction_script
            pub proc main(key: word) -> felt
                adv.push_mapval dropw adv_push swap drop
            end
            """
        let source = try sandbox.directory.write(Data(code.utf8), to: "advised.masm")
        let hash = try await sandbox.answer("hash", "7,8")["hash"].text
        #expect(try await sandbox.check("hash", "7,8") == hash + "\n")
        for advice in ["7,8", "\(hash)=7,8"] {
            let line = ["exec", "-p", source, "--args", "[\"\(hash)\"]", "--advice", advice, "--json"]
            #expect(try await sandbox.start(line).outcome().object()["result"].number == 7, "\(advice)")
        }
        let line = ["exec", "-p", source, hash, "--json", "--advice"]
        #expect(try await sandbox.start(line + ["1,2,3,4=9"]).outcome().status != 0)
        for wrong in ["x", "1,2,3,4,5=6", "=1", "7,"] {
            let refused = try await sandbox.start(line + [wrong]).outcome()
            #expect(refused.status == 2, "\(wrong)")
        }
        #expect(try await sandbox.run("hash", "x").status == 2)
    }

    @Test("names what is missing")
    func missing() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        for (arguments, status) in [
            (["call", account, "-p", "x.masp"], 2), (["call", account + ":get_count"], 64),
            (["call", account + ":0x12", "--preview"], 2), (["new-account"], 64),
            (["storage", account, "200"], 5), (["storage", account, "a::b"], 5), (["storage", account, "a b"], 2),
            (["storage", account, "0", "1,2,3,4,5"], 2), (["new-note", "-p", "x.masm", "-a", "1"], 64),
            (["consume", "--all", "--argument", "7"], 64), (["new-note"], 64),
            (["new-account", "-p", "basic-wallet", "--storage", "a::b"], 64),
            (["new-account", "-p", "basic-wallet", "--value", "a::b"], 64),
            (["new-account", "-p", "basic-wallet", "--value", "a::b=1"], 2),
        ] {
            let refused = try await sandbox.start(arguments).outcome()
            #expect(refused.status == Int32(status), "\(arguments): \(refused.errors)")
        }
        let only = try await sandbox.answer("new-account", "-p", "basic-wallet")
        #expect(only["visibility"].text == "private")
        let note = "0x" + String(repeating: "0", count: 63) + "7"
        let status = try await sandbox.run("network-note-status", note)
        #expect(status.status == 15)
        #expect(status.errors.contains("The embedded chain drives no accounts itself"))
    }
}
