import Foundation
import MidenTestSupport
import Testing

/// The amounts of `request create` and `request show`.
@Suite("The amount of a request", .timeLimit(.minutes(5)))
struct RequestAmountTests {
    @Test("1.5::SYMBOL of a token that the wallet knows: is the same request as its base units")
    func symbol() async throws {
        let shop = try await Shop()
        let made = try await shop.request(
            ["sendCoin", "--name", "Shop", "--to", shop.recipientAddress, "--amount", "1.5::MIDEN"]
        )
        let transaction = try Self.text(of: made.link)["transactions"][0]
        #expect(transaction["amount"].text == "1500000")
        let shown = try await shop.answer("show", made.link)
        #expect(shown["lines"].list.contains { $0["text"].text.contains("1.5 MIDEN") })
        _ = try await shop.approve(made.link)
        try await shop.expectPaidOnce()
    }

    @Test("of a symbol that the wallet does not know, or with too many decimals: makes no request")
    func unknownSymbol() async throws {
        let shop = try await Shop()
        for amount in ["1.5::NOSUCH", "1.0000001::MIDEN", "0::MIDEN", "-1::MIDEN", "1.5::"] {
            let refused = try await shop.sandbox.run(
                "request",
                "create",
                "sendCoin",
                "--name",
                "Shop",
                "--to",
                shop.recipientAddress,
                "--amount",
                amount,
                "--json"
            )
            #expect(refused.status != 0 && refused.output.isEmpty, "\(amount)")
        }
        #expect(try await shop.sandbox.answer("request", "list", "--sent")["requests"].count == 0)
    }

    @Test("several transactions in a file: make no request, as no wallet of this version carries it out")
    func several() async throws {
        let shop = try await Shop()
        let payment = """
            {"amount":"1500000","faucetId":"\(shop.faucetAddress)","noteType":"public",
            "recipientAddress":"\(shop.recipientAddress)"}
            """
        let file = try shop.sandbox.directory.write(Data("[\(payment),\(payment)]".utf8), to: "transactions.json")
        let arguments = ["request", "create", "sendCoin", "--name", "Shop", "--transactions", file, "--json"]
        let refused = try await shop.sandbox.start(arguments).outcome()
        #expect(refused.status == 2 && refused.output.isEmpty, "\(refused.errors)")
        #expect(try refused.error()["kind"].text == "unsupported_request")
        #expect(try await shop.sandbox.answer("request", "list", "--sent")["requests"].count == 0)
    }

    @Test("of a token that the wallet has never seen: is shown in base units with the whole faucet id, and a warning")
    func unseenToken() async throws {
        let shop = try await Shop()
        let other = try Sandbox()
        let arguments = ["--symbol", "MIDEN", "--decimals", "6", "--maximum-supply", "10"]
        let made = try await other.start(["new-faucet", "--json"] + arguments).outcome().object()
        let faucet = made["faucet"]["faucet_id"].text
        let address = try await other.check("address", faucet, "--field", "address").trimmed
        var request = try shop.rawPayment()
        request.transaction["faucetId"] = address
        request.transaction["amount"] = "1234567"
        let shown = try await shop.answer("show", try request.link())
        let texts = shown["lines"].list.map { $0["text"].text }.joined(separator: "\n")
        #expect(texts.contains("1234567"), "\(texts)")
        // Its symbol is anybody's.
        #expect(!texts.contains("1.234567"))
        #expect(shown["warnings"].list.contains { $0.text.contains(faucet) }, "\(shown)")
        #expect(shown["can_be_approved"].bool == false)
    }

    /// The text of the request in a direct link.
    private static func text(of link: String) throws -> JSON {
        let signed = try #require(Data(linkText: String(link.dropFirst("miden-request:#v1.d.".count))))
        return try JSON(String(decoding: signed.dropFirst(64), as: UTF8.self))
    }
}
