#if WalletServer
    import Foundation
    import Logging
    import MidenSwiftClient
    import MidenTestSupport
    import MidenWalletRPC
    import MidenWalletServer
    import MidenWalletServerTestSupport

    /// A wallet on a chain of its own, and a server that answers pages for it.
    struct FuzzTarget: Sendable {
        /// Pages that get their answers at once.
        static let origins = ["https://shop.example", "https://shop.example:8443", "http://localhost:5173"]
        /// A page whose user takes some time, so that its socket may close before the answer.
        static let slowOrigin = "https://slow.example"

        let corpus: Corpus
        let router: RPCRouter
        let server: WalletServer
        let pages: RPCWallet
        let openClients = OpenClients()
        let methodFailures: MethodFailures
        /// The connection that each of ``origins`` has for messages that do not go through the server.
        let connections = FuzzTarget.origins.map { _ in UUID() }
        private let wallet: MidenWallet
        private let events: Task<Void, Never>

        static func start(examples: Data, seed: UInt64, in directory: String) async throws -> FuzzTarget {
            let wallet = try await MidenWallet.open(
                configuration: MidenWallet.Configuration(
                    network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                    dataDirectory: directory
                )
            )
            let account = try await wallet.createWallet()
            let address = try AccountAddress(account, on: wallet.configuration.network).text
            let corpus = try Corpus(examples: examples, address: address)
            let now = try Date(corpus.now, strategy: .iso8601)
            let (sent, continuation) = AsyncStream.makeStream(of: SentEvent.self)
            let pages = try await RPCWallet(
                wallet,
                accountId: account,
                approvals: FuzzUser(seed: seed),
                clock: FastClock(),
                now: { now },
                send: { continuation.yield(SentEvent(event: $0, connection: $1)) }
            )
            let methodFailures = MethodFailures()
            let router = try RPCRouter(pages.methods) { methodFailures.add("\($0): \($1)") }
            let server = try await WalletServer.start(
                configuration: configuration,
                router: router,
                logger: Logger(label: "fuzz"),
                connectionClosed: { connection in Task { await pages.connectionClosed(connection) } }
            )
            let events = Task { for await event in sent { await server.send(event.event, to: event.connection) } }
            return FuzzTarget(
                corpus: corpus,
                router: router,
                server: server,
                pages: pages,
                methodFailures: methodFailures,
                wallet: wallet,
                events: events
            )
        }

        private struct SentEvent: Sendable {
            let event: RPCEvent
            let connection: UUID
        }

        /// With times that are short enough to be reached, and room for the sockets of few origins.
        private static var configuration: WalletServerConfiguration {
            var configuration = WalletServerConfiguration(modules: [
                "miden-wallet.js": Data("export const wallet = 1;\n".utf8)
            ])
            configuration.limits.headerTime = .milliseconds(200)
            configuration.limits.bodyTime = .milliseconds(200)
            configuration.limits.messageTime = .milliseconds(200)
            configuration.limits.pingInterval = .milliseconds(300)
            configuration.limits.closeTime = .milliseconds(100)
            configuration.limits.connectionsPerOrigin = 64
            configuration.limits.requestsPerSecond = 1000
            configuration.limits.requestBurst = 1000
            return configuration
        }

        func stop() async throws {
            await openClients.closeAll()
            await server.stop()
            events.cancel()
            _ = try await wallet.shutdown()
        }

        /// Opens a connection to the server. The system may have no port free for a moment.
        func connect(reads: Bool = true) async throws -> RawClient {
            for _ in 0..<50 {
                if let client = try? await RawClient(port: server.port, reads: reads) { return client }
                try await Task.sleep(for: .milliseconds(100))
            }
            throw Fuzz.Failure(description: "the server accepts no connection")
        }

        /// Asks for `/health`. The server may have too many connections for a moment.
        func checkHealth() async throws {
            for _ in 0..<50 {
                if let status = try? await RawClient.request("GET /health", port: server.port).status, status == 200 {
                    return
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            throw Fuzz.Failure(description: "the server does not answer /health")
        }

        /// Checks the outcome of a call: whatever a page sends, it does not make the wallet fail.
        func check(_ response: RPCResponse) throws {
            guard case .failure(let error) = response.outcome, error.code == .internalError else { return }
            throw Fuzz.Failure(description: "internal error: \(methodFailures.last ?? "no method failed")")
        }
    }

    /// A clock whose sleepers wait a hundredth of the time: the pause after a withdrawn question would take most of a run.
    private struct FastClock: Clock {
        typealias Duration = Swift.Duration

        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { ContinuousClock().minimumResolution }

        func sleep(until end: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try await Task.sleep(for: now.duration(to: end) / 100)
        }
    }

    /// Approves most questions.
    private actor FuzzUser: ApprovalHandler {
        private var random: SeededGenerator

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
        }

        func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
            let answer = random.isOneIn(4) ? ApprovalAnswer.decline : .approve
            if question.origin == FuzzTarget.slowOrigin { try? await Task.sleep(for: .milliseconds(20)) }
            return answer
        }
    }

    /// Connections that stay open while others are tried.
    actor OpenClients {
        private static let most = 24

        private var clients: [RawClient] = []

        /// Adds one, and closes the oldest if there are too many.
        func add(_ client: RawClient) async {
            clients.append(client)
            guard clients.count > Self.most else { return }
            try? await clients.removeFirst().close()
        }

        func closeAll() async {
            for client in clients { try? await client.close() }
            clients = []
        }
    }

    /// What methods threw if the page is told of an internal error only.
    final class MethodFailures: @unchecked Sendable {
        private let lock = NSLock()
        private var failure: String?

        /// The last one.
        var last: String? { lock.withLock { failure } }

        func add(_ failure: String) {
            lock.withLock { self.failure = failure }
        }
    }
#endif
