import Foundation
import MidenSwiftClient
import MidenWalletRPC

// What R3 of docs/requests.md allows, for requests that are made and for those that are read.

extension AppRequest {
    /// The end of the year 9999: later times are not times.
    static let latestTime: Double = 253_402_300_799

    static func wholeSeconds(_ date: Date, _ member: String) throws -> Date {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (0...latestTime).contains(seconds) else {
            throw MidenError.invalidRequest("\(member) is not a time from 1970 to 9999.")
        }
        return Date(timeIntervalSince1970: seconds)
    }

    func checkLimits() throws {
        let lifetime = Int(expiresAt.timeIntervalSince1970) - Int(issuedAt.timeIntervalSince1970)
        guard Self.lifetime.contains(lifetime) else {
            throw MidenError.invalidRequest(
                "expiresAt is not \(Self.lifetime.lowerBound) to \(Self.lifetime.upperBound) seconds after issuedAt."
            )
        }
        guard network != nil || action.isConnect else {
            throw MidenError.invalidRequest("network is missing.")
        }
        guard receiptKey.count == 32 else {
            throw MidenError.invalidRequest("receiptKey is not a key of 32 bytes.")
        }
        if let address { _ = try RequestAddress.accountID(of: address, on: network, "address") }
        guard maximumFee == nil || action.hasTransactions else {
            throw MidenError.invalidRequest("maximumFee is for requests with transactions.")
        }
        guard order == .submitted || action.hasTransactions else {
            throw MidenError.invalidRequest("order is for requests with transactions.")
        }
        if let message { try Self.check(message: message) }
        if action.hasTransactions, !(1...Self.mostTransactions).contains(transactionCount) {
            throw MidenError.invalidRequest("transactions is not a list of 1 to \(Self.mostTransactions).")
        }
        switch content {
        case .connectWallet, .connectWalletAndSignMessage, .signMessage, .consumeNote: break
        case .sendCoin(let payments): try Self.check(payments, Self.check(payment:_:))
        case .executeContract(let calls): try Self.check(calls, Self.check(call:_:))
        case .executeContractWithEncoded(let transactions): try Self.check(transactions, Self.check(encoded:_:))
        }
    }

    /// Refuses a key that no receipt can be sealed to, before anything is asked or paid.
    func checkReceiptKey() throws {
        do {
            _ = try RequestSealing.seal(receipt: Data(), to: receiptKey, requestDigest: Data(count: 32))
        } catch let error where error.kind == .invalidPublicKey {
            throw MidenError.invalidRequest(
                "receiptKey is a key of a small order, so that anyone could read what is sealed to it."
            )
        }
    }

    private static func check(message: String) throws {
        let longest = SignMessageParameters.longestMessage
        guard (1...longest).contains(message.utf8.count) else {
            throw MidenError.invalidRequest("message is not a text of 1 to \(longest) bytes.")
        }
        do {
            try SignMessageParameters(address: "", message: message).checkContent()
        } catch {
            throw MidenError.invalidRequest("message is the text of a sign-in, which only a page can ask for.")
        }
    }

    private static func check<Item>(_ items: [Item], _ check: (Item, String) throws -> Void) throws {
        for (index, item) in items.enumerated() {
            try check(item, "transactions[\(index)]")
        }
    }

    private static func check(payment: RequestedPayment, _ place: String) throws {
        let largest = RequestedPayment.largestAmount
        guard (1...largest).contains(payment.baseUnits) else {
            throw MidenError.invalidRequest("\(place).amount is not an amount from 1 to \(largest) base units.")
        }
        let mostBlocks = RequestSendParameters.mostRecallBlocks
        guard (0...mostBlocks).contains(payment.recallBlocks ?? 0) else {
            throw MidenError.invalidRequest("\(place).recallBlocks is not a whole number of at most \(mostBlocks).")
        }
    }

    private static func check(call: RequestedProcedureCall, _ place: String) throws {
        func check(_ count: Int, _ member: String, atMost most: Int) throws {
            guard count <= most else {
                throw MidenError.invalidRequest("\(place).\(member) is not a list of at most \(most).")
            }
        }
        try check(call.arguments.count, "arguments", atMost: RequestedProcedureCall.mostArguments)
        try check(call.advice.count, "advice", atMost: RequestedProcedureCall.mostAdvice)
        for (index, entry) in call.advice.enumerated() {
            try check(entry.values.count, "advice[\(index)].values", atMost: RequestedProcedureCall.mostAdviceValues)
        }
        try check(
            call.foreignAccountIDs.count,
            "foreignAccounts",
            atMost: RequestedProcedureCall.mostForeignAccounts
        )
    }

    private static func check(encoded: EncodedTransaction, _ place: String) throws {
        guard !encoded.transactionRequest.isEmpty else {
            throw MidenError.invalidRequest("\(place).transactionRequest is not a transaction request.")
        }
        guard encoded.importNotes.count <= EncodedTransaction.mostNotes else {
            throw MidenError.invalidRequest(
                "\(place).importNotes is not a list of at most \(EncodedTransaction.mostNotes)."
            )
        }
    }
}
