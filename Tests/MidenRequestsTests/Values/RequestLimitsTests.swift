import Foundation
import MidenRequests
import MidenSwiftClient
import Testing

@Suite("Limits of requests")
struct RequestLimitsTests {
    private static func list(_ count: Int, _ item: String) -> String {
        Array(repeating: item, count: count).joined(separator: ",")
    }

    private static func message(_ bytes: Int) -> Data {
        RequestTexts.text("signMessage", #""message":"\#(String(repeating: "m", count: bytes))""#)
    }

    private static func life(_ seconds: Int) -> Data {
        RequestTexts.text(
            "connectWallet",
            head: RequestTexts.head.replacingOccurrences(of: "1795781400", with: String(1_795_780_800 + seconds))
        )
    }

    private static func name(_ count: Int) -> Data {
        let name = String(repeating: "é", count: count)
        return RequestTexts.text(
            "connectWallet",
            requester: RequestTexts.requester.replacingOccurrences(of: "Shop", with: name)
        )
    }

    private static func call(arguments: Int = 0, advice: Int = 0, values: Int = 0, accounts: Int = 0) -> Data {
        let entry = #"{"key":"\#(RequestTexts.hash)","values":[\#(list(values, "\"1\""))]}"#
        let call =
            #"{"advice":[\#(list(advice, entry))],"arguments":[\#(list(arguments, "\"1\""))]"#
            + #","foreignAccounts":[\#(list(accounts, "\"\(RequestTexts.recipient)\""))],"procedure":"\#(RequestTexts.hash)"}"#
        return RequestTexts.transactions("executeContract", call)
    }

    private static func payment(_ old: String, _ new: String) -> Data {
        RequestTexts.transactions("sendCoin", RequestTexts.payment.replacingOccurrences(of: old, with: new))
    }

    private static func notes(_ count: Int) -> Data {
        RequestTexts.transactions(
            "executeContractWithEncoded",
            #"{"importNotes":[\#(list(count, "\"AQID\""))],"transactionRequest":"AQID"}"#
        )
    }

    /// A text at the limit, and one beyond it.
    private static let limits: [(String, Data, Data)] = [
        ("expiresAt", life(30), life(29)), ("expiresAt", life(604_800), life(604_801)),
        ("message", message(16_384), message(16_385)), ("message", message(1), message(0)),
        ("requester.name", name(64), name(65)),
        (
            "transactions", RequestTexts.transactions("consumeNote", list(16, RequestTexts.note)),
            RequestTexts.transactions("consumeNote", list(17, RequestTexts.note))
        ),
        ("arguments", call(arguments: 16), call(arguments: 17)), ("advice", call(advice: 64), call(advice: 65)),
        ("values", call(advice: 1, values: 1024), call(advice: 1, values: 1025)),
        ("foreignAccounts", call(accounts: 8), call(accounts: 9)), ("importNotes", notes(64), notes(65)),
        ("amount", payment("1500000", "9223372034707292160"), payment("1500000", "9223372034707292161")),
        (
            "recallBlocks", payment("\"private\"", "\"private\",\"recallBlocks\":2147483647"),
            payment("\"private\"", "\"private\",\"recallBlocks\":2147483648")
        ),
    ]

    @Test("a limit: holds, and one beyond it is refused by the member's name", arguments: limits)
    func limit(member: String, at: Data, beyond: Data) throws {
        let request = try AppRequest(text: at)
        #expect(try AppRequest(text: request.text()) == request)
        let error = RequestTexts.refusal(of: beyond)
        #expect(error?.kind == .invalidRequest && error?.message.contains(member) == true)
    }

    @Test("a request text: has at most 250,000 bytes, whether it is read or made")
    func size() throws {
        func text(_ count: Int) -> Data {
            RequestTexts.text("connectWallet") + Data(repeating: 0x20, count: count)
        }
        let free = 250_000 - text(0).count
        #expect(throws: Never.self) { _ = try AppRequest(text: text(free)) }
        #expect(RequestTexts.refusal(of: text(free + 1))?.kind == .invalidRequest)
        let small = try AppRequest(text: text(0))
        let error = #expect(throws: MidenError.self) {
            _ = try AppRequest(
                id: small.id,
                issuedAt: small.issuedAt,
                expiresAt: small.expiresAt,
                content: .executeContractWithEncoded([EncodedTransaction(transactionRequest: Data(count: 190_000))]),
                network: .testnet,
                requester: small.requester,
                receiptKey: small.receiptKey
            )
        }
        #expect(error?.kind == .invalidRequest)
    }

    @Test("a request text: is nested at most 8 deep")
    func depth() {
        func text(_ depth: Int) -> Data {
            let lists = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return RequestTexts.text("connectWallet", #""extra":\#(lists)"#)
        }
        #expect(RequestTexts.refusal(of: text(8))?.message.contains("extra") == true)
        #expect(RequestTexts.refusal(of: text(9))?.message.contains("nested too deep") == true)
    }

    @Test(
        "a receipt key of a small order: is refused by the member's name, whether the request is read or made",
        arguments: [[:], [0: 1], [31: 0x80], [0: 1, 31: 0x80]] as [[Int: UInt8]]
    )
    func receiptKey(bytes: [Int: UInt8]) throws {
        var key = Data(count: 32)
        for (index, byte) in bytes { key[index] = byte }
        let read = RequestTexts.refusal(
            of: RequestTexts.text(
                "connectWallet",
                head: RequestTexts.head.replacingOccurrences(
                    of: "6OkFrN+fqQoTqoLG0vYfD9tA0359OrwUXlw8LqhCBSM=",
                    with: key.base64EncodedString()
                )
            )
        )
        #expect(read?.kind == .invalidRequest && read?.message.contains("receiptKey") == true)
        let request = try AppRequest(text: RequestTexts.text("connectWallet"))
        let made = #expect(throws: MidenError.self) {
            _ = try AppRequest(
                id: request.id,
                issuedAt: request.issuedAt,
                expiresAt: request.expiresAt,
                content: .connectWallet,
                network: .testnet,
                requester: request.requester,
                receiptKey: key
            )
        }
        #expect(made?.kind == .invalidRequest && made?.message.contains("receiptKey") == true)
    }

    @Test("a request that is made beyond a limit: is refused as one that is read")
    func made() throws {
        let request = try AppRequest(text: RequestTexts.text("connectWallet"))
        func make(
            _ content: AppRequest.Content,
            life: TimeInterval = 600,
            fee: UInt64? = nil,
            order: AppRequest.Order = .submitted,
            receiptKey: Data? = nil
        ) throws -> AppRequest {
            try AppRequest(
                id: request.id,
                issuedAt: request.issuedAt,
                expiresAt: request.issuedAt + life,
                content: content,
                network: .testnet,
                requester: request.requester,
                receiptKey: receiptKey ?? request.receiptKey,
                maximumFee: fee,
                order: order
            )
        }
        #expect(try make(.connectWallet) == request)
        let refused: [() throws -> AppRequest] = [
            { try make(.connectWallet, life: 29) }, { try make(.connectWallet, life: .infinity) },
            { try make(.connectWallet, life: -.infinity) }, { try make(.connectWallet, life: .nan) },
            { try make(.connectWallet, fee: 1) }, { try make(.connectWallet, order: .committed) },
            { try make(.connectWallet, receiptKey: Data(count: 31)) }, { try make(.sendCoin([])) },
            { try make(.signMessage("")) }, { try make(.consumeNote([])) },
        ]
        for make in refused {
            let error = #expect(throws: MidenError.self) { _ = try make() }
            #expect(error?.kind == .invalidRequest)
        }
    }
}
