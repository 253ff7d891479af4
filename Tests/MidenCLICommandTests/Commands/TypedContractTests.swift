import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Contracts of one's own and procedures that Miden ships, by `call` and `storage`.
@Suite("Contracts with types", .timeLimit(.minutes(10)))
struct TypedContractTests {
    private static let alice = "0x5401ef36815e47d14b651e8e968153"
    private static let word = "0x0700000000000000080000000000000009000000000000000a00000000000000"
    private static let admin = Contracts.managerRole

    /// A wallet's account with the package that says what its procedures take and return.
    private struct Target {
        let sandbox: Sandbox
        let account: String
        let package: String

        /// Calls a procedure with JSON.
        func call(_ procedure: String, _ arguments: String, _ options: String...) async throws -> Outcome {
            let line = ["call", "\(account):\(procedure)", "-p", package, "--args", arguments, "--json"]
            return try await sandbox.start(line + options).outcome()
        }

        /// Its result without a transaction.
        func simulated(_ procedure: String, _ arguments: String = "[]") async throws -> JSON {
            let outcome = try await call(procedure, arguments, "--preview")
            try #require(outcome.status == 0, "\(outcome.errors)")
            let answer = try outcome.object()
            #expect(answer["transaction_id"].isNull)
            return answer["result"]
        }

        /// Its result of a transaction, after which the wallet is synced.
        func executed(_ procedure: String, _ arguments: String, _ options: String...) async throws -> JSON {
            let line = ["call", "\(account):\(procedure)", "-p", package, "--args", arguments, "--json", "--yes"]
            let outcome = try await sandbox.start(line + options).outcome()
            try #require(outcome.status == 0, "\(outcome.errors)")
            let answer = try outcome.object()
            #expect(answer["transaction_id"].text.hasPrefix("0x"))
            _ = try await sandbox.check("sync")
            return answer["result"]
        }

        /// The error of a call.
        func refusal(_ procedure: String, _ arguments: String, _ options: String...) async throws -> JSON {
            let line = ["call", "\(account):\(procedure)", "-p", package, "--args", arguments, "--json", "--yes"]
            return try await sandbox.start(line + options).outcome().error()
        }

        /// The root of a procedure.
        func root(_ procedure: String) async throws -> String {
            let procedures = try await sandbox.answer("contract", "inspect", package)["procedures"].list
            return try #require(procedures.first { $0["name"].text == procedure })["root"].text
        }
    }

    /// Compiles a component in `Tests/Contracts`, and deploys an account of it.
    private func deploy(_ name: String, _ values: String..., in sandbox: Sandbox) async throws -> Target {
        let package = "\(sandbox.directory.path)/\(name).masp"
        _ = try await sandbox.check(
            "compile",
            Contracts.path(name),
            "--path",
            "tutorials::\(name)",
            "--metadata",
            Contracts.metadataPath(name),
            "-o",
            package
        )
        let line = ["contract", "deploy", "-p", package, "--json"] + values.flatMap { ["--value", $0] }
        let account = try await sandbox.start(line).outcome().object()["account_id"].text
        _ = try await sandbox.check("sync")
        return Target(sandbox: sandbox, account: account, package: package)
    }

    /// Compiles procedures that Miden ships.
    private func standard(_ module: String, _ procedures: String..., in sandbox: Sandbox) async throws -> String {
        let code = Data(Contracts.standard(module, procedures).utf8)
        let source = try sandbox.directory.write(code, to: "standard.masm")
        let package = sandbox.directory.path + "/standard.masp"
        _ = try await sandbox.check("compile", source, "--path", "standard::component", "-o", package)
        return package
    }

    /// Makes a note that has the account that consumes it call one of its procedures.
    private func order(_ storage: [String], from sender: String, in sandbox: Sandbox) async throws -> String {
        let line = ["new-note", "-p", Contracts.path("order"), "--storage", storage.joined(separator: ",")]
        let outcome = try await sandbox.start(line + ["-s", sender, "--yes", "--json"]).outcome()
        try #require(outcome.status == 0, "\(outcome.errors)")
        _ = try await sandbox.check("sync")
        return try outcome.object()["note_id"].text
    }

