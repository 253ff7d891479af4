#if WalletServer
    import MidenWalletRPC
    import NIOCore
    import NIOWebSocket

    /// Reads the frames of a client.
    ///
    /// The decoder of NIOWebSocket takes unmasked frames and reserved bits, does not tell when a frame begins, and in version
    /// 2.65.0 stops the process at a length of 2^63 or more.
    struct FrameDecoder: ByteToMessageDecoder {
        typealias InboundOut = WebSocketFrame

        /// A frame has begun whose last bytes have not arrived. Fired with each part of it.
        struct IsIncomplete: Sendable {
            /// How many bytes of it have arrived.
            let received: Int
        }

        func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
            guard let header = try FrameHeader(buffer), buffer.readableBytes >= header.size + header.length else {
                context.fireUserInboundEventTriggered(IsIncomplete(received: buffer.readableBytes))
                return .needMoreData
            }
            buffer.moveReaderIndex(forwardBy: header.size)
            guard var data = buffer.readSlice(length: header.length) else { return .needMoreData }
            data.webSocketUnmask(header.maskingKey)
            let frame = WebSocketFrame(fin: header.isLast, opcode: header.opcode, data: data)
            context.fireChannelRead(wrapInboundOut(frame))
            return .continue
        }

        func decodeLast(
            context: ChannelHandlerContext,
            buffer: inout ByteBuffer,
            seenEOF: Bool
        ) throws -> DecodingState { .needMoreData }
    }

    /// Why a frame is refused.
    enum FrameError: Error {
        /// It is not a frame that a client may send.
        case invalid
        case tooLarge
    }

    /// What is before the data of a frame.
    struct FrameHeader {
        let isLast: Bool
        let opcode: WebSocketOpcode
        let length: Int
        let maskingKey: WebSocketMaskingKey
        /// How many bytes the header has.
        let size: Int

        /// Reads the header at the start of what is readable, nil if not all of it is there.
        init?(_ buffer: ByteBuffer) throws {
            let start = buffer.readerIndex
            guard let first = buffer.getInteger(at: start, as: UInt8.self) else { return nil }
            isLast = first & 0x80 != 0
            guard first & 0x70 == 0, let opcode = WebSocketOpcode(encodedWebSocketOpcode: first & 0x0F),
                [.continuation, .text, .binary, .connectionClose, .ping, .pong].contains(opcode)
            else { throw FrameError.invalid }
            self.opcode = opcode
            guard let second = buffer.getInteger(at: start + 1, as: UInt8.self) else { return nil }
            let short = second & 0x7F
            let isMasked = second & 0x80 != 0
            guard isMasked, !opcode.isControlOpcode || (isLast && short <= 125) else { throw FrameError.invalid }
            let extended: (length: UInt64, size: Int)
            switch short {
            case 126:
                guard let length = buffer.getInteger(at: start + 2, as: UInt16.self) else { return nil }
                guard length > 125 else { throw FrameError.invalid }
                extended = (UInt64(length), 2)
            case 127:
                guard let length = buffer.getInteger(at: start + 2, as: UInt64.self) else { return nil }
                guard length > UInt64(UInt16.max) else { throw FrameError.invalid }
                extended = (length, 8)
            default: extended = (UInt64(short), 0)
            }
            guard extended.length <= UInt64(JSONText.largestSize) else { throw FrameError.tooLarge }
            length = Int(extended.length)
            size = 2 + extended.size + 4
            guard let key = buffer.getBytes(at: start + size - 4, length: 4).flatMap({ WebSocketMaskingKey($0) }) else {
                return nil
            }
            maskingKey = key
        }
    }
#endif
