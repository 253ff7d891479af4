import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// The rows of "What bad input gets" that direct links reach.
@Suite("Bad input of requests", .timeLimit(.minutes(5)))
struct RequestInputTests {
    @Test("a link that is not of the grammar, too long or signed wrongly: is refused, and nothing is shown or made")
    func links() async throws {
        let sandbox = try Sandbox()
        let request = try RawRequest(action: "connectWallet", name: "Marked Name")
        let good = try request.link()
        let text = Data(try request.text().utf8)
        let other = try RequestSealing.sign(requestText: text, seed: Data(repeating: 0x44, count: 32))
        let own = try RequestSealing.sign(requestText: text, seed: request.seed)
        var flipped = own + text
        flipped[10] ^= 1
        var changed = own + text
        changed[changed.count - 20] ^= 1
        let links = [
            "hello", "miden-request:", "miden-request:#v1.d.", "miden-request:#v1.d.AAAA", "miden-request:v1.d.AAAA",
            good.replacingOccurrences(of: ".d.", with: ".x."),
            good.replacingOccurrences(of: "miden-request:", with: "http://shop.example/"),
            good.replacingOccurrences(of: "miden-request:", with: "https://user@shop.example/"),
            good.replacingOccurrences(of: "miden-request:", with: "https://10.0.0.1/"),
            good + "=", good + ".", good + "#", String(good.dropLast()), good + String(repeating: "A", count: 20_000),
            RawRequest.link(signed: other + text), RawRequest.link(signed: flipped), RawRequest.link(signed: changed),
            RawRequest.link(signed: own), RawRequest.link(signed: text),
        ]
        for link in links {
            for verb in ["show", "approve", "decline"] {
                // No node is there to be asked.
                let outcome = try await sandbox.with(["MIDEN_NETWORK": "http://127.0.0.1:1"]).start(
                    ["request", verb, "-", "--json"],
                    input: try sandbox.input(link)
                ).outcome()
                #expect(outcome.status == 2, "\(verb) \(link.prefix(60)): \(outcome.errors)")
                #expect(outcome.output.isEmpty)
                #expect(try outcome.error()["kind"].text == "invalid_request_link", "\(link.prefix(60))")
                #expect(!outcome.errors.contains("Marked Name") && !outcome.errors.contains(request.id))
            }
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
    }

    @Test("a good link with white space around it: is read, by standard input and as an argument")
    func whiteSpace() async throws {
        let shop = try await Shop()
        let link = try RawRequest(action: "connectWallet").link()
        #expect(try await shop.run("show", " \t\(link)\r\n\n").status == 0)
        let argument = try await shop.sandbox.run("request", "show", " \(link) ", "--json")
        #expect(argument.status == 0, "\(argument.errors)")
    }

    /// A change of a good payment, and the name of the member that is wrong then.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let member: String
        let make: @Sendable (inout RawRequest) throws -> String

        init(_ description: String, _ member: String, _ change: @escaping @Sendable (inout RawRequest) -> Void) {
            testDescription = description
            self.member = member
            make = { request in
                change(&request)
                return try request.link()
            }
        }

        /// A change of the text.
        init(_ description: String, _ member: String, text: @escaping @Sendable (String) -> String) {
            testDescription = description
            self.member = member
            make = { request in try request.link(text: text(request.text())) }
        }
    }

