import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("The activity log", .timeLimit(.minutes(5)))
struct ActivityLogTests {
    private let directory: TemporaryDirectory
    private let file: URL
    private let clock = ManualClock()
    private let failures = Log<String>()

    init() throws {
        directory = try TemporaryDirectory()
        file = URL(fileURLWithPath: directory.path).appendingPathComponent("activity.json")
    }

    private func open() throws -> ActivityLog {
        try ActivityLog(file: file, limits: ActivityRecord.Limits(), clock: clock) { [failures] error in
            failures.append("\(error)")
        }
    }

    private static func entry(
        _ outcome: ActivityEntry.Outcome,
        method: String = RPCMethodName.signMessage,
        origin: String = AnsweringWallet.origin
    ) -> ActivityEntry {
        ActivityEntry(
            time: Date(timeIntervalSince1970: 1_764_063_000),
            origin: origin,
            accountId: nil,
            method: method,
            outcome: outcome
        )
    }

    // MARK: - What is listed

    @Test("requests of pages: are listed with origin, account, outcome and facts, and without what they hold")
    func requests() async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            let (page, stranger) = (wallet.page(), wallet.page(of: "https://other.example"))
            await #expect(throws: RPCError.unauthorizedOrigin) { try await stranger.accounts() }
            let connect = Task { try await page.connect() }
            try await wallet.user.next().answer(.approve)
            _ = try await connect.value
            for answer in [ApprovalAnswer.approve, .decline] {
                let call = Task { try await page.sign(message: "I agree", by: wallet.address) }
                try await wallet.user.next().answer(answer)
                _ = await call.result
            }
            let unanswered = Task { try await page.sign(Data(count: 32), as: .word, by: wallet.address) }
            _ = try await wallet.user.next()
            wallet.clock.advance(by: .seconds(115))
            await #expect(throws: RPCError.notAnswered) { try await unanswered.value }
            wallet.clock.advance(by: RPCWallet.pauseAfterWithdrawal)
            let withdrawn = Task { try await page.sign([Data(count: 32)], by: wallet.address) }
            _ = try await wallet.user.next()
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await withdrawn.value }

            let entries = try await wallet.activityLog.entries(of: AnsweringWallet.origin)
            #expect(
                entries.map(\.method) == [
                    RPCMethodName.connect, RPCMethodName.signMessage, RPCMethodName.signMessage,
                    RPCMethodName.signBytes,
                    RPCMethodName.signPayloads,
                ]
            )
            #expect(entries.map(\.outcome) == [.answered, .answered, .declined, .unanswered, .withdrawn])
            #expect(entries.map(\.facts) == ["UPON_REQUEST", "7 bytes", "7 bytes", nil, nil])
            #expect(entries.allSatisfy { $0.accountId == wallet.account && $0.count == 1 })
            let now = try Date(AnsweringWallet.now, strategy: .iso8601)
            #expect(entries.allSatisfy { $0.time == now })

            let all = try await wallet.activityLog.entries()
            #expect(all.count == 6)
            #expect(all.first?.origin == "https://other.example")
            #expect(all.first?.accountId == nil)
            #expect(all.first?.outcome == .refused(code: 4100))
            #expect(!String(decoding: try JSONEncoder().encode(all), as: UTF8.self).contains("I agree"))
        }
    }

    @Test("a request that names another account: is listed as refused, with the account of the session")
    func otherAccount() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            let other = try await wallet.wallet.createWallet()
            let address = try AccountAddress(other, on: wallet.wallet.configuration.network).text
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.assets(of: address) }
            let entry = try #require(try await wallet.activityLog.entries().last)
            #expect(entry.method == RPCMethodName.requestAssets)
            #expect(entry.outcome == .refused(code: 4100))
            #expect(entry.accountId == wallet.account)
        }
    }

    @Test("the Safari extension: is listed without an origin")
    func safari() async throws {
        try await withAnsweringWallet { wallet async throws in
            _ = try await wallet.safariExtension.accounts()
            let entry = try #require(try await wallet.activityLog.entries().last)
            #expect(entry.origin == nil)
            #expect(entry.accountId == wallet.account)
        }
    }

    // MARK: - The file

    @Test("an approved request: is in the file at once")
    func approved() async throws {
        let log = try open()
        await log.add(Self.entry(.answered))
        #expect(try await open().entries() == [Self.entry(.answered)])
    }

    @Test("other requests: are listed at once, in the file after a minute, and written once however many there are")
    func delayed() async throws {
        let log = try open()
        for _ in 0..<100 { await log.add(Self.entry(.refused(code: 4100))) }
        #expect(try await log.entries().map(\.count) == [100])
        #expect(!FileManager.default.fileExists(atPath: file.path))
        // The task that waits for the minute may not have begun to wait: its deadline was set before.
        clock.advance(by: ActivityLog.saveDelay)
        while !FileManager.default.fileExists(atPath: file.path) { await Task.yield() }
        #expect(try await open().entries().map(\.count) == [100])
        #expect(try await log.entries().map(\.count) == [100])
    }

    @Test("entries that are saved: are there after the log was opened again, and can be filtered by origin")
    func reopened() async throws {
        let log = try open()
        let other = Self.entry(.declined, origin: "https://other.example")
        await log.add(Self.entry(.withdrawn))
        await log.add(other)
        try await log.save()
        let later = try open()
        #expect(try await later.entries() == [Self.entry(.withdrawn), other])
        #expect(try await later.entries(of: "https://other.example") == [other])
    }

    @Test("two logs of one file: keep the entries of both")
    func twoLogs() async throws {
        let (first, second) = (try open(), try open())
        await first.add(Self.entry(.answered, origin: "https://first.example"))
        await second.add(Self.entry(.answered, origin: "https://second.example"))
        #expect(try await first.entries().map(\.origin) == ["https://first.example", "https://second.example"])
    }

    @Test("a damaged file or one of a newer version: is an error, and stays as it is")
    func unreadable() throws {
        for text in ["{", #"{"format": "miden-swift activity", "version": 2, "content": {}}"#] {
            try Data(text.utf8).write(to: file)
            #expect(throws: RPCFileError.self) { try open() }
            #expect(try Data(contentsOf: file) == Data(text.utf8))
        }
    }

    @Test("a file that cannot be written: the app is told, pages are answered, and the entries are written later")
    func failing() async throws {
        let log = try open()
        try await withAnsweringWallet(activityLog: log) { wallet async throws in
            let page = try await wallet.connectedPage()
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            #expect(try await page.sign(message: "I agree", by: wallet.address).message == "I agree")
            #expect(failures.all.count == 1)
            try FileManager.default.removeItem(at: file)
            try await log.save()
            let methods = try await open().entries().map(\.method)
            #expect(methods == [RPCMethodName.connect, RPCMethodName.signMessage])
        }
    }
}
