import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Contracts of one's own and procedures that Miden ships, by `contract deploy`, `call` and `storage` on a real network.
@Suite(
    "Contracts by commands on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(15))
)
struct NetworkContractCommandTests {
    private static let word = "0x0700000000000000080000000000000009000000000000000a00000000000000"
    private static let admin = Contracts.managerRole

    /// An account with the package that says what its procedures take and return.
    private struct Target {
        let wallet: CommandWallet
        let account: String
        let package: String

        func with(_ wallet: CommandWallet) -> Target { Target(wallet: wallet, account: account, package: package) }

        /// The result of a procedure without a transaction.
        func simulated(_ procedure: String, _ arguments: String = "[]") async throws -> JSON {
            try await wallet.answer(to: line(procedure, arguments) + ["--preview"])["result"]
        }

        /// The result of a procedure in a transaction that a block includes.
        func executed(_ procedure: String, _ arguments: String, _ options: String...) async throws -> JSON {
            let line = line(procedure, arguments) + ["--yes"] + options
            let answer = try await wallet.answerRepeatedIfExpired(to: line)
            try await wallet.syncUntilCommitted(answer["transaction_id"].text)
            return answer["result"]
        }

        /// The root of a procedure.
        func root(_ procedure: String) async throws -> String {
            let procedures = try await wallet.answer("contract", "inspect", package)["procedures"].list
            return try #require(procedures.first { $0["name"].text == procedure })["root"].text
        }

        private func line(_ procedure: String, _ arguments: String) -> [String] {
            ["call", "\(account):\(procedure)", "-p", package, "--args", arguments]
        }
    }

    /// Compiles a component in `Tests/Contracts`, and deploys an account of it.
    private func deploy(
        _ name: String,
        by wallet: CommandWallet,
        in files: TemporaryDirectory
    ) async throws -> Target {
        let package = "\(files.path)/\(name).masp"
        try await wallet.answer(
            "compile",
            Contracts.path(name),
            "--path",
            "tutorials::\(name)",
            "--metadata",
            Contracts.metadataPath(name),
            "-o",
            package
        )
        let made = try await wallet.answer(to: ["contract", "deploy", "-p", package])
        try await wallet.syncUntilCommitted(made["transaction_id"].text)
        return Target(wallet: wallet, account: made["account_id"].text, package: package)
    }

    /// Compiles procedures that Miden ships.
    private func standard(
        _ module: String,
        _ procedures: String...,
        by wallet: CommandWallet,
        in files: TemporaryDirectory
    ) async throws -> String {
        let name = module.replacingOccurrences(of: "::", with: "_")
        let source = try files.write(Data(Contracts.standard(module, procedures).utf8), to: "\(name).masm")
        let package = "\(files.path)/\(name).masp"
        try await wallet.answer("compile", source, "--path", "standard::component", "-o", package)
        return package
    }

    /// Makes an account of procedures that Miden ships.
    private func account(_ package: String, _ options: [String], by wallet: CommandWallet) async throws -> Target {
        let made = try await wallet.answer(to: ["new-account", "-t", "public", "-p", package] + options)
        return Target(wallet: wallet, account: made["account_id"].text, package: package)
    }

