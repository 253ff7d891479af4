import Foundation
import MidenTestSupport
import Testing

/// The published `miden-client` command and `miden-cli` on one network: what the one makes, the other takes.
@Suite(
    "Side by side with the published command",
    .serialized,
    .enabled(if: LocalNetwork.hasServices && PublishedClient.program != nil, PublishedClient.missing),
    .timeLimit(.minutes(20))
)
struct SideBySideTests {
    @Test("Public and private notes, by transport and by file, and account files, both ways")
    func crossing() async throws {
        let network = try LocalNetwork.current()
        let token = try network.genesisAccount("native_faucet")
        // It is private, and nobody else uses it: who has changed a private account last knows its state.
        let bob = try network.genesisAccount("bob")
        let theirs = try await PublishedClient(on: network)
        try await theirs.run("import", network.accountFile("bob"))
        try await theirs.run("sync")
        let files = try TemporaryDirectory()

        // Theirs pays ours: a public note, a private one by the transport, and a private one by file.
        let ours = try CommandWallet(on: network)
        let account = try await ours.newAccount("private")
        try await ours.answer("sync")
        let address = try await ours.answer("receive")["address"].text
        // Their addresses say more than ours, and lead to the same account.
        let encoded = try await theirs.run("address", "encode", bob, "basic-wallet")
        let theirAddress = try #require(encoded.split(whereSeparator: \.isWhitespace).last.map(String.init))
        let named = try await ours.answer("address", theirAddress)["addresses"][0]
        #expect(named["account_id"].text == bob && named["address"].text != theirAddress)
        _ = try await theirs.transfer("5000000::\(token)", from: bob, to: account, noteType: "public")
        let delivered = try await theirs.transfer("600000::\(token)", from: bob, to: account, noteType: "private")
        let handedOver = try await theirs.transfer("70000::\(token)", from: bob, to: account, noteType: "private")
        try await theirs.syncUntil("notes", "--send", delivered, address)
        let theirNote = files.path + "/theirs.mno"
        try await theirs.syncUntil("export", handedOver, "--note", "--export-type", "full", "--filename", theirNote)
        #expect(try await ours.answer("import", theirNote)["files"][0]["note_id"].text == handedOver)
        try await ours.syncUntilConsumable(3)
        let consumed = try await ours.answer("consume", "--all", "--yes")
        try await ours.syncUntilCommitted(consumed["transaction_id"].text)
        #expect(try await ours.balance() == 5_670_000)

        // By its file our account becomes theirs, and pays once as such. Then it is ours again, with what it has done.
        let ourFile = files.path + "/ours.mac"
        try await ours.answer("export", account, "--account", "--filename", ourFile)
        let borrower = try await PublishedClient(on: network)
        try await borrower.run("import", ourFile)
        try await borrower.run("sync")
        let paidBack = try await borrower.transfer("70000::\(token)", from: account, to: bob, noteType: "public")
        let receipt = files.path + "/receipt.mno"
        try await borrower.syncUntil("export", paidBack, "--note", "--export-type", "full", "--filename", receipt)
        let theirFile = files.path + "/theirs.mac"
        try await borrower.run("export", account, "--account", "--filename", theirFile)
        let again = try CommandWallet(on: network)
        #expect(try await again.answer("import", theirFile)["files"][0]["account_id"].text == account)
        try await again.answer("sync")
        #expect(try await again.balance() == 5_600_000)

        // One of theirs, made as they are made where nothing is said, becomes ours by its file too.
        let falcon = try await borrower.newAccount()
        let falconFile = files.path + "/falcon.mac"
        try await borrower.run("export", falcon, "--account", "--filename", falconFile)
        #expect(try await again.answer("import", falconFile)["files"][0]["account_id"].text == falcon)
        let key = try await again.answer("keys")["keys"].list.first { $0["account_ids"][0].text == falcon }
        #expect(key?["signature_scheme"].text == "falcon512_poseidon2" && key?["place"].text == "here")

        // Ours pays theirs: a private note by the transport, one by file, and a public one.
        _ = try await again.sendPrivately(400_000, to: bob)
        let byFile = try await again.sendPrivately(30_000, to: bob, "--note-transport", "none")
        let ourNote = files.path + "/ours.mno"
        try await again.answer("export", byFile, "--note", "--export-type", "full", "--filename", ourNote)
        // Its transaction pays the account that was theirs as well, which takes it in here.
        let payments = ["\(bob)=2000", "\(falcon)=100"]
        try await again.answer(to: ["send"] + payments + ["--token", "MIDEN", "--base-units", "--yes"])
        try await theirs.run("sync")
        try await theirs.run("import", ourNote)
        try await theirs.syncUntilConsumable(4, by: bob)
        try await theirs.run("consume-notes", "--account", bob, "--force")
        try await theirs.syncUntilConsumable(0, by: bob)
        let held = 1_000_000_000_000 - 5_670_000 + 70_000 + 400_000 + 30_000 + 2000
        let shown = try await theirs.run("account", "--show", bob)
        #expect(shown.contains(" \(held) "), "\(shown)")
        try await again.syncUntilConsumable()
        let takenIn = try await again.answer("consume", "--all", "--account", falcon, "--yes")
        try await again.syncUntilCommitted(takenIn["transaction_id"].text)
        #expect(try await again.balance(of: falcon) == 100)
        #expect(try await again.balance() == 5_600_000 - 400_000 - 30_000 - 2000 - 100)
        withExtendedLifetime(files) {}
    }

