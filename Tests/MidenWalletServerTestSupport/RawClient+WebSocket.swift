#if WalletServer
    import Foundation
    import MidenWalletRPC

    /// A frame of the server.
    package struct Frame: Equatable, Sendable {
        package static let continuation: UInt8 = 0
        package static let text: UInt8 = 1
        package static let binary: UInt8 = 2
        package static let close: UInt8 = 8
        package static let ping: UInt8 = 9
        package static let pong: UInt8 = 10

        /// The opcode.
        package let opcode: UInt8
        /// The data.
        package let data: [UInt8]

        /// Makes a frame to compare with.
        package init(opcode: UInt8, data: [UInt8]) {
            self.opcode = opcode
            self.data = data
        }

        /// The reason of a frame that closes.
        package var closeCode: Int? {
            opcode == Self.close && data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : nil
        }

        /// The first frame of the bytes and its size, nil if it has not all arrived.
        package static func first(of bytes: [UInt8]) -> (frame: Frame, size: Int)? {
            guard bytes.count >= 2 else { return nil }
            let extended = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0
            guard bytes.count >= 2 + extended else { return nil }
            let length = extended == 0 ? Int(bytes[1]) : bytes[2..<(2 + extended)].reduce(0) { $0 << 8 | Int($1) }
            let size = 2 + extended + length
            guard bytes.count >= size else { return nil }
            return (Frame(opcode: bytes[0] & 0x0F, data: Array(bytes[(2 + extended)..<size])), size)
        }

        /// A frame of a client. `first` is what the first byte has beside the opcode: 0x80 in the last frame of a message.
        package static func bytes(_ opcode: UInt8, _ data: [UInt8], first: UInt8 = 0x80) -> [UInt8] {
            let key: [UInt8] = [0x12, 0xFE, 0x00, 0x9C]
            let masked: [UInt8] = data.enumerated().map { $1 ^ key[$0 % 4] }
            return header(opcode, length: UInt64(data.count), first: first) + key + masked
        }

        /// The header of a frame of a client before its key.
        package static func header(_ opcode: UInt8, length: UInt64, first: UInt8 = 0x80) -> [UInt8] {
            let bytes: [UInt8] = (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
            switch length {
            case ...125: return [first | opcode, 0x80 | bytes[7]]
            case ...65535: return [first | opcode, 0xFE] + Array(bytes.suffix(2))
            default: return [first | opcode, 0xFF] + bytes
            }
        }
    }

    extension RawClient {
        /// A frame is not a response.
        package struct NotAMessage: Error {
            /// The frame.
            package let frame: Frame
        }

        /// The headers that ask for a socket, without `Host` and `Origin`.
        package static let upgradeHeaders = [
            "Connection: keep-alive, Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]

        /// Opens a socket as a page of an origin.
        package static func socket(
            _ port: Int,
            origin: String = "https://shop.example",
            reads: Bool = true
        ) async throws -> RawClient {
            let client = try await RawClient(port: port, reads: reads)
            let headers = ["Host: 127.0.0.1:\(port)", "Origin: \(origin)"] + upgradeHeaders
            try await client.send("GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n")
            if reads {
                let response = try await client.response(hasBody: false)
                guard response.status == 101 else { throw NotHTTP(text: "\(response)") }
            }
            return client
        }

        /// Reads a frame.
        package func frame() async throws -> Frame {
            let bytes = try await receive { Frame.first(of: $0)?.size }
            guard let (frame, _) = Frame.first(of: bytes) else { throw Failure.closed(after: "") }
            return frame
        }

        /// Reads the frame that closes, and waits until the connection is closed.
        package func closeCode() async throws -> Int? {
            let frame = try await frame()
            try await send(Frame.bytes(Frame.close, frame.data))
            _ = try await end()
            return frame.closeCode
        }

        /// Sends a request in one frame.
        package func call(_ id: String, _ method: String, _ parameters: String = "{}") async throws {
            try await send(Frame.bytes(Frame.text, Self.message(id, method, parameters)))
        }

        /// The message of a request.
        package static func message(_ id: String, _ method: String, _ parameters: String = "{}") -> [UInt8] {
            Array(#"{"jsonrpc":"2.0","version":1,"id":"\#(id)","method":"\#(method)","params":\#(parameters)}"#.utf8)
        }

        /// Reads a response.
        package func answer() async throws -> RPCResponse {
            let frame = try await frame()
            guard frame.opcode == Frame.text,
                case .response(let response) = try WalletMessage(reading: Data(frame.data))
            else { throw NotAMessage(frame: frame) }
            return response
        }

        /// Reads a response that is an error.
        package func refusal() async throws -> RPCError? {
            guard case .failure(let error) = try await answer().outcome else { return nil }
            return error
        }
    }
#endif
