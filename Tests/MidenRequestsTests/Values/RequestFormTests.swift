import Foundation
import MidenRequests
import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("Request texts")
struct RequestFormTests {
    @Test("a request of each action: is read, and is what was written", arguments: RequestTexts.all)
    func roundTrip(text: Data) throws {
        let request = try AppRequest(text: text)
        let written = try request.text()
        #expect(try AppRequest(text: written) == request)
        #expect(try AppRequest(text: written).text() == written)
        #expect(!String(decoding: written, as: UTF8.self).contains(": "))
    }

    @Test("a request with members in another order, whitespace and escapes: is written in the one form")
    func canonical() throws {
        let vectors = try RequestVectors.read()
        let text = vectors.requestText
        let other =
            "\n{ \"version\" : 1 , "
            + text.dropFirst().dropLast(",\"version\":1}".count)
            .replacingOccurrences(of: "\"Shop\"", with: "\"\\u0053hop\"") + "}\t"
        #expect(String(decoding: try AppRequest(text: Data(other.utf8)).text(), as: UTF8.self) == text)
    }

    @Test("what a request says: is read exactly")
    func content() throws {
        let request = try AppRequest(text: RequestTexts.transactions("executeContract", RequestTexts.call))
        let word = try Word(RequestTexts.hash)
        let call = RequestedProcedureCall(
            procedure: word,
            arguments: [1, 18_446_744_069_414_584_320],
            advice: [AdviceEntry(key: word, values: [1, 2])],
            foreignAccountIDs: [try AccountAddress(RequestTexts.recipient, on: .testnet).accountId]
        )
        #expect(request.content == .executeContract([call]))
        #expect(request.transactionCount == 1 && request.action == .executeContract && request.message == nil)
        #expect(request.network == .testnet && request.order == .submitted)
        #expect(request.issuedAt == Date(timeIntervalSince1970: 1_795_780_800))
    }

    // MARK: - Unknown and repeated members