    @Test("Swaps, both ways, of tokens of one's own")
    func swaps() async throws {
        let network = try LocalNetwork.current()
        let files = try TemporaryDirectory()
        let ours = try CommandWallet(on: network)
        let account = try await ours.newAccount("public")
        let gold = try await ours.newFaucet("GOLD")
        let silver = try await ours.newFaucet("SILVER")
        let theirs = try await PublishedClient(on: network)
        let their = try await theirs.newAccount("--account-type", "private", "--ecdsa")
        for (faucet, receiver) in [(gold, account), (silver, their)] {
            let minted = try await ours.answer("mint", "-t", receiver, "-a", "50::\(faucet)", "--yes")
            try await ours.syncUntilCommitted(minted["transaction_id"].text)
        }
        try await ours.takeIn()
        try await theirs.takeIn(by: their)

        // Ours offers, theirs takes it by its file, and what was paid comes by itself.
        let offered = try await ours.answer("swap", "-o", "10::\(gold)", "-r", "4::\(silver)", "--yes")
        try await ours.syncUntilCommitted(offered["transaction_id"].text)
        let note = offered["note_id"].text
        let file = files.path + "/swap.mno"
        try await ours.answer("export", note, "--filename", file)
        try await theirs.run("sync")
        try await theirs.run("import", file)
        try await theirs.syncUntil("consume-notes", note, "--account", their, "--force")
        try await ours.takeIn()
        #expect(try await ours.balance(token: "GOLD") == 40)
        #expect(try await ours.balance(token: "SILVER") == 4)

        // Theirs offers, and ours knows the note's id alone.
        let theirNote = try await theirs.swap("6::\(silver)", for: "5::\(gold)", from: their)
        try await theirs.syncUntilCommitted()
        let filled = try await ours.answer("fill-swap", theirNote, "--yes")
        try await ours.syncUntilCommitted(filled["transaction_id"].text)
        #expect(try await ours.balance(token: "GOLD") == 35)
        #expect(try await ours.balance(token: "SILVER") == 10)
        try await theirs.takeIn(by: their)
        let shown = try await theirs.run("account", "--show", their)
        #expect(shown.contains(" 15 ") && shown.contains(" 40 "), "\(shown)")
        withExtendedLifetime(files) {}
    }