    static let changes = [
        Change("an unknown member", "tip") { $0.members["tip"] = "1" },
        Change("an unknown member of the requester", "logo") { $0.requester["logo"] = "x" },
        Change("an unknown member of a transaction", "memo") { $0.transaction["memo"] = "x" },
        Change("a repeated name", "amount") {
            $0.replacingOccurrences(of: #"{"amount":"1500000""#, with: #"{"amount":"1","amount":"1500000""#)
        },
        Change("a repeated name at the top", "version") {
            $0.replacingOccurrences(of: #""version":1}"#, with: #""version":1,"version":1}"#)
        },
        Change("a repeated name, once escaped", "version") {
            $0.replacingOccurrences(of: #""version":1}"#, with: #""version":1,"v\u0065rsion":1}"#)
        },
        Change("an amount that is a number", "amount") { $0.transaction["amount"] = 1_500_000 },
        Change("an amount of nothing", "amount") { $0.transaction["amount"] = "0" },
        Change("an amount with a sign", "amount") { $0.transaction["amount"] = "+1" },
        Change("an amount with a point", "amount") { $0.transaction["amount"] = "1.5" },
        Change("an amount that is too large", "amount") { $0.transaction["amount"] = "99999999999999999999" },
        Change("a note type that there is not", "noteType") { $0.transaction["noteType"] = "secret" },
        Change("no recipient", "recipientAddress") { $0.transaction["recipientAddress"] = nil },
        Change("a recipient that is no address", "recipientAddress") { $0.transaction["recipientAddress"] = "memb1x" },
        Change("no faucet", "faucetId") { $0.transaction["faucetId"] = nil },
        Change("an id in upper case", "id") { $0.members["id"] = $0.id.uppercased() },
        Change("a short id", "id") { $0.members["id"] = String($0.id.dropLast()) },
        Change("no id", "id") { $0.members["id"] = nil },
        Change("a key that is too short", "key") { $0.members["receiptKey"] = "AAAA" },
        Change("a receipt key that anyone could open", "receiptKey") {
            $0.members["receiptKey"] = Data(count: 32).base64EncodedString()
        },
        Change("an empty name", "name") { $0.requester["name"] = "" },
        Change("a name of 65 characters", "name") { $0.requester["name"] = String(repeating: "a", count: 65) },
        Change("an origin without TLS", "origin") { $0.requester["origin"] = "http://shop.example" },
        Change("an origin with a path", "origin") { $0.requester["origin"] = "https://shop.example/" },
        Change("an action that there is not", "action") { $0.members["action"] = "burnCoin" },
        Change("a message for a payment", "message") { $0.members["message"] = "hello" },
        Change("no transaction", "transactions") { $0.members["transactions"] = [[String: Any]]() },
        Change("17 transactions", "transactions") {
            $0.members["transactions"] = Array(repeating: $0.transaction, count: 17)
        },
        Change("two transactions", "transactions") {
            $0.members["transactions"] = [$0.transaction, $0.transaction]
        },
        Change("no transactions", "transactions") { $0.members["transactions"] = nil },
        Change("no network", "network") { $0.members["network"] = nil },
        Change("a network that there is not", "network") { $0.members["network"] = "moon" },
        Change("times that are text", "issuedAt") { $0.members["issuedAt"] = "now" },
        Change("times with fractions", "expiresAt") {
            $0.members["expiresAt"] = Date().timeIntervalSince1970.rounded() + 600.5
        },
        Change("29 seconds", "expiresAt") {
            $0.members["expiresAt"] = ($0.members["issuedAt"] as? Int ?? 0) + 29
        },
        Change("more than a week", "expiresAt") {
            $0.members["expiresAt"] = ($0.members["issuedAt"] as? Int ?? 0) + 604_801
        },
        Change("an order that there is not", "order") { $0.members["order"] = "any" },
        Change("a fee that is a number", "maximumFee") { $0.members["maximumFee"] = 5 },
        Change("a return link to a file", "returnLinks") {
            $0.members["returnLinks"] = ["success": "file:///etc/hosts"]
        },
        Change("a return link with a script", "returnLinks") {
            $0.members["returnLinks"] = ["success": "javascript:alert(1)"]
        },
    ]

    @Test(
        "an unknown member, a repeated name, a wrong form or a limit: is refused with the member's name",
        arguments: changes
    )
    func members(_ change: Change) async throws {
        let shop = try await Self.shared.shop()
        var request = try shop.rawPayment()
        let link = try change.make(&request)
        for verb in ["show", "approve"] {
            try await shop.expectFailure(
                verb,
                link,
                verb == "approve" ? ["--yes"] : [],
                status: 2,
                kind: "invalid_request",
                says: change.member
            )
        }
        #expect(shop.requestFiles().isEmpty)
    }

    @Test("texts that are no object, no UTF-8, nested too deep, or followed by more: are refused")
    func texts() async throws {
        let shop = try await Self.shared.shop()
        let request = try shop.rawPayment()
        let text = try request.text()
        let nested = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
        for other in [
            "", "[]", "null", "{}", text + "{}", String(text.dropLast()),
            text.replacingOccurrences(of: #""version":1}"#, with: #""version":1,"x":\#(nested)}"#),
        ] {
            // A text without the requester's key cannot be told from one that is signed wrongly.
            let outcome = try await shop.run("show", try request.link(text: other))
            #expect(outcome.status == 2, "\(outcome.errors)")
            #expect(["invalid_request", "invalid_request_link"].contains(try outcome.error()["kind"].text))
        }
        let bytes = Data(text.utf8) + [0xFF]
        let signed = try RequestSealing.sign(requestText: bytes, seed: request.seed) + bytes
        #expect(try await shop.run("show", RawRequest.link(signed: signed)).status == 2)
    }

    @Test("another version: is refused with the version that is supported")
    func version() async throws {
        let shop = try await Self.shared.shop()
        var request = try shop.rawPayment()
        request.members["version"] = 2
        // What another version has is not looked at.
        request.members["tip"] = "1"
        try await shop.expectFailure(
            "show",
            try request.link(),
            status: 2,
            kind: "unsupported_request_version",
            says: "1"
        )
    }

    @Test("another network: is refused with both names")
    func network() async throws {
        let shop = try await Self.shared.shop()
        var request = try shop.rawPayment()
        request.members["network"] = "testnet"
        request.transaction["recipientAddress"] = "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"
        request.transaction["faucetId"] = "mtst1ap7r6q4fz90y052tv50ga95p2v2j7h4g"
        for verb in ["show", "approve"] {
            let outcome = try await shop.run(verb, try request.link())
            #expect(outcome.status == 11, "\(outcome.errors)")
            let error = try outcome.error()
            #expect(error["kind"].text == "request_wrong_network")
            #expect(error["message"].text.contains("testnet") && error["message"].text.contains("localnet"))
        }
        // Addresses of another network than that of the request.
        request.members["network"] = "localnet"
        let mixed = try await shop.run("show", try request.link())
        #expect(mixed.status == 11, "\(mixed.errors)")
        #expect(try mixed.error()["kind"].text == "request_wrong_network")
        #expect(shop.requestFiles().isEmpty)
    }

    @Test("a link over a relay: is refused with what this version opens, and no relay is asked")
    func relayed() async throws {
        let shop = try await Self.shared.shop()
        let key = Data(repeating: 7, count: 32).linkText
        for link in ["miden-request:#v1.r.\(key).http://127.0.0.1:1", "https://relay.invalid/r#v1.r.\(key)"] {
            let outcome = try await shop.run("show", link)
            #expect(outcome.status == 2, "\(outcome.errors)")
            let error = try outcome.error()
            #expect(error["kind"].text == "unsupported_request", "\(outcome.errors)")
            #expect(error["message"].text.contains("direct"))
        }
    }

    @Test("a damaged file of one request: is told for that request alone, and the others work")
    func damagedFile() async throws {
        let shop = try await Shop()
        let one = try shop.rawPayment()
        _ = try await shop.approve(try one.link())
        let file = try shop.requestFile(of: one.id)
        for contents in ["", "{", #"{"format":"miden-swift request","version":1,"content":{}}"#] {
            try contents.write(toFile: file, atomically: false, encoding: .utf8)
            try await shop.expectFailure(
                "approve",
                try one.link(),
                ["--account", shop.account, "--yes"],
                status: 12,
                kind: "request_file_damaged",
                says: one.id
            )
            #expect(try String(contentsOfFile: file, encoding: .utf8) == contents)
        }
        try await shop.expectPaidOnce()
        var two = try shop.rawPayment()
        two.transaction["amount"] = "500000"
        #expect(try await shop.approve(try two.link())["status"].text == "succeed")
        #expect(try await shop.balance() == "3 MIDEN")
        let list = try await shop.sandbox.answer("request", "list")
        #expect(list["requests"].list.map { $0["request_id"].text } == [two.id])
        #expect(list["damaged_request_ids"].list.map(\.text) == [one.id])
        let history = try await shop.sandbox.answer("transactions", "--account", shop.account)["transactions"].list
        #expect(history.compactMap { $0["request_id"].value as? String } == [two.id])
        #expect(try await shop.sandbox.run("request", "resume", "--json").status == 0)
    }

    @Test("a file of another version of the format: is not taken for damaged contents to be written over")
    func newerFile() async throws {
        let shop = try await Shop()
        let one = try shop.rawPayment()
        _ = try await shop.approve(try one.link())
        let file = try shop.requestFile(of: one.id)
        let newer = try String(contentsOfFile: file, encoding: .utf8)
            .replacing(/"version" ?: ?1/, with: #""version":99"#, maxReplacements: 1)
        try newer.write(toFile: file, atomically: false, encoding: .utf8)
        let outcome = try await shop.run("approve", try one.link(), "--account", shop.account, "--yes")
        #expect(outcome.status == 12, "\(outcome.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == newer)
        try await shop.expectPaidOnce()
    }

    @Test("a receipt that has no form, and one for a request that there is not: are told from each other")
    func receipts() async throws {
        let shop = try await Self.shared.shop()
        let made = try await shop.requestPayment()
        for contents in ["", "hello", "{}", #"{"receipt":"AAAA"}"#, #"{"receipt":5}"#] {
            let file = try shop.sandbox.directory.write(Data(contents.utf8), to: "receipt-\(UUID().uuidString)")
            let outcome = try await shop.sandbox.run("request", "receipt", made.id, "--receipt", file, "--json")
            #expect(outcome.status == 3, "\(contents): \(outcome.errors)")
            #expect(try outcome.error()["kind"].text == "invalid_receipt")
        }
        let unknown = String(repeating: "0", count: 32)
        try await expect(Failure("request receipt \(unknown)", 5, "request_unknown", unknown), in: shop.sandbox)
        for word in ["7", String(repeating: "g", count: 32)] {
            let outcome = try await shop.sandbox.run("request", "receipt", word, "--json")
            #expect(outcome.status == 2 || outcome.status == 64, "\(outcome.errors)")
        }
        let none = try await shop.sandbox.run("request", "receipt", made.id, "--json")
        // None has come yet.
        #expect(none.status == 0, "\(none.errors)")
        #expect(try none.object()["status"].text == "requested")
    }

    @Test("a sealed receipt for another request: does not open")
    func sealedForAnother() async throws {
        let shop = try await Shop()
        let (one, two) = (try await shop.requestPayment(), try await shop.requestPayment())
        let file = shop.sandbox.directory.path + "/receipt"
        _ = try await shop.answer("decline", one.link, "--receipt", file)
        let outcome = try await shop.sandbox.run("request", "receipt", two.id, "--receipt", file, "--json")
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(try outcome.error()["kind"].text == "invalid_receipt")
    }

    @Test("a request that no direct link holds: is not made")
    func tooLargeForLink() async throws {
        let sandbox = try Sandbox()
        let outcome = try await sandbox.run(
            "request",
            "create",
            "connectWalletAndSignMessage",
            "--name",
            "Shop",
            "--message",
            String(repeating: "a", count: 3000),
            "--json"
        )
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(try outcome.error()["kind"].text == "request_needs_relay")
        #expect(try await sandbox.answer("request", "list", "--sent")["requests"].count == 0)
    }

    @Test(
        "options of create that belong to another action, or are missing: are refused",
        arguments: [
            ["sendCoin", "--name", "Shop"], ["burnCoin", "--name", "Shop"], ["connectWallet"], [],
            ["signMessage", "--name", "Shop"], ["connectWallet", "--name", "Shop", "--to", "x"],
            ["connectWallet", "--name", "Shop", "--message", "hello"], ["consumeNote", "--name", "Shop"],
            ["connectWallet", "--name", "Shop", "--expires", "29"],
            ["connectWallet", "--name", "Shop", "--expires", "604801"], ["connectWallet", "--name", ""],
        ]
    )
    func options(_ arguments: [String]) async throws {
        let sandbox = try Sandbox()
        let outcome = try await sandbox.start(["request", "create"] + arguments + ["--json"]).outcome()
        #expect(outcome.status == 64 || outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    #if os(Linux)
        @Test(
            "a disk for requests that is full or read-only: nothing is executed that is not written down",
            .enabled(if: MountedDisk.isAllowed, "This user may not mount a disk."),
            arguments: [true, false]
        )
        func disk(isFull: Bool) async throws {
            let shop = try await Shop()
            let link = try shop.rawPayment().link()
            let folder = shop.folder + "/requests"
            var disk: MountedDisk? = try MountedDisk(at: folder, megabytes: 1)
            for part in ["open", "done"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(part)",
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
            if isFull { try disk?.fill() } else { try disk?.makeReadOnly() }
            let refused = try await shop.run("approve", link, "--account", shop.account, "--yes")
            #expect(refused.status == 12, "\(refused.errors)")
            #expect(refused.output.isEmpty)
            try await shop.expectUnpaid()
            if isFull { try FileManager.default.removeItem(atPath: folder + "/filling") } else { disk = nil }
            #expect(try await shop.approve(link)["status"].text == "succeed")
            try await shop.expectPaidOnce()
            disk = nil
        }
    #endif

    /// One wallet for the tests that change nothing in it.
    private static let shared = SharedShop()
}

/// A wallet that is made once.
actor SharedShop {
    private var made: Task<Shop, any Error>?

    func shop() async throws -> Shop {
        let making = made ?? Task { try await Shop() }
        made = making
        return try await making.value
    }
}