    @Test("An oracle is deployed, read by another wallet and by a ledger, and prices a portfolio")
    func oracle() async throws {
        let network = try LocalNetwork.current()
        let files = try TemporaryDirectory()
        let (wallet, other) = (try CommandWallet(on: network), try CommandWallet(on: network))
        try await wallet.answer("sync")
        let funding = try network.genesisAccount("funding")
        try await other.answer("import", network.accountFile("funding"))
        try await other.answer("sync")
        let tokens = try await other.answer("tokens")["tokens"].list
        let faucet = try #require(tokens.first { $0["symbol"].text == "MIDEN" })["faucet_id"].text
        let oracle = try await deploy("oracle", by: wallet, in: files)
        let arguments = #"{"faucet": "\#(faucet)", "value": 300000, "units": 1000000}"#
        #expect(try await oracle.executed("post_rate", arguments).isNull)

        let ledger = try await deploy("ledger", by: other, in: files)
        let theirs = oracle.with(other)
        let rate = try await theirs.simulated("get_rate", #"["\#(faucet)"]"#)
        #expect(rate["value"].number == 300_000 && rate["units"].number == 1_000_000)
        let rates = try await other.answer("storage", oracle.account, "tutorials::oracle::rates", "-p", oracle.package)
        #expect(rates["slots"][0]["entries"].list.contains { $0["typed_entry"]["value"].number == 300_000 })
        let worth = """
            {"oracle": "\(oracle.account)", "get_rate": "\(try await oracle.root("get_rate"))", \
            "faucet": "\(faucet)", "account": "\(funding)", "quantity": 2}
            """
        #expect(try await ledger.executed("post_worth", worth).number == 1)
        let entry = try await ledger.simulated("get_entry", #"{"number": 1}"#)
        #expect(entry["account"].text == funding && entry["amount"].number == 600_000)

        // A token has six decimals, so the rate of a million units is its price.
        let prices = #"{"currency": "EUR", "prices": {"\#(faucet)": "0.\#(rate["value"].number ?? 0)"}}"#
        let file = try files.write(Data(prices.utf8), to: "prices.json")
        let portfolio = try await other.answer("portfolio", "--prices", file)
        #expect(portfolio["currency"].text == "EUR" && !["", "0"].contains(portfolio["total"].text))
        withExtendedLifetime(files) {}
    }

    @Test("A fungible faucet mints, and a wallet makes a note")
    func faucetAndWallet() async throws {
        let files = try TemporaryDirectory()
        let wallet = try CommandWallet(on: .current())
        let made = try await wallet.answer(
            "new-faucet",
            "--symbol",
            "GOLD",
            "--decimals",
            "2",
            "--maximum-supply",
            "10"
        )
        try await wallet.answer("sync")
        let account = made["faucet"]["faucet_id"].text
        let package = try await standard(
            "faucets::fungible",
            "get_token_config",
            "mint_and_send",
            by: wallet,
            in: files
        )
        let faucet = Target(wallet: wallet, account: account, package: package)
        let mint = #"[{"faucet_id": "\#(account)", "amount": 400}, 0, "PRIVATE", "\#(Self.word)"]"#
        #expect(try await faucet.executed("mint_and_send", mint).number == 0)
        let config = try await faucet.simulated("get_token_config")
        #expect(config["supply"].number == 400 && config["max_supply"].number == 1000)

        let holder = try await wallet.newAccount("public")
        let basic = try await standard("wallets::basic", "create_note", by: wallet, in: files)
        let note = #"[0, "PRIVATE", "\#(Self.word)"]"#
        let basicWallet = Target(wallet: wallet, account: holder, package: basic)
        #expect(try await basicWallet.executed("create_note", note).number == 0)
        withExtendedLifetime(files) {}
    }

    @Test("A role is granted by a note of who manages it")
    func roles() async throws {
        let files = try TemporaryDirectory()
        let wallet = try CommandWallet(on: .current())
        let (manager, member) = (try await wallet.newAccount("public"), try await wallet.newAccount("public"))
        try await wallet.answer("sync")
        let package = try await standard("access::rbac", "has_role", "grant_role", by: wallet, in: files)
        let options = Contracts.roleOptions(managedBy: try #require(AccountElements(hex: manager)))
        let roles = try await account(package, options, by: wallet)
        let elements = try #require(AccountElements(hex: member)).texts
        let storage = [try await roles.root("grant_role"), String(Self.admin)] + elements
        let note = try await wallet.answer(
            "new-note",
            "-p",
            Contracts.path("order"),
            "--storage",
            storage.joined(separator: ","),
            "-s",
            manager,
            "--yes"
        )
        try await wallet.syncUntilCommitted(note["transaction_id"].text)
        let asked = #"[\#(Self.admin), "\#(member)"]"#
        #expect(try await roles.simulated("has_role", asked).bool == false)
        #expect(try await roles.executed("has_role", asked, "--note", note["note_id"].text).bool == true)
        #expect(try await roles.simulated("has_role", asked).bool == true)
        withExtendedLifetime(files) {}
    }

    @Test("The signers of a multisig are changed by advice")
    func multisig() async throws {
        let files = try TemporaryDirectory()
        let wallet = try CommandWallet(on: .current())
        try await wallet.answer("sync")
        let package = try await standard(
            "auth::multisig",
            "get_threshold_and_num_approvers",
            "update_signers_and_threshold",
            by: wallet,
            in: files
        )
        let multisig = try await account(package, Contracts.multisigOptions, by: wallet)
        let signers = Contracts.multisigSigners
        let hash = try await wallet.answer("hash", signers)["hash"].text
        let update = #"["\#(hash)"]"#
        #expect(try await multisig.executed("update_signers_and_threshold", update, "--advice", signers).isNull)
        let now = try await multisig.simulated("get_threshold_and_num_approvers")
        #expect(now["threshold"].number == 2 && now["num_approvers"].number == 2)
        withExtendedLifetime(files) {}
    }
}
