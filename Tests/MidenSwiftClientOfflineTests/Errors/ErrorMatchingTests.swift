import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Errors")
struct ErrorMatchingTests {
    private static let names: [(MidenError.Code, MidenError.Code)] = [
        (MidenError.invalidParameter, .invalidParameter),
        (MidenError.invalidHandle, .invalidHandle),
        (MidenError.accountOperation, .accountOperation),
        (MidenError.noteOperation, .noteOperation),
        (MidenError.lookup, .lookup),
        (MidenError.transactionSubmission, .transactionSubmission),
        (MidenError.queueFull, .queueFull),
        (MidenError.nodeUnreachable, .nodeUnreachable),
        (MidenError.networkMismatch, .networkMismatch),
        (MidenError.store, .store),
        (MidenError.cancelled, .cancelled),
        (MidenError.wouldDeadlock, .wouldDeadlock),
        (MidenError.unsupported, .unsupported),
        (MidenError.internal, .internal),
        (MidenError.timedOut, .timedOut),
    ]

    @Test("Every code has a name that matches it in a catch, and no other")
    func everyName() {
        #expect(Self.names.map(\.1) == MidenError.Code.allCases)
        for (name, code) in Self.names {
            #expect(name == code)
            for other in MidenError.Code.allCases {
                let error: any Error = MidenError(bareCode: other.rawValue)
                #expect((name ~= error) == (other == code))
            }
        }
    }

    @Test("catch MidenError.queueFull, where the error has any type and where it is typed")
    func catching() {
        func untyped() throws { throw MidenError(bareCode: -8) }
        func typed() throws(MidenError) { throw MidenError(bareCode: -8) }
        do {
            try untyped()
            Issue.record("nothing was thrown")
        } catch MidenError.timedOut {
            Issue.record("the wrong name matched")
        } catch MidenError.queueFull {
        } catch {
            Issue.record("the right name did not match")
        }
        do {
            try typed()
            Issue.record("nothing was thrown")
        } catch MidenError.queueFull {
        } catch {
            Issue.record("the right name did not match")
        }
    }

    /// With typed throws this very loop crashes the compiler of Swift 6.3.1, so that it compiles is the test.
    @Test("The usual loop that tries again compiles and tries again")
    func retry() async throws {
        try await withEmbeddedWallet { wallet in
            func syncedPatiently() async throws -> UInt32 {
                for _ in 0..<3 {
                    do {
                        return try await wallet.sync().blockNumber
                    } catch MidenError.queueFull {
                        continue
                    }
                }
                return 0
            }
            let height = try await syncedPatiently()
            #expect(height > 0)
        }
    }

    @Test("An error of another type matches no name")
    func strangers() {
        let error: any Error = CancellationError()
        for (name, _) in Self.names {
            #expect(!(name ~= error))
        }
    }

    @Test("An error that crossed keeps all it says")
    func crossed() throws {
        let late = MidenError(code: -99, bytes: try PackageFiles.goldenMessage("errors/timed_out_after_submission"))
        #expect(late.code == .timedOut)
        #expect(late.kind == .timedOutAfterSubmission)
        let transaction: TransactionID = .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")
        #expect(late.transactionId == transaction)
        #expect(!late.isRetryable)
        #expect(
            late.localizedDescription
                == "The time allowed has passed. The transaction cannot be stopped any more and goes on in the background: "
                + "the wallet's transactions show it once it is submitted, and the log says so if it fails."
        )
        let spent = MidenError(code: -4, bytes: try PackageFiles.goldenMessage("errors/note_already_consumed"))
        #expect(spent.code == .noteOperation)
        #expect(spent.kind == .noteAlreadyConsumed)
        #expect("\(spent)".hasPrefix("noteOperation (-4, note_already_consumed): Note 0x3f1b"))
    }

    @Test("An error that cannot be read, or that comes without a message, still has its code and a sentence")
    func unreadable() {
        let garbled = MidenError(code: -12, bytes: Data("not JSON".utf8))
        #expect(garbled.code == .store)
        #expect(garbled.causes.last == "not JSON")
        #expect(!garbled.message.isEmpty)
        for code in MidenError.Code.allCases {
            let bare = MidenError(code: code.rawValue, bytes: Data())
            #expect(bare.code == code)
            #expect(bare.message.hasSuffix("."))
            #expect(bare.isRetryable == (code == .queueFull || code == .timedOut))
        }
        let unheardOf = MidenError(code: -77, bytes: Data())
        #expect(unheardOf.code == .internal)
        #expect(unheardOf.causes == ["result code -77"])
    }

    @Test("Controls and changes of direction in an error that crossed are escaped, and its lines are kept")
    func escaped() {
        let message =
            #"{"code":-6,"kind":"execution","message":"a\u202eb\nc","causes":["\u001b[2J"],"retryable":false}"#
        let error = MidenError(code: -6, bytes: Data(message.utf8))
        #expect(error.message == "a\\u{202E}b\nc")
        #expect(error.causes == [#"\u{1B}[2J"#])
    }

    @Test("A transaction id that cannot be read does not hide the error that names it")
    func unreadableTransaction() {
        let message = """
            {"code":-6,"kind":"rejected","message":"No.","causes":[],"retryable":false,"transaction_id":"?"}
            """
        let error = MidenError(code: -6, bytes: Data(message.utf8))
        #expect(error.code == .transactionSubmission)
        #expect(error.message == "No.")
        #expect(error.transactionId == nil)
    }
}
