#if WalletServer
    import Foundation
    import MidenTestSupport
    import MidenWalletServerTestSupport
    import Testing

    /// A `miden-cli serve --json` that runs, with the lines that it writes and reads.
    final class ServedWallet {
        let command: RunningCommand
        /// What it told at its start.
        let serving: JSON
        private let input: FileHandle
        private let lines: AsyncStream<String>

        var port: Int { URL(string: serving["url"].text)?.port ?? 0 }

        /// Starts it, and waits until it serves.
        init(_ sandbox: Sandbox, _ arguments: [String] = [], errors: FileHandle? = nil) async throws {
            let (input, output) = (Pipe(), Pipe())
            command = try sandbox.start(
                ["serve", "--json", "--port", "0", "--every", "0.1"] + arguments,
                input: input.fileHandleForReading,
                output: output.fileHandleForWriting,
                errors: errors
            )
            // The command has copies of these ends.
            try input.fileHandleForReading.close()
            try output.fileHandleForWriting.close()
            self.input = input.fileHandleForWriting
            lines = Self.lines(of: output)
            serving = try await Self.next("serving", of: lines)
        }

        /// Waits for the next line, which is about something. Lines about another thing can come before it.
        func next(_ name: String, skipping other: String? = nil) async throws -> JSON {
            try await Self.next(name, skipping: other, of: lines)
        }

        /// Writes a line.
        func write(_ line: String) throws {
            try write(Data(line.utf8))
        }

        /// Writes a line, which need not be text.
        func write(_ line: Data) throws {
            try writePart(line + [UInt8(ascii: "\n")])
        }

        /// Writes what may be the beginning of a line.
        func writePart(_ bytes: Data) throws {
            try input.write(contentsOf: bytes)
        }

        /// Decides a question.
        func decide(_ decision: String, _ question: JSON, digest: String? = nil) throws {
            let digest = digest.map { #","digest":"\#($0)""# } ?? ""
            try write(#"{"id":"\#(question["id"].text)","decision":"\#(decision)"\#(digest)}"#)
        }

        /// Ends its input, and waits for its end.
        func end() async throws -> Outcome {
            try input.close()
            return await command.outcome()
        }

        private static func next(
            _ name: String,
            skipping other: String? = nil,
            of lines: AsyncStream<String>
        ) async throws -> JSON {
            for await line in lines {
                let object = try JSON(line)
                if let other, !object[other].isNull { continue }
                try #require(!object[name].isNull, "\(line)")
                return object[name]
            }
            throw NoLine(about: name)
        }

        private struct NoLine: Error {
            let about: String
        }

        private static func lines(of pipe: Pipe) -> AsyncStream<String> {
            let (lines, line) = AsyncStream.makeStream(of: String.self)
            Thread.detachNewThread {
                var bytes = Data()
                while true {
                    let part = pipe.fileHandleForReading.availableData
                    guard !part.isEmpty else { break }
                    bytes.append(part)
                    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                        line.yield(String(decoding: bytes[..<end], as: UTF8.self))
                        bytes = Data(bytes[(end + 1)...])
                    }
                }
                line.finish()
            }
            return lines
        }
    }

    extension RawClient {
        /// Reads messages until one has an id, and returns that response. Events are left out.
        func response(to id: String) async throws -> JSON {
            while true {
                let message = try await message()
                if message["id"].text == id { return message }
            }
        }

        /// Reads a message.
        func message() async throws -> JSON {
            try JSON(String(decoding: try await frame().data, as: UTF8.self))
        }

        /// Connects as a page, which the user approves.
        func connect(_ wallet: ServedWallet) async throws -> JSON {
            try await call("connect", "miden_connect")
            try wallet.decide("approve", try await wallet.next("question"))
            #expect(try await wallet.next("ended")["reason"].text == "approved")
            return try await response(to: "connect")["result"]
        }
    }
#endif
