import Foundation
import MidenTestSupport
import Testing

/// What a request is about is in no log, in no list of processes, and in no file that others can read.
@Suite("Nothing of a request leaks", .timeLimit(.minutes(5)))
struct RequestSecrecyTests {
    /// What the requester calls itself.
    private static let name = "Marked Requester 5f3e"
    private static let message = "Marked message 9a71"

    #if os(Linux)
        @Test(
            "to a log with --verbose, to arguments and environments of processes, and to files of another mode than 0600"
        )
        func flow() async throws {
            let made = try await Shop()
            let temporary = try made.sandbox.directory.folder("temporary")
            let shop = made.with(["TMPDIR": temporary])
            // By a file and by standard input, as names and addresses on a command line are seen by all.
            let transactions = try shop.sandbox.directory.write(
                Data(
                    """
                    [{"amount":"1500000","faucetId":"\(shop.faucetAddress)","noteType":"public",
                    "recipientAddress":"\(shop.recipientAddress)"}]
                    """.utf8
                ),
                to: "transactions.json"
            )
            let sampler = ProcessSampler(mark: shop.sandbox.directory.path)
            var logs = ""
            let creating = try await shop.sandbox.start(
                [
                    "request", "create", "sendCoin", "--name", "-", "--transactions", transactions, "--verbose",
                    "--json",
                ],
                input: try shop.sandbox.input(Self.name + "\n")
            ).outcome()
            #expect(creating.status == 0, "\(creating.errors)")
            logs += creating.errors
            let created = MadeRequest(answer: try creating.object())
            let file = shop.sandbox.directory.path + "/receipt"
            let payment = try shop.rawPayment(name: Self.name)
            var signing = try RawRequest(action: "signMessage", name: Self.name)
            signing.members["message"] = Self.message
            signing.members["network"] = "localnet"
            let declined = try shop.rawPayment(name: Self.name)
            let steps: [(link: String, verb: String, options: [String])] = [
                (created.link, "show", []), (created.link, "approve", ["--yes", "--receipt", file]),
                (try payment.link(), "show", []), (try payment.link(), "approve", ["--yes"]),
                (try signing.link(), "approve", ["--yes"]), (try declined.link(), "decline", []),
                (try payment.link(), "approve", ["--yes"]),
            ]
            for (link, verb, options) in steps {
                let outcome = try await shop.start(verb, link, options + ["--verbose"]).outcome()
                #expect(outcome.status == 0, "\(verb): \(outcome.errors)")
                logs += outcome.errors
            }
            // Errors too.
            var damaged = try payment.link()
            damaged.removeLast(8)
            for verb in ["show", "approve", "decline"] {
                let outcome = try await shop.start(verb, damaged, ["--verbose"]).outcome()
                #expect(outcome.status == 2)
                logs += outcome.errors
            }
            for arguments in [
                ["request", "receipt", created.id, "--receipt", file], ["request", "resume"], ["request", "list"],
                ["request", "list", "--sent"],
            ] {
                let outcome = try await shop.sandbox.start(arguments + ["--verbose", "--json"]).outcome()
                #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
                logs += outcome.errors
            }
            let seen = sampler.end()
            #expect(seen.count > 2)

            let secrets = try Self.secrets(of: shop)
            let marks =
                [Self.name, Self.message, shop.recipientAddress, shop.faucetAddress]
                + [created.link, try payment.link(), try signing.link(), try declined.link()].map {
                    String($0.dropFirst("miden-request:#v1.d.".count).prefix(40))
                } + secrets
            for mark in marks {
                #expect(!logs.contains(mark), "\(mark)")
                for text in seen { #expect(text.range(of: Data(mark.utf8)) == nil, "\(mark)") }
            }
            try Self.expectPrivate(shop, marks)
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        }
    #endif

    @Test("to the files of the wallet and of the requester: their modes are 0600 and 0700, also if umask is 0")
    func modes() async throws {
        let shop = try await Shop()
        let environment = shop.sandbox.environment
        let creating = try RunningCommand(
            ["request", "create", "connectWallet", "--name", "Shop", "--json"],
            environment: environment,
            shell: "umask 0"
        )
        let created = MadeRequest(answer: try await creating.outcome().object())
        let approving = try RunningCommand(
            ["request", "approve", "-", "--yes", "--json"],
            environment: environment,
            input: try shop.sandbox.input(created.link),
            shell: "umask 0"
        )
        #expect(await approving.outcome().status == 0)
        try Self.expectPrivate(shop, [])
    }

    @Test("if the link is an argument: the help of each command that reads one says that - keeps it out of the list")
    func help() async throws {
        let sandbox = try Sandbox()
        for verb in ["show", "approve", "decline"] {
            let help = try await sandbox.check("request", verb, "--help")
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("standard input"), "\(verb)")
            #expect(help.contains("Example: miden-cli request \(verb)"), "\(verb)")
        }
    }

    /// The secret of each request and the key of the requester, in the digits and in the letters that a file may have.
    private static func secrets(of shop: Shop) throws -> [String] {
        let folder = shop.folder + "/requester"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/requests")
        let files = names.filter { $0.hasSuffix(".json") }.map { "requests/\($0)" } + ["requester.key"]
        return try files.map { name in
            let content = try JSON(String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))["content"]
            let secret = [content["secret"].text, content["seed"].text].first { !$0.isEmpty }
            return try #require(secret, "\(name)")
        }
    }

    /// All files of requests are the user's alone, and so is each other file that has one of the texts.
    private static func expectPrivate(_ shop: Shop, _ marks: [String]) throws {
        let files = FileManager.default
        var checked = 0
        for name in try files.subpathsOfDirectory(atPath: shop.sandbox.wallets) {
            let path = "\(shop.sandbox.wallets)/\(name)"
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            let isOfRequests = name.contains("/request")
            if isFolder.boolValue {
                if isOfRequests { #expect(mode == 0o700, "\(name)") }
                continue
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let isMarked = marks.contains { bytes.range(of: Data($0.utf8)) != nil }
            if isOfRequests || isMarked {
                checked += 1
                #expect(mode == 0o600, "\(name)")
            }
        }
        #expect(checked > 2)
    }
}
