#if WalletServer
    import MidenTestSupport
    import MidenWalletServerTestSupport

    /// What a client does after it has sent its bytes.
    enum SocketEnding: Sendable {
        case closes, resets, staysOpen
        /// It ends what it sends, and reads the answer.
        case closesOutput
        /// It reads until the server closes.
        case waits

        /// One that does not take the server's time limits, most of the time.
        static func random(using random: inout SeededGenerator) -> SocketEnding {
            random.isOneIn(40) ? .waits : random.element(of: [.closes, .resets, .staysOpen, .closesOutput])
        }

        /// Ends a connection, unless its answer is to be read.
        ///
        /// - Returns: Whether the answer is to be read.
        func end(_ client: RawClient, _ target: FuzzTarget) async -> Bool {
            // The server may have closed the connection already.
            switch self {
            case .closes: try? await client.close()
            case .resets: try? await client.reset()
            case .staysOpen: await target.openClients.add(client)
            case .closesOutput:
                try? await client.closeOutput()
                return true
            case .waits: return true
            }
            return false
        }
    }

    extension RawClient {
        /// Sends pieces one by one, until the server closes the connection.
        func send(pieces: [[UInt8]]) async {
            for piece in pieces {
                guard (try? await send(piece)) != nil else { return }
            }
        }
    }

    extension SeededGenerator {
        /// Cuts bytes into what is sent at once.
        mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
            if isOneIn(2) { return [bytes] }
            if bytes.count < 300, isOneIn(10) { return bytes.map { [$0] } }
            var cuts = [0, bytes.count]
            for _ in 0...below(5) { cuts.append(below(bytes.count + 1)) }
            cuts.sort()
            return zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) }.filter { !$0.isEmpty }
        }
    }
#endif