    @Test("An oracle is deployed with a rate, answers others, and prices a portfolio")
    func oracle() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("1.5")
        let faucet = try await sandbox.faucet()
        let key = try #require(AccountElements(hex: Self.alice)).texts
        let rate = #"{"value": 7, "units": 9, "posted_at": 0}"#
        let entry = #"[{"key": {"faucet_suffix": "\#(key[0])", "faucet_prefix": "\#(key[1])"}, "value": \#(rate)}]"#
        let oracle = try await deploy("oracle", "tutorials::oracle::rates=\(entry)", in: sandbox)
        let first = try await oracle.simulated("get_rate", #"["\#(Self.alice)"]"#)
        #expect(first["value"].number == 7 && first["units"].number == 9)

        let arguments = #"{"faucet": "\#(faucet)", "value": 300000, "units": 1000000}"#
        #expect(try await oracle.executed("post_rate", arguments).isNull)
        let posted = try await oracle.simulated("get_rate", #"{"faucet": "\#(faucet)"}"#)
        #expect(posted["value"].number == 300_000 && posted["posted_at"].number != 0)
        let slots = try await sandbox.answer(
            "storage",
            oracle.account,
            "tutorials::oracle::rates",
            "-p",
            oracle.package
        )
        #expect(slots["slots"][0]["entries"].list.contains { $0["typed_entry"]["value"].number == 300_000 })

        let provider = try await oracle.root("provide_rate")
        #expect(try await oracle.executed("set_rate_provider", #"["\#(provider)"]"#).isNull)
        let faucetId = try AccountID(faucet)
        let asset = Word(Array(try FungibleAsset(faucetId: faucetId, amount: 1).felts().prefix(4))).hex
        let same = try await oracle.simulated("get_conversion_rate", #"["\#(asset)", "\#(asset)"]"#)
        #expect(same[0].bool == true && same[1]["num"].number == same[1]["den"].number)
        let missing = try await oracle.refusal("get_rate", #"["\#(account)"]"#)
        #expect(missing["kind"].text == "assertion_failed")
        #expect(missing["message"].text.hasSuffix("failed: there is no rate of this token."))

        // A token has six decimals, so the rate of a million units is its price.
        let price = Decimal(posted["value"].number ?? 0) / 1_000_000
        let prices = #"{"currency": "EUR", "prices": {"\#(faucet)": "\#(price)"}}"#
        let file = try sandbox.directory.write(Data(prices.utf8), to: "prices.json")
        #expect(try await sandbox.check("portfolio", "--prices", file, "--field", "total") == "0.45\n")

        // The oracle has a rate of GOLD too, which is what twice as many base units of the other token cost.
        let made = ["new-faucet", "--symbol", "GOLD", "--decimals", "2", "--maximum-supply", "10"]
        let issued = try await sandbox.start(made + ["--json"]).outcome().object()["faucet"]["faucet_id"].text
        _ = try await sandbox.check("mint", "-t", account, "-a", "5::\(issued)", "--yes")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", account)
        _ = try await sandbox.check("sync")
        _ = try await oracle.executed("post_rate", #"["\#(issued)", 600000, 1000000]"#)
        let asked = ["portfolio", "--oracle", oracle.account, "--in", faucet, "--json"]
        let portfolio = try await sandbox.start(asked).outcome().object()
        // 5 base units of GOLD are worth 10 of the token that 1.5 are held of, which has six decimals.
        #expect(portfolio["total"].text == "1.50001" && portfolio["is_complete"].bool == true, "\(portfolio)")
        // A third has endless digits.
        _ = try await oracle.executed("post_rate", #"["\#(issued)", 100000, 1000000]"#)
        let rounded = try await sandbox.start(asked).outcome().object()
        #expect(rounded["total"].text.hasPrefix("1.5000016666666"), "\(rounded)")
        // Without a rate provider its code fails.
        let mute = try await sandbox.answer("contract", "deploy", "-p", oracle.package)
        _ = try await sandbox.check("sync")
        let failing = ["portfolio", "--oracle", mute["account_id"].text, "--in", faucet, "--json"]
        let outcome = try await sandbox.start(failing).outcome()
        #expect(try outcome.object()["total"].text == "1.5" && outcome.errors.contains(issued), "\(outcome.errors)")
        let none = ["portfolio", "--oracle", account, "--in", faucet, "--json"]
        #expect(try await sandbox.start(none).outcome().error()["kind"].text == "missing_procedures")
        #expect(try await sandbox.run("portfolio", "--oracle", oracle.account).status == 64)
    }

    @Test("A ledger posts records, by the rate of an oracle too, and shows them by their types")
    func ledger() async throws {
        let sandbox = try Sandbox()
        let ledger = try await deploy("ledger", in: sandbox)
        let oracle = try await deploy("oracle", in: sandbox)
        _ = try await sandbox.check("sync")
        #expect(try await ledger.executed("post", #"{"account": "\#(Self.alice)", "amount": 7}"#).number == 1)
        _ = try await oracle.executed("post_rate", #"["\#(Self.alice)", 300000, 1000000]"#)
        let worth = """
            {"oracle": "\(oracle.account)", "get_rate": "\(try await oracle.root("get_rate"))", \
            "faucet": "\(Self.alice)", "account": "\(Self.alice)", "quantity": 2}
            """
        #expect(try await ledger.executed("post_worth", worth).number == 2)
        let entry = try await ledger.simulated("get_entry", #"{"number": 2}"#)
        #expect(entry["account"].text == Self.alice && entry["amount"].number == 600_000)
        let balance = try await ledger.simulated("get_balance", #"["\#(Self.alice)"]"#)
        #expect(balance["amount"].number == 600_007 && balance["entries"].number == 2)
        let slot = "tutorials::ledger::entries"
        let stored = try await sandbox.answer("storage", ledger.account, slot, "2", "-p", ledger.package)["slots"][0]
        #expect(stored["entries"][0]["typed_key"]["number"].number == 2)
        #expect(stored["entries"][0]["typed_entry"]["amount"].number == 600_000)
        let nothing = try await ledger.refusal("post", #"["\#(Self.alice)", 0]"#)
        #expect(nothing["message"].text.hasSuffix("failed: nothing is posted."))
    }

    @Test("A fungible faucet and a wallet are called by the types of their procedures")
    func faucetAndWallet() async throws {
        let sandbox = try Sandbox()
        let made = try await sandbox.answer(
            "new-faucet",
            "--symbol",
            "GOLD",
            "--decimals",
            "2",
            "--maximum-supply",
            "10"
        )
        let account = made["faucet"]["faucet_id"].text
        _ = try await sandbox.check("sync")
        let package = try await standard(
            "faucets::fungible",
            "get_token_config",
            "mint_and_send",
            "set_max_supply",
            in: sandbox
        )
        let faucet = Target(sandbox: sandbox, account: account, package: package)
        let config = try await faucet.simulated("get_token_config")
        #expect(config["supply"].number == 0 && config["max_supply"].number == 1000 && config["decimals"].number == 2)
        func mint(_ amount: Int) -> String {
            #"[{"faucet_id": "\#(account)", "amount": \#(amount)}, 0, "PRIVATE", "\#(Self.word)"]"#
        }
        #expect(try await faucet.executed("mint_and_send", mint(400)).number == 0)
        #expect(try await faucet.simulated("get_token_config")["supply"].number == 400)
        for (procedure, arguments, message) in [
            ("mint_and_send", mint(601), "would exceed the maximum supply"),
            ("set_max_supply", "[2000]", "max supply is not mutable"),
        ] {
            let refused = try await faucet.refusal(procedure, arguments)
            #expect(refused["kind"].text == "execution", "\(procedure)")
            #expect(refused["causes"].list.contains { $0.text.contains(message) }, "\(procedure)")
        }

        try FileManager.default.removeItem(atPath: package)
        let holder = try await sandbox.answer("new-wallet")["account_id"].text
        let basic = try await standard("wallets::basic", "create_note", "receive_asset", in: sandbox)
        let wallet = Target(sandbox: sandbox, account: holder, package: basic)
        let note = #"[0, "PRIVATE", "\#(Self.word)"]"#
        #expect(try await wallet.executed("create_note", note).number == 0)
        let received = try await wallet.refusal("receive_asset", #"[{"faucet_id": "\#(account)", "amount": 1}]"#)
        #expect(received["kind"].text == "execution")
    }

    @Test("A role is granted by the note of who manages it, which the call consumes")
    func roles() async throws {
        let sandbox = try Sandbox()
        let manager = try await sandbox.answer("new-wallet")["account_id"].text
        let member = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("sync")
        let package = try await standard("access::rbac", "has_role", "grant_role", in: sandbox)
        let line = ["new-account", "-t", "public", "-p", package, "--json"]
        let maps = Contracts.roleOptions(managedBy: try #require(AccountElements(hex: manager)))
        let account = try await sandbox.start(line + maps).outcome().object()["account_id"].text
        let roles = Target(sandbox: sandbox, account: account, package: package)
        #expect(try await roles.simulated("has_role", #"[\#(Self.admin), "\#(manager)"]"#).bool == true)
        let asked = #"[\#(Self.admin), "\#(member)"]"#
        #expect(try await roles.simulated("has_role", asked).bool == false)
        let alone = try await roles.refusal("grant_role", asked)
        #expect(alone["kind"].text == "execution")
        #expect(alone["causes"].list.contains { $0.text.contains("input note index") })

        let elements = try #require(AccountElements(hex: member)).texts
        let storage = [try await roles.root("grant_role"), String(Self.admin)] + elements
        let stranger = try await order(storage, from: member, in: sandbox)
        let refused = try await roles.refusal("has_role", asked, "--note", stranger)
        #expect(refused["causes"].list.contains { $0.text.contains("note sender does not hold the role's admin role") })
        let granted = try await order(storage, from: manager, in: sandbox)
        #expect(try await roles.executed("has_role", asked, "--note", granted).bool == true)
        #expect(try await roles.simulated("has_role", asked).bool == true)
    }

    @Test("The signers of a multisig are told, and changed by advice")
    func multisig() async throws {
        let sandbox = try Sandbox()
        let package = try await standard(
            "auth::multisig",
            "get_threshold_and_num_approvers",
            "get_signer_at",
            "set_procedure_threshold",
            "update_signers_and_threshold",
            in: sandbox
        )
        let line = ["new-account", "-t", "public", "-p", package, "--json"]
        let account = try await sandbox.start(line + Contracts.multisigOptions).outcome().object()["account_id"].text
        _ = try await sandbox.check("sync")
        let multisig = Target(sandbox: sandbox, account: account, package: package)
        let root = try await multisig.root("get_signer_at")
        let threshold = try await multisig.refusal("set_procedure_threshold", #"[2, "\#(root)"]"#)
        #expect(threshold["causes"].list.contains { $0.text.contains("procedure threshold exceeds") })
        #expect(try await multisig.executed("set_procedure_threshold", #"[1, "\#(root)"]"#).isNull)

        let signers = Contracts.multisigSigners
        let hash = try await sandbox.answer("hash", signers)["hash"].text
        let update = #"["\#(hash)"]"#
        #expect(try await multisig.executed("update_signers_and_threshold", update, "--advice", signers).isNull)
        let now = try await multisig.simulated("get_threshold_and_num_approvers")
        #expect(now["threshold"].number == 2 && now["num_approvers"].number == 2)
        let signer = try await multisig.simulated("get_signer_at", "[1]")
        #expect(signer["scheme"].number == 2 && signer["public_key"].text.hasPrefix("0x1100000000000000"))
    }
}