    private static let levels: [(String, Data, String)] = [
        ("request", RequestTexts.text("connectWallet", #""extra":1"#), "extra"),
        ("requester", RequestTexts.text("connectWallet", requester: added(RequestTexts.requester)), "requester.extra"),
        ("return links", RequestTexts.text("connectWallet", #""returnLinks":{"extra":1}"#), "returnLinks.extra"),
        ("payment", RequestTexts.transactions("sendCoin", added(RequestTexts.payment)), "transactions[0].extra"),
        ("note", RequestTexts.transactions("consumeNote", added(RequestTexts.note)), "transactions[0].extra"),
        (
            "call",
            RequestTexts.transactions(
                "executeContract",
                RequestTexts.call.replacingOccurrences(
                    of: #","procedure""#,
                    with: #","extra":1,"procedure""#
                )
            ), "transactions[0].extra"
        ),
        (
            "advice",
            RequestTexts.transactions(
                "executeContract",
                RequestTexts.call.replacingOccurrences(of: #"["1","2"]}"#, with: #"["1","2"],"extra":1}"#)
            ), "transactions[0].advice[0].extra"
        ),
        (
            "encoded",
            RequestTexts.transactions("executeContractWithEncoded", added(RequestTexts.encoded)),
            "transactions[0].extra"
        ),
    ]

    private static func added(_ object: String) -> String { object.dropLast() + #","extra":1}"# }

    @Test("an unknown member at any level: is refused by its name", arguments: levels)
    func unknown(level: String, text: Data, place: String) throws {
        let error = RequestTexts.refusal(of: text)
        #expect(error?.kind == .invalidRequest && error?.code == .invalidParameter)
        #expect(error?.message.contains(place) == true)
    }

    @Test("a repeated name at any level: is refused, also of members that nobody knows", arguments: levels)
    func repeated(level: String, text: Data, place: String) throws {
        let twice = String(decoding: text, as: UTF8.self)
            .replacingOccurrences(of: #""extra":1"#, with: #""extra":1,"\u0065xtra":2"#)
        let error = RequestTexts.refusal(of: Data(twice.utf8))
        #expect(error?.kind == .invalidRequest)
        #expect(error?.message.contains("extra is repeated") == true)
    }

    @Test("a repeated name that is known: is refused")
    func repeatedKnown() {
        let text = RequestTexts.text("connectWallet", #""version":1"#)
        #expect(RequestTexts.refusal(of: text)?.message.contains("version is repeated") == true)
    }

    @Test("a name that Unicode calls equal to a member's: is another name")
    func equivalentName() {
        // The Kelvin sign is canonically equivalent to K.
        let head = RequestTexts.head.replacingOccurrences(of: "receiptKey", with: "receipt\u{212A}ey")
        #expect(RequestTexts.refusal(of: RequestTexts.text("connectWallet", head: head))?.kind == .invalidRequest)
    }

    // MARK: - Forms

    private static func payment(_ old: String, _ new: String) -> Data {
        RequestTexts.transactions("sendCoin", RequestTexts.payment.replacingOccurrences(of: old, with: new))
    }

    private static func call(_ old: String, _ new: String) -> Data {
        RequestTexts.transactions("executeContract", RequestTexts.call.replacingOccurrences(of: old, with: new))
    }

    private static func head(_ old: String, _ new: String) -> Data {
        RequestTexts.text("connectWallet", head: RequestTexts.head.replacingOccurrences(of: old, with: new))
    }

    private static func requester(_ old: String, _ new: String) -> Data {
        RequestTexts.text("connectWallet", requester: RequestTexts.requester.replacingOccurrences(of: old, with: new))
    }

    private static func origin(_ origin: String) -> Data {
        requester("}", #","origin":"\#(origin)"}"#)
    }

    private static let wrong: [(Data, String)] = [
        (Data("[]".utf8), "object"), (Data("{".utf8), "JSON"), (Data([0x7b, 0xff, 0x7d]), "JSON"),
        (head("1795780800", "1795780800.0"), "issuedAt"), (head("1795780800", "\"1795780800\""), "issuedAt"),
        (head("1795780800", "-1"), "issuedAt"), (head("1795781400", "1e9"), "expiresAt"),
        (head("1795781400", "253402300800"), "expiresAt"), (head("1795781400", "null"), "expiresAt"),
        (head("41c9", "41C9"), "id is not"), (head("41c9", ""), "id is not"), (head("BSM=", "BSM"), "receiptKey"),
        (head("6OkF", ""), "receiptKey"), (head("BSM=", "BSN="), "receiptKey"),
        (RequestTexts.text("sendcoin"), "action"), (RequestTexts.text("signMessage"), "message is missing"),
        (RequestTexts.text("connectWallet", #""message":"Hi""#), "message"),
        (RequestTexts.text("connectWallet", #""transactions":[\#(RequestTexts.payment)]"#), "transactions"),
        (RequestTexts.text("sendCoin"), "transactions is missing"),
        (RequestTexts.text("sendCoin", #""transactions":[]"#), "transactions"),
        (RequestTexts.text("sendCoin", #""transactions":{}"#), "transactions"),
        (RequestTexts.transactions("sendCoin", "1"), "transactions[0]"),
        (RequestTexts.transactions("sendCoin", RequestTexts.note), "transactions[0]"),
        (RequestTexts.text("signMessage", #""message":"Hi""#, network: ""), "network is missing"),
        (RequestTexts.text("connectWallet", network: #""network":"moon""#), "network"),
        (RequestTexts.text("connectWallet", requester: ""), "requester is missing"),
        (RequestTexts.text("connectWallet", requester: #""requester":1"#), "requester"),
        (RequestTexts.text("connectWallet", #""maximumFee":"1""#), "maximumFee"),
        (RequestTexts.text("connectWallet", #""order":"submitted""#), "order"),
        (RequestTexts.text("connectWallet", #""address":"mtst1""#), "address"),
        (RequestTexts.text("connectWallet", #""address":null"#), "address"),
        (RequestTexts.text("sendCoin", #""transactions":[\#(RequestTexts.payment)],"maximumFee":5"#), "maximumFee"),
        (RequestTexts.text("sendCoin", #""transactions":[\#(RequestTexts.payment)],"order":"last""#), "order"),
        (payment(#""1500000""#, "1500000"), "transactions[0].amount"),
        (payment("1500000", "0"), "transactions[0].amount"),
        (payment("1500000", "01"), "transactions[0].amount"),
        (payment("private", "secret"), "transactions[0].noteType"),
        (payment("yj\"", "yk\""), "transactions[0].recipientAddress"),
        (payment("\"private\"", "\"private\",\"recallBlocks\":null"), "transactions[0].recallBlocks"),
        (payment("\"private\"", "\"private\",\"recallBlocks\":1.5"), "transactions[0].recallBlocks"),
        (call(#"["1","18"#, #"[1,"18"#), "transactions[0].arguments[0]"),
        (call("18446744069414584320", "18446744069414584321"), "transactions[0].arguments[1]"),
        (call(#"["1","2"]"#, #"["0x1","2"]"#), "transactions[0].advice[0].values[0]"),
        (call(#""key":"0x11"#, #""key":"0xf"#), "transactions[0].advice[0].key"),
        (call("[\"\(RequestTexts.recipient)\"]", "[1]"), "transactions[0].foreignAccounts[0]"),
        (call(#""procedure":"0x"#, #""procedure":"0X"#), "transactions[0].procedure"),
        (RequestTexts.transactions("consumeNote", #"{"noteId":"0x1"}"#), "transactions[0].noteId"),
        (
            RequestTexts.transactions("executeContractWithEncoded", #"{"transactionRequest":""}"#),
            "transactionRequest"
        ),
        (
            RequestTexts.transactions("executeContractWithEncoded", #"{"transactionRequest":"A"}"#),
            "transactionRequest"
        ),
        (requester("Shop", ""), "requester.name"), (requester(#""Shop""#, #""\ud800""#), "requester.name"),
        (requester("oJql", ""), "requester.key"), (origin("http://shop.example"), "requester.origin"),
        (origin("https://Shop.example"), "requester.origin"), (origin("https://shop.example/"), "requester.origin"),
        (origin("https://shop.example:443"), "requester.origin"),
        (origin("https://a@shop.example"), "requester.origin"),
        (origin("https://1.2.3.4"), "requester.origin"), (origin("https://"), "requester.origin"),
    ]

    @Test("what is not of the form: is refused by the member's name", arguments: wrong)
    func refused(text: Data, place: String) {
        let error = RequestTexts.refusal(of: text)
        #expect(error?.kind == .invalidRequest)
        #expect(error?.message.contains(place) == true)
    }

    @Test("the text of a sign-in: is refused as a message")
    func signIn() {
        let text = #"https://shop.example wants you to sign in with your Miden account:\nmtst1"#
        let error = RequestTexts.refusal(of: RequestTexts.text("signMessage", #""message":"\#(text)""#))
        #expect(error?.kind == .invalidRequest && error?.message.contains("sign-in") == true)
    }

    @Test("another version: is refused as such, whatever else is in the request")
    func version() {
        for version in ["0", "2", "18446744073709551615"] {
            let error = RequestTexts.refusal(of: RequestTexts.text("fly", #""extra":1"#, version: version))
            #expect(error?.kind == .unsupportedRequestVersion)
        }
        #expect(RequestTexts.refusal(of: RequestTexts.text("connectWallet", version: "1.0"))?.kind == .invalidRequest)
    }

    @Test("an address of another network: is refused as of the wrong network, at each place that has one")
    func wrongNetwork() {
        let devnet = #""network":"devnet""#
        let texts = [
            RequestTexts.text("connectWallet", #""address":"\#(RequestTexts.recipient)""#, network: devnet),
            RequestTexts.text("sendCoin", #""transactions":[\#(RequestTexts.payment)]"#, network: devnet),
            RequestTexts.text("executeContract", #""transactions":[\#(RequestTexts.call)]"#, network: devnet),
        ]
        for text in texts {
            let error = RequestTexts.refusal(of: text)
            #expect(error?.kind == .requestWrongNetwork && error?.code == .networkMismatch)
        }
    }

    @Test("names of a stranger's choice: are escaped and cut in errors")
    func escapedNames() {
        let name = "\u{202E}" + String(repeating: "n", count: 500)
        for text in [
            RequestTexts.text("connectWallet", "\"\(name)\":1"),
            RequestTexts.text("connectWallet", "\"\(name)\":1,\"\(name)\":1"),
        ] {
            let message = RequestTexts.refusal(of: text)?.message ?? ""
            #expect(!message.contains("\u{202E}") && message.contains(#"\u{202E}"#) && message.count < 200)
        }
    }

    @Test("a localnet request: has addresses of a local node or of the embedded chain")
    func localnet() throws {
        let account = try AccountAddress(RequestTexts.recipient, on: .testnet).accountId
        for network in [MidenWallet.Network.local, .embedded] {
            let address = try AccountAddress(account, on: network).text
            let text = RequestTexts.text(
                "connectWallet",
                #""address":"\#(address)""#,
                network: #""network":"localnet""#
            )
            let request = try AppRequest(text: text)
            #expect(request.address == address && request.accountID == account)
        }
    }
}
