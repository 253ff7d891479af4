import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("The entries of an activity log")
struct ActivityRecordTests {
    private static let limits = ActivityRecord.Limits(origin: 10, strangers: 6, total: 20)
    private static let account: AccountID = .of("0x0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c")
    private static let start = Date(timeIntervalSince1970: 1_764_063_000)

    private static func entry(
        _ second: Int,
        of origin: String = "https://shop.example",
        account: AccountID?,
        method: String = RPCMethodName.signBytes,
        outcome: ActivityEntry.Outcome = .answered,
        facts: String? = nil
    ) -> ActivityEntry {
        ActivityEntry(
            time: start.addingTimeInterval(Double(second)),
            origin: origin,
            accountId: account,
            method: method,
            outcome: outcome,
            facts: facts
        )
    }

    @Test("a flood of refused requests: is one entry with its number and its last time")
    func refusedFlood() {
        var record = ActivityRecord()
        record.add([Self.entry(0, account: Self.account)], limits: Self.limits)
        for second in 1...1000 {
            let refused = Self.entry(second, account: Self.account, outcome: .refused(code: 4100))
            record.add([refused], limits: Self.limits)
        }
        #expect(record.entries.map(\.count) == [1, 1000])
        #expect(record.entries.last?.time == Self.start.addingTimeInterval(1))
        #expect(record.entries.last?.lastTime == Self.start.addingTimeInterval(1000))
    }

    @Test("a flood of silent reads: does not push out what the user approved")
    func silentFlood() {
        var record = ActivityRecord()
        record.add([Self.entry(0, account: Self.account)], limits: Self.limits)
        for second in 1...1000 {
            record.add(
                [Self.entry(second, account: Self.account, method: RPCMethodName.requestAssets)],
                limits: Self.limits
            )
        }
        #expect(record.entries.map(\.method) == [RPCMethodName.signBytes, RPCMethodName.requestAssets])
    }

    @Test("equal requests more than an hour apart, and approved ones: are entries of their own")
    func separate() {
        var record = ActivityRecord()
        for second in [0, 1, 3599, 3600] {
            record.add([Self.entry(second, account: Self.account)], limits: Self.limits)
            record.add([Self.entry(second, account: Self.account, outcome: .declined)], limits: Self.limits)
        }
        #expect(record.entries.filter { $0.outcome == .answered }.map(\.count) == [1, 1, 1, 1])
        #expect(record.entries.filter { $0.outcome == .declined }.map(\.count) == [3, 1])
    }

    @Test("an approved payment whose call is sent again: is one payment")
    func sentAgain() {
        var record = ActivityRecord()
        for (second, reference) in [(0, "reference a"), (1, "reference a"), (2, "reference b")] {
            let send = RPCMethodName.requestSend
            record.add(
                [Self.entry(second, account: Self.account, method: send, facts: reference)],
                limits: Self.limits
            )
        }
        #expect(record.entries.map(\.reference) == ["a", "b"])
        #expect(record.entries.allSatisfy { $0.count == 1 && $0.lastTime == nil })
    }

    @Test("more entries of an origin than its limit: lose the oldest of this origin only")
    func limitOfOrigin() {
        var record = ActivityRecord()
        record.add([Self.entry(0, of: "https://quiet.example", account: Self.account)], limits: Self.limits)
        for second in 1...15 { record.add([Self.entry(second, account: Self.account)], limits: Self.limits) }
        #expect(record.entries.count == 11)
        #expect(record.entries.first?.origin == "https://quiet.example")
        #expect(record.entries.dropFirst().first?.time == Self.start.addingTimeInterval(6))
    }

    @Test("more entries than the limits: lose approved ones only if there are no others")
    func approvedLast() {
        var record = ActivityRecord()
        for second in 0..<9 { record.add([Self.entry(second, account: Self.account)], limits: Self.limits) }
        for number in 0..<50 {
            let refused = Self.entry(10 + number, account: Self.account, outcome: .refused(code: number))
            record.add([refused], limits: Self.limits)
        }
        #expect(record.entries.filter(\.isApproval).count == 9)
        #expect(record.entries.count == 10)
        #expect(record.entries.last?.outcome == .refused(code: 49))
        // Nor do the entries of other origins.
        for origin in ["https://one.example", "https://two.example"] {
            for number in 0..<50 {
                let outcome = ActivityEntry.Outcome.refused(code: number)
                let refused = Self.entry(100 + number, of: origin, account: Self.account, outcome: outcome)
                record.add([refused], limits: Self.limits)
            }
        }
        #expect(record.entries.filter(\.isApproval).count == 9)
        #expect(record.entries.count == 20)
        for second in 200..<203 { record.add([Self.entry(second, account: Self.account)], limits: Self.limits) }
        let approved = record.entries.filter(\.isApproval)
        #expect(approved.count == 10)
        #expect(approved.first?.time == Self.start.addingTimeInterval(2))
    }

    @Test("pages without a session: push out neither the entries of others, nor those of each other if they have fewer")
    func strangers() {
        var record = ActivityRecord()
        let refused = ActivityEntry.Outcome.refused(code: 4100)
        record.add([Self.entry(0, account: Self.account)], limits: Self.limits)
        record.add([Self.entry(1, of: "https://once.example", account: nil, outcome: refused)], limits: Self.limits)
        for number in 0..<50 {
            let entry = Self.entry(
                2 + number,
                of: "https://flood.example",
                account: nil,
                outcome: .refused(code: number)
            )
            record.add([entry], limits: Self.limits)
        }
        #expect(record.entries.first?.accountId == Self.account)
        #expect(record.entries.filter { $0.accountId == nil }.count == 6)
        #expect(record.entries.contains { $0.origin == "https://once.example" })
        for number in 0..<50 {
            let entry = Self.entry(100 + number, of: "https://\(number).example", account: nil, outcome: refused)
            record.add([entry], limits: Self.limits)
        }
        #expect(record.entries.first?.accountId == Self.account)
        #expect(record.entries.filter { $0.accountId == nil }.count == 6)
    }

    @Test("more entries than the limit in total: lose the oldest of the origin that has most")
    func limitInTotal() {
        var record = ActivityRecord()
        record.add([Self.entry(0, of: "https://quiet.example", account: Self.account)], limits: Self.limits)
        for number in 0..<3 {
            for second in 1...10 {
                let entry = Self.entry(second, of: "https://\(number).example", account: Self.account)
                record.add([entry], limits: Self.limits)
            }
        }
        #expect(record.entries.count == 20)
        #expect(record.entries.first?.origin == "https://quiet.example")
        for number in 0..<3 {
            let own = record.entries.filter { $0.origin == "https://\(number).example" }
            #expect((6...7).contains(own.count))
            #expect(own.last?.time == Self.start.addingTimeInterval(10))
        }
    }

    @Test("an origin of any length: is cut")
    func longOrigin() {
        let entry = Self.entry(0, of: "https://" + String(repeating: "x", count: 10_000), account: nil)
        #expect(entry.origin?.count == ActivityEntry.longestText)
    }

    @Test(
        "an outcome: is read as it was written",
        arguments: [
            ActivityEntry.Outcome.answered, .declined, .withdrawn, .unanswered, .refused(code: 4100),
            .refused(code: -32602),
        ]
    )
    func codable(outcome: ActivityEntry.Outcome) throws {
        let bytes = try JSONEncoder().encode([outcome])
        #expect(try JSONDecoder().decode([ActivityEntry.Outcome].self, from: bytes) == [outcome])
    }
}
