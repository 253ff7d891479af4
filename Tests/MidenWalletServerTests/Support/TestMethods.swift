#if WalletServer
    import Foundation
    import MidenWalletRPC

    /// Answers with its parameter.
    struct Echo: RPCMethod {
        struct Text: Codable, Sendable {
            let text: String
        }

        static let name = "ECHO"

        func call(_ parameters: Text, from caller: RPCCaller) async throws -> Text { parameters }
    }

    /// Answers with what the server knows of the caller.
    struct Identify: RPCMethod {
        struct Caller: Codable, Sendable {
            let origin: String
            let connection: UUID
        }

        static let name = "IDENTIFY"

        func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> Caller {
            guard case .page(let origin, let connection) = caller else { throw RPCError.internalError }
            return Caller(origin: origin, connection: connection)
        }
    }

    /// Answers with a large text.
    struct Large: RPCMethod {
        static let name = "LARGE"

        func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> Echo.Text {
            Echo.Text(text: String(repeating: "x", count: 1_000_000))
        }
    }

    /// Gives any page a session.
    struct Connect: RPCMethod {
        static let name = RPCMethodName.connect

        func call(_ parameters: ConnectParameters, from caller: RPCCaller) async throws -> ConnectResult {
            let session = Session(
                address: "mlcl1ap2qrmeks90y052tv50ga95p2v9h48yj",
                publicKey: Data(repeating: 0, count: 32),
                network: .localnet,
                privateDataPermission: .uponRequest,
                allowedPrivateData: []
            )
            return ConnectResult(session: session, token: nil)
        }
    }

    /// Ends the session.
    struct Disconnect: RPCMethod {
        static let name = RPCMethodName.disconnect

        func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput { NoOutput() }
    }

    /// Answers a little later.
    struct Late: RPCMethod {
        static let name = "LATE"

        let log: EventLog

        func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput {
            log.add("started")
            try await Task.sleep(for: .milliseconds(200))
            return NoOutput()
        }
    }

    /// Waits until it is cancelled.
    struct Wait: RPCMethod {
        static let name = "WAIT"

        let log: EventLog

        func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput {
            log.add("started")
            do {
                try await Task.sleep(for: .seconds(600))
            } catch {
                log.add("cancelled")
                throw error
            }
            return NoOutput()
        }
    }

    /// What happened in a server, for one task to read.
    struct EventLog: Sendable {
        private let events: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init() {
            (events, continuation) = AsyncStream.makeStream(of: String.self)
        }

        func add(_ event: String) {
            continuation.yield(event)
        }

        func next() async -> String? {
            var iterator = events.makeAsyncIterator()
            return await iterator.next()
        }
    }
#endif
