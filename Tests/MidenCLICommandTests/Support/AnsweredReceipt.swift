import Foundation
import MidenTestSupport
import Testing

/// A signed receipt as `request approve` and `request decline` answer it.
struct AnsweredReceipt: Equatable {
    /// The text that is signed.
    var text: Data
    /// What is signed by the account's key. Nil if the receipt names no account.
    var signature: Data?

    /// Reads all receipts of an answer, the oldest first.
    static func all(in answer: JSON) throws -> [AnsweredReceipt] {
        try answer["receipts"].list.map { receipt in
            AnsweredReceipt(
                text: try #require(Data(base64Encoded: receipt["receipt"].text)),
                signature: Data(base64Encoded: receipt["signature"].text).flatMap { $0.isEmpty ? nil : $0 }
            )
        }
    }

    /// The newest receipt of an answer.
    static func newest(in answer: JSON) throws -> AnsweredReceipt { try #require(all(in: answer).last) }

    /// The members of the text.
    func members() throws -> JSON { try JSON(String(decoding: text, as: UTF8.self)) }

    /// The file that a requester reads.
    func file() throws -> Data {
        var object = ["receipt": text.base64EncodedString()]
        object["signature"] = signature?.base64EncodedString()
        return try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    }

    /// The same with a part of the text replaced, which has to be there once.
    func replacing(_ part: String, with other: String) throws -> AnsweredReceipt {
        let parts = String(decoding: text, as: UTF8.self).components(separatedBy: part)
        try #require(parts.count == 2, "“\(part)” is there \(parts.count - 1) times")
        return AnsweredReceipt(text: Data(parts.joined(separator: other).utf8), signature: signature)
    }
}