    @Test("Both commands show the same results of calls with a package and by root, of own and of other accounts")
    func calls() async throws {
        let network = try LocalNetwork.current()
        let files = try TemporaryDirectory()
        let ours = try CommandWallet(on: network)
        try await ours.answer("sync")
        func deploy(_ name: String, _ count: Int) async throws -> (account: String, package: String) {
            let package = "\(files.path)/\(name).masp"
            let source = Contracts.path(name)
            try await ours.answer("contract", "compile", source, "--path", "tutorials::\(name)", "-o", package)
            let storage = "miden::tutorials::counter=0:\(count)"
            let made = try await ours.answer("contract", "deploy", "-p", package, "--storage-map", storage)
            try await ours.syncUntilCommitted(made["transaction_id"].text)
            return (made["account_id"].text, package)
        }
        let counter = try await deploy("counter", 41)
        let adder = try await deploy("adder", 40)
        let theirs = try await PublishedClient(on: network)
        _ = try await theirs.newAccount()
        try await theirs.run("sync")
        let other = try CommandWallet(on: network)
        _ = try await other.newAccount("public")
        try await other.answer("sync")
        let inspected = try await ours.answer("contract", "inspect", counter.package)["procedures"].list
        let root = try #require(inspected.first { $0["name"].text == "get_count" })["root"].text

        // Accounts of somebody else. Without types in the package the first element is the result.
        for line in [["\(counter.account):get-count", "-p", counter.package], ["\(counter.account):\(root)"]] {
            #expect(try await theirs.result(of: line) == "41")
            #expect(try await other.answer(to: ["call"] + line)["stack"][0].text == "41")
        }
        let swapped = ["\(adder.account):swapped", "7", "8", "-p", adder.package]
        #expect(try await theirs.result(of: swapped) == "(8felt, 7felt)")
        #expect(try await other.answer(to: ["call"] + swapped)["result"].list.map(\.number) == [8, 7])
        let change = ["call", "\(adder.account):add", "3", "-p", adder.package]
        #expect(try await theirs.outcome(change).status != 0)
        #expect(try await other.start(change).outcome().status != 0)

        // An account that both have. Theirs shows what a transaction would do, as ours does with --preview.
        for (contract, name) in [(counter, "counter"), (adder, "adder")] {
            let file = "\(files.path)/\(name).mac"
            try await ours.answer("export", contract.account, "--account", "--filename", file)
            try await theirs.run("import", file)
        }
        try await theirs.run("sync")
        #expect(try await theirs.result(of: ["\(counter.account):get_count", "-p", counter.package]) == "41")
        let got = try await ours.answer("call", "\(counter.account):get_count", "-p", counter.package, "--preview")
        #expect(got["stack"][0].text == "41")
        #expect(try await theirs.result(of: Array(change.dropFirst())) == "43felt")
        #expect(try await ours.answer(to: change + ["--preview"])["result"].number == 43)
        let large = ["call", "\(adder.account):add_a_little", "101", "-p", adder.package]
        #expect(try await theirs.outcome(large).status != 0)
        let refused = try await ours.start(large + ["--preview", "--json"]).outcome()
        #expect(try refused.error()["message"].text.contains("the step is too large"))
        withExtendedLifetime(files) {}
    }
}

extension PublishedClient {
    /// What a call returns, as it is shown.
    fileprivate func result(of call: [String]) async throws -> String {
        let outcome = try await outcome(["call"] + call)
        try #require(outcome.status == 0, "\(call): \(outcome.errors)")
        let shown = outcome.output.firstMatch(of: #/Result: (.*)/#)
        return String(try #require(shown, "\(outcome.output)").1)
    }

    /// Takes in the next note.
    fileprivate func takeIn(by account: String) async throws {
        try await syncUntilConsumable(1, by: account)
        try await run("consume-notes", "--account", account, "--force")
        try await syncUntilConsumable(0, by: account)
    }

    /// Syncs until no transaction waits for its block.
    fileprivate func syncUntilCommitted() async throws {
        for _ in 0..<240 {
            try await run("sync")
            if try await !run("tx", "--list").contains("Pending") {
                return
            }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "a transaction of the published command was in no block after a minute")
    }
}

extension CommandWallet {
    /// Makes a public faucet whose token has no decimals.
    fileprivate func newFaucet(_ symbol: String) async throws -> String {
        let options = ["--symbol", symbol, "--decimals", "0", "--maximum-supply", "100"]
        return try await answer(to: ["new-faucet"] + options)["faucet"]["faucet_id"].text
    }

    /// Takes in the next note.
    fileprivate func takeIn() async throws {
        try await syncUntilConsumable()
        let consumed = try await answer("consume", "--all")
        try await syncUntilCommitted(consumed["transaction_id"].text)
    }

    /// Sends base units of MIDEN in a private note, and syncs until it is in a block and delivered, where it can be.
    fileprivate func sendPrivately(_ amount: Int, to account: String, _ options: String...) async throws -> String {
        let arguments = ["send", account, "\(amount)", "--token", "MIDEN", "--base-units", "--private", "--yes"]
        let sent = try await answer(to: arguments + options)
        let committed = try await answer(to: ["transaction", sent["transaction_id"].text, "--wait"] + options)
        #expect(committed["state"].text == "committed")
        return sent["note_id"].text
    }
}
