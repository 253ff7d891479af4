import Foundation
import MidenTestSupport
import Testing

/// Sentence 7 of what must hold, by commands.
@Suite("Nothing has to run in the background for a request", .timeLimit(.minutes(5)))
struct RequestBackgroundTests {
    #if os(Linux)
        @Test("the flow: leaves no process behind any of its commands")
        func processes() async throws {
            let shop = try await Shop()
            let mark = shop.sandbox.directory.path
            let made = try await shop.requestPayment()
            #expect(ProcessSampler.processes(of: mark).isEmpty)
            _ = try await shop.answer("show", made.link)
            #expect(ProcessSampler.processes(of: mark).isEmpty)
            let approved = try await shop.approve(made.link)
            #expect(ProcessSampler.processes(of: mark).isEmpty)
            let file = try shop.sandbox.directory.write(
                try AnsweredReceipt.newest(in: approved).file(),
                to: "receipt.json"
            )
            _ = try await shop.requesterAlone().answer("request", "receipt", made.id, "--receipt", file)
            #expect(ProcessSampler.processes(of: mark).isEmpty)
        }
    #endif

    @Test("the wallet's side: what is finished is not gone through again by resume")
    func nothingOpen() async throws {
        let shop = try await Shop()
        #expect(try await shop.sandbox.answer("request", "resume")["requests"].count == 0)
        _ = try await shop.approve(try await shop.requestPayment().link)
        #expect(try await shop.sandbox.answer("request", "resume")["requests"].count == 0)
        try await shop.expectPaidOnce()
    }

    @Test("the requester's side: a receipt that was accepted is there for each later command")
    func kept() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let before = try await shop.sandbox.answer("request", "list", "--sent")["requests"][0]
        #expect(before["status"].text == "requested")
        let file = shop.sandbox.directory.path + "/receipt"
        _ = try await shop.answer("approve", made.link, "--account", shop.account, "--yes", "--receipt", file)
        _ = try await shop.sandbox.answer("request", "receipt", made.id, "--receipt", file)
        try FileManager.default.removeItem(atPath: file)
        #expect(try await shop.sandbox.answer("request", "receipt", made.id)["status"].text == "succeed")
        let after = try await shop.sandbox.answer("request", "list", "--sent")["requests"][0]
        #expect(after["status"].text == "succeed")
    }
}
