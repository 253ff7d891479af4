import Foundation
import MidenTestSupport
import Testing

/// Every command that reads a file reads regular files of a limited size, and reads them before it opens the wallet.
@Suite("Input files", .timeLimit(.minutes(5)))
struct InputFileTests {
    /// A command line in which FILE stands for the file.
    struct Reader: CustomTestStringConvertible, Sendable {
        let commandLine: String
        /// One more than the largest file, in bytes. Nil where the library has the limit, or where a line alone is read.
        let tooLarge: UInt64?

        init(_ commandLine: String, tooLarge: UInt64? = nil) {
            self.commandLine = commandLine
            self.tooLarge = tooLarge
        }

        var testDescription: String { commandLine }

        func arguments(_ file: String) -> [String] {
            commandLine.split(separator: " ").map { $0.replacingOccurrences(of: "FILE", with: file) } + ["--json"]
        }
    }

    static let readers = [
        Reader("import FILE", tooLarge: 64 << 20 + 1),
        Reader("import-key FILE", tooLarge: 1 << 20 + 1),
        Reader("import-key /etc/hosts --file-passphrase-from FILE"),
        Reader("restore-backup FILE"),
        Reader("restore-backup /etc/hosts --file-passphrase-from FILE"),
        Reader("verify FILE --message hello", tooLarge: 1 << 20 + 1),
        Reader("sign --file FILE", tooLarge: 64 << 20 + 1),
        Reader("new-wallet --seed-file FILE", tooLarge: 4 << 10 + 1),
        Reader("new-wallet --mnemonic-file FILE", tooLarge: 4 << 10 + 1),
        Reader("new-account -p basic-wallet --seed-file FILE", tooLarge: 4 << 10 + 1),
        Reader("new-account -p FILE", tooLarge: 16 << 20 + 1),
        Reader("new-account -p basic-wallet -i FILE", tooLarge: 4 << 20 + 1),
        Reader("restore --mnemonic-file FILE", tooLarge: 4 << 10 + 1),
        Reader("compile FILE", tooLarge: 4 << 20 + 1),
        Reader("exec -p FILE", tooLarge: 16 << 20 + 1),
        Reader("exec -p /etc/hosts -i FILE", tooLarge: 4 << 20 + 1),
        Reader("call 0x5401ef36:run -p FILE", tooLarge: 16 << 20 + 1),
        Reader("call 0x5401ef36:run -i FILE", tooLarge: 4 << 20 + 1),
        Reader("new-note --preview -p FILE", tooLarge: 16 << 20 + 1),
        Reader("notes --show 0x1 --package FILE", tooLarge: 16 << 20 + 1),
        Reader("account --inspect 0x5401ef36 -p FILE", tooLarge: 16 << 20 + 1),
        Reader("portfolio --prices FILE", tooLarge: 1 << 20 + 1),
        Reader("request create sendCoin --name Shop --transactions FILE", tooLarge: 1 << 20 + 1),
        Reader("request create signMessage --name Shop --message-file FILE", tooLarge: 1 << 20 + 1),
        Reader("request create consumeNote --name Shop --note 0x12 --note-file FILE", tooLarge: 64 << 20 + 1),
        Reader(
            "request create executeContractWithEncoded --name Shop --transaction-request FILE",
            tooLarge: 1 << 20 + 1
        ),
        Reader("request receipt 41c9ebbcfea9a373b774b8eeab4320af --receipt FILE", tooLarge: 1 << 20 + 1),
        Reader("info --passphrase-file FILE"),
    ]

    @Test("that are devices or pipes are refused at once, and no wallet is made", arguments: readers)
    func notRegular(_ reader: Reader) async throws {
        let sandbox = try Sandbox()
        let pipe = sandbox.directory.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for (file, sentence) in [
            ("/dev/zero", "it is a device, and only files are read."), (pipe, "it is a pipe, and only files are read."),
            ("/tmp", "it is a folder."),
        ] {
            let refused = try await sandbox.start(reader.arguments(file)).outcome()
            #expect(refused.status == 2, "\(refused.errors)")
            #expect(refused.output.isEmpty)
            let error = try refused.error()
            #expect(error["kind"].text == "file_unreadable")
            #expect(error["message"].text == "The file \(file) cannot be read: \(sentence)")
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
    }

    @Test(
        "that are larger than their kind allows are refused, and no wallet is made",
        arguments: readers.filter { $0.tooLarge != nil }
    )
    func tooLarge(_ reader: Reader) async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data(), to: "large")
        let handle = try #require(FileHandle(forWritingAtPath: file))
        // It takes no room on the disk.
        try handle.truncate(atOffset: try #require(reader.tooLarge))
        let refused = try await sandbox.start(reader.arguments(file)).outcome()
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(try refused.error()["kind"].text == "file_too_large")
        #expect(try refused.error()["message"].text.hasPrefix("The file \(file) is too large: it may have "))
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
    }

    @Test("that have no size, as those of the system, are read no further than the limit", .enabled(if: isLinux))
    func withoutSize() async throws {
        let sandbox = try Sandbox()
        let refused = try await sandbox.run("new-wallet", "--mnemonic-file", "/proc/kallsyms", "--json")
        #expect(try refused.error()["kind"].text == "file_too_large")
        let read = try await sandbox.run("new-wallet", "--seed-file", "/proc/self/stat", "--json")
        #expect(try read.error()["kind"].text == "invalid_seed")
    }

    private static let isLinux = FileManager.default.fileExists(atPath: "/proc/kallsyms")

    @Test("that are pipes of the shell are refused, and their descriptor takes a passphrase")
    func processSubstitution() async throws {
        let sandbox = try Sandbox()
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("correct horse\n".utf8))
        try pipe.fileHandleForWriting.close()
        let input = pipe.fileHandleForReading
        let path = try await sandbox.start(["init", "--passphrase-file", "/dev/fd/0", "--json"], input: input).outcome()
        #expect(try path.error()["message"].text.hasSuffix("it is a pipe, and only files are read."))
        let descriptor = try await sandbox.start(["init", "--passphrase-fd", "0"], input: input).outcome()
        #expect(descriptor.status == 0, "\(descriptor.errors)")
    }

    @Test(
        "that never come are waited for as long as --timeout says, and hold up no other command",
        arguments: [
            ["new-wallet", "--passphrase-fd", "0"], ["new-wallet", "--mnemonic-fd", "0"],
            ["backup", "wallet.backup", "--file-passphrase-fd", "0"],
        ]
    )
    func neverWritten(_ arguments: [String]) async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let pipe = Pipe()
        let input = pipe.fileHandleForReading
        let waiting = try sandbox.start(arguments + ["--json", "--timeout", "120"], input: input)
        // Beside it, for as long as it waits.
        #expect(try await sandbox.answer("accounts")["accounts"].count == 1)
        #expect(waiting.isRunning)
        let late = try await sandbox.start(arguments + ["--json", "--timeout", "0.2"], input: input).outcome()
        #expect(late.status == 124, "\(late.errors)")
        #expect(try late.error()["kind"].text == "timed_out")

        try pipe.fileHandleForWriting.close()
        #expect(await waiting.outcome().status != 0)
        #expect(try await sandbox.answer("accounts")["accounts"].count == 1)
    }
}
