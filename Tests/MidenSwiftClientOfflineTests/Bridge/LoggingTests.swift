import Foundation
import Logging
import Testing

@testable import MidenSwiftClient

@Suite("What Rust logs", .timeLimit(.minutes(2)))
struct LoggingTests {
    struct Entry: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: [String: String]
        let source: String
    }

    /// A log handler that hands everything to a stream.
    private struct StreamHandler: LogHandler {
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]
        let entries: AsyncStream<Entry>.Continuation

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(
            level: Logger.Level,
            message: Logger.Message,
            metadata: Logger.Metadata?,
            source: String,
            file: String,
            function: String,
            line: UInt
        ) {
            entries.yield(
                Entry(
                    level: level,
                    message: "\(message)",
                    metadata: (metadata ?? [:]).mapValues { "\($0)" },
                    source: source
                )
            )
        }
    }

    private func logger(_ level: Logger.Level) -> (Logger, AsyncStream<Entry>, AsyncStream<Entry>.Continuation) {
        let (stream, continuation) = AsyncStream<Entry>.makeStream()
        let logger = Logger(label: "test", factory: { _ in StreamHandler(logLevel: level, entries: continuation) })
        return (logger, stream, continuation)
    }

    @Test("An event arrives with its level, its target as source and its fields as metadata")
    func event() async throws {
        let (logger, stream, continuation) = logger(.trace)
        let sink = try #require(LogSink(logger))
        let golden = try PackageFiles.goldenMessage("events/log")
        for level: Int32 in 1...5 {
            sink.receive(level: level, json: golden)
        }
        continuation.finish()
        let entries = await stream.reduce(into: [Entry]()) { $0.append($1) }
        #expect(entries.map(\.level) == [.error, .warning, .info, .debug, .trace])
        let entry = try #require(entries.first)
        #expect(entry.message == "proving")
        #expect(entry.source == "miden_swift_wallet::transactions")
        #expect(entry.metadata == ["account_id": "0x8a7c2f6b1d3e4f501122334455667a", "threads": "2"])
    }

    @Test("An event that cannot be read is logged as it is")
    func unreadable() async throws {
        let (logger, stream, continuation) = logger(.error)
        let sink = try #require(LogSink(logger))
        sink.receive(level: 1, json: Data("?".utf8))
        sink.receive(level: 2, json: Data("not wanted".utf8))
        continuation.finish()
        let entries = await stream.reduce(into: [Entry]()) { $0.append($1) }
        #expect(entries.map(\.message) == ["?"])
    }

    @Test("The logger's level decides what crosses; by default nothing does")
    func levels() {
        let crossing: [(Logger.Level, Int32)] = [
            (.error, 1), (.warning, 2), (.notice, 2), (.info, 3), (.debug, 4), (.trace, 5),
        ]
        for (level, number) in crossing {
            #expect(LogSink(logger(level).0)?.level == number)
        }
        #expect(LogSink(logger(.critical).0) == nil)
        #expect(LogSink(MidenWallet.Configuration().logger) == nil)
    }

    @Test("A wallet's log reaches the wallet's logger")
    func wallet() async throws {
        let directory = try TemporaryDirectory()
        let (logger, stream, continuation) = logger(.trace)
        let wallet = try MidenWallet(configuration: .embedded(in: directory, logger: logger))
        let account = try await wallet.createWallet()
        let paid = try await wallet.paidNote(to: account, amount: 1)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        try await wallet.shutdown()
        continuation.finish()
        let entries = await stream.reduce(into: [Entry]()) { $0.append($1) }
        #expect(!entries.isEmpty)
        #expect(entries.allSatisfy { !$0.source.isEmpty })
    }

    @Test("A wallet that is opened with nothing tells, once, what its key file protects the keys from")
    func keyFile() async throws {
        let directory = try TemporaryDirectory()
        var told: [[Entry]] = []
        for _ in 0..<2 {
            let (logger, stream, continuation) = logger(.notice)
            let wallet = try MidenWallet(
                keystorePath: directory.path + "/keystore",
                storePath: directory.path + "/store.sqlite3",
                logger: logger
            )
            try await wallet.shutdown()
            continuation.finish()
            told.append(await stream.reduce(into: []) { $0.append($1) })
        }
        #expect(told.map(\.count) == [1, 0])
        let entry = try #require(told.first?.first)
        #expect(entry.level == .warning)
        #expect(entry.message.contains("It does not protect them from whoever can read this user's files"))
        #expect(entry.metadata["path"] == directory.path + "/keystore.key")
    }

    @Test("A store that is gone while its keys are there is missed aloud, and a new one is made")
    func removedStore() async throws {
        let directory = try TemporaryDirectory()
        let first = try MidenWallet(configuration: .embedded(in: directory))
        _ = try await first.createWallet()
        let store = try await first.info().storePath
        try await first.shutdown()
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: store + suffix) {
            try FileManager.default.removeItem(atPath: store + suffix)
        }

        let (logger, stream, continuation) = logger(.warning)
        let second = try MidenWallet(configuration: .embedded(in: directory, logger: logger))
        #expect(try await second.getAccounts().isEmpty)
        try await second.shutdown()
        continuation.finish()
        let entries = await stream.reduce(into: [Entry]()) { $0.append($1) }
        let missed = try #require(entries.first { $0.message.contains("there is no store, and there are keys") })
        #expect(missed.metadata["store"] == store)
    }

    @Test("Where none is given, the log of such a wallet goes to the app's own, from notices up")
    func loggerOfTheApp() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            keystorePath: directory.path + "/keystore",
            storePath: directory.path + "/store.sqlite3"
        )
        let logger = wallet.configuration.logger
        #expect(logger.label == "miden")
        #expect(logger.logLevel == max(.notice, Logger(label: "miden").logLevel))
        try await wallet.shutdown()
    }
}
