#if WalletServer
    import Foundation
    import MidenTestSupport
    import MidenWalletRPC
    import MidenWalletServerTestSupport

    /// The bytes of a socket after its upgrade: frames, most of them with messages.
    struct WebSocketInput: FuzzInput {
        /// The codes that the server closes with.
        private static let closeCodes: Set<Int?> = [nil, 1000, 1001, 1002, 1003, 1008, 1009, 1013]

        private let upgrade: String
        private let pieces: [[UInt8]]
        private let ending: SocketEnding
        private let reads: Bool

        var bytes: Data { Data(pieces.joined()) }

        init(_ corpus: Corpus, port: Int, using random: inout SeededGenerator) {
            let origin = random.element(of: FuzzTarget.origins + [FuzzTarget.slowOrigin])
            let headers = ["Host: 127.0.0.1:\(port)", "Origin: \(origin)"] + RawClient.upgradeHeaders
            upgrade = "GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n"
            var bytes: [UInt8] = []
            for _ in 0...random.below(8) { bytes += Self.frames(corpus, using: &random) }
            if random.isOneIn(4) { bytes = corpus.mutated(bytes, using: &random) }
            reads = !random.isOneIn(8)
            ending = reads ? .random(using: &random) : random.element(of: [.closes, .resets, .staysOpen])
            if ending == .waits { bytes += Frame.bytes(Frame.close, [3, 232]) }
            pieces = random.pieces(of: bytes)
        }

        private static func frames(_ corpus: Corpus, using random: inout SeededGenerator) -> [UInt8] {
            switch random.below(12) {
            case 0: return fragments(corpus.message(using: &random), using: &random)
            case 1:
                let opcode = random.element(of: [Frame.ping, Frame.pong])
                return Frame.bytes(opcode, random.bytes(upTo: 130))
            case 2:
                let code = random.element(of: [0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 65535])
                return Frame.bytes(Frame.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + random.bytes(upTo: 124))
            case 3: return Frame.bytes(Frame.close, random.bytes(upTo: 1))
            case 4:
                let opcode = UInt8(random.below(16))
                let first = UInt8(random.below(16)) << 4
                return Frame.bytes(opcode, random.bytes(upTo: 200), first: first)
            case 5:
                let length = random.element(of: [0, 126, 65535, 65536, 1_048_576, 1_048_577, 1 << 63, UInt64.max])
                return Frame.header(Frame.text, length: length) + random.bytes(upTo: 300)
            case 6:
                // A length in more bytes than it needs, or without a mask.
                let second = random.element(of: [0x7E, 0x7F, 0xFE, 0xFF, 5] as [UInt8])
                return [0x81, second] + [UInt8](repeating: 0, count: random.below(9)) + random.bytes(upTo: 20)
            case 7: return random.bytes(upTo: 100)
            default: return Frame.bytes(Frame.text, corpus.message(using: &random))
            }
        }

        /// A message in several frames, with others between them.
        private static func fragments(_ message: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
            var bytes: [UInt8] = []
            var rest = message[...]
            var opcode = Frame.text
            for _ in 0..<random.below(6) {
                let part = rest.prefix(random.below(rest.count + 1))
                rest = rest.dropFirst(part.count)
                bytes += Frame.bytes(opcode, Array(part), first: 0)
                opcode = Frame.continuation
                if random.isOneIn(4) { bytes += Frame.bytes(Frame.ping, random.bytes(upTo: 10)) }
                if random.isOneIn(30) { bytes += Frame.bytes(Frame.text, []) }
            }
            return bytes + Frame.bytes(opcode, Array(rest))
        }

        func run(on target: FuzzTarget) async throws {
            let client = try await target.connect(reads: reads)
            await client.send(pieces: [Array(upgrade.utf8)])
            if reads {
                // The server may have too many connections, and this machine too little time.
                guard let response = try? await client.response(hasBody: false) else { return }
                guard response.status == 101 else {
                    guard [408, 429, 503].contains(response.status) else {
                        throw Fuzz.Failure(description: "the upgrade is answered with \(response.status)")
                    }
                    return
                }
            }
            await client.send(pieces: pieces)
            guard await ending.end(client, target) else { return }
            try await readFrames(client, target)
        }

        private func readFrames(_ client: RawClient, _ target: FuzzTarget) async throws {
            while true {
                let frame: Frame
                do {
                    frame = try await client.frame()
                } catch RawClient.Failure.closed(_) {
                    return
                }
                switch frame.opcode {
                case Frame.text: try checkMessage(Data(frame.data), target)
                case Frame.ping, Frame.pong: break
                case Frame.close:
                    guard Self.closeCodes.contains(frame.closeCode) else {
                        throw Fuzz.Failure(description: "the server closes with \(frame.data)")
                    }
                    try? await client.send(Frame.bytes(Frame.close, frame.data))
                default: throw Fuzz.Failure(description: "the server sends a frame of opcode \(frame.opcode)")
                }
            }
        }

        private func checkMessage(_ data: Data, _ target: FuzzTarget) throws {
            guard let message = try? WalletMessage(reading: data) else {
                throw Fuzz.Failure(description: "the server sends \(String(decoding: data.prefix(200), as: UTF8.self))")
            }
            if case .response(let response) = message { try target.check(response) }
        }
    }
#endif
