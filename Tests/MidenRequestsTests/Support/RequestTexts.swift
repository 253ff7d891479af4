import Foundation
import MidenRequests
import MidenSwiftClient
import Testing

/// Request texts of a test's own, by the requester of the vectors.
enum RequestTexts {
    static let faucet = "mtst1ap7r6q4fz90y052tv50ga95p2v2j7h4g"
    static let recipient = "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"
    static let hash = "0x" + String(repeating: "1", count: 64)
    static let head =
        #""expiresAt":1795781400,"id":"41c9ebbcfea9a373b774b8eeab4320af","issuedAt":1795780800"#
        + #","receiptKey":"6OkFrN+fqQoTqoLG0vYfD9tA0359OrwUXlw8LqhCBSM=""#
    static let network = #""network":"testnet""#
    static let requester = #""requester":{"key":"oJql9HpnWYAv+VX43C0qFKXJnSO+l/hkEn/5ODRVpPA=","name":"Shop"}"#
    static let payment =
        #"{"amount":"1500000","faucetId":"\#(faucet)","noteType":"private","recipientAddress":"\#(recipient)"}"#
    static let note = #"{"noteBytes":"AQID","noteId":"\#(hash)"}"#
    static let advice = #"{"key":"\#(hash)","values":["1","2"]}"#
    static let call =
        #"{"advice":[\#(advice)],"arguments":["1","18446744069414584320"],"foreignAccounts":["\#(recipient)"]"#
        + #","procedure":"\#(hash)"}"#
    static let encoded = #"{"importNotes":["AQID"],"transactionRequest":"AQID"}"#

    /// A text with members of a test's choice besides those that every request has.
    static func text(
        _ action: String,
        _ members: String...,
        head: String = head,
        network: String = network,
        requester: String = requester,
        version: String = "1"
    ) -> Data {
        let all = [#""action":"\#(action)""#, head, network, requester] + members + [#""version":\#(version)"#]
        return Data("{\(all.filter { !$0.isEmpty }.joined(separator: ","))}".utf8)
    }

    static func transactions(_ action: String, _ transactions: String...) -> Data {
        text(action, #""transactions":[\#(transactions.joined(separator: ","))]"#)
    }

    /// One text of each action, with all members that it can have.
    static let all: [Data] = [
        text("connectWallet", network: ""),
        text("connectWallet", #""address":"\#(recipient)""#),
        text("connectWalletAndSignMessage", #""message":"Hi / \u00e9""#, network: ""),
        text("signMessage", #""message":"Hi""#),
        transactions("sendCoin", payment, payment.replacingOccurrences(of: "}", with: #","recallBlocks":7}"#)),
        text(
            "sendCoin",
            #""transactions":[\#(payment)],"maximumFee":"5","order":"committed""#,
            #""returnLinks":{"failure":"shop:failed","success":"https://shop.example/paid?order=1"}"#,
            requester: requester.replacingOccurrences(of: "}", with: #","origin":"https://shop.example:8443"}"#)
        ),
        transactions("consumeNote", note, #"{"noteId":"\#(hash)"}"#),
        transactions("executeContract", call, #"{"procedure":"\#(hash)"}"#),
        transactions("executeContractWithEncoded", encoded, #"{"transactionRequest":"AQID"}"#),
    ]

    /// The error of a text that is refused.
    static func refusal(of text: Data, sourceLocation: SourceLocation = #_sourceLocation) -> MidenError? {
        #expect(throws: MidenError.self, sourceLocation: sourceLocation) { _ = try AppRequest(text: text) }
    }
}
