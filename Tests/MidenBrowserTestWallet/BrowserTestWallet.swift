#if WalletServer
    import Foundation
    import Logging
    import MidenSwiftClient
    import MidenTestSupport
    import MidenWalletRPC
    import MidenWalletServer

    /// Serves a wallet on the embedded chain to the tests in Chromium. `js/browser/README.md` describes its lines.
    @main
    struct BrowserTestWallet {
        /// What it acts on, in order of arrival.
        private enum Input: Sendable {
            case line(String)
            case event(RPCEvent, connection: UUID)
        }

        private struct Started: Encodable {
            let port: Int
            let address: String
            let network: WalletNetwork
            let assets: [RequestAssetsResult.Asset]
            let recipient: String
        }

        private struct UnknownLine: Error {}

        /// Where the wallet, the grants and the transactions are kept. Without it they end with the process.
        private static let dataVariable = "MIDEN_BROWSER_TEST_DATA"
        /// The port of the server. Without it the system chooses one.
        private static let portVariable = "MIDEN_BROWSER_TEST_PORT"

        static func main() async throws {
            let environment = ProcessInfo.processInfo.environment
            let temporary = environment[dataVariable] == nil ? try TemporaryDirectory() : nil
            guard let data = environment[dataVariable] ?? temporary?.path else { return }
            let accounts = try await TestAccounts.open(in: data)
            // Waits for transactions end with the sync that finds the block.
            let syncs = Task { try await accounts.wallet.keepSynced(every: .milliseconds(200)) }
            defer { syncs.cancel() }

            let (inputs, input) = AsyncStream.makeStream(of: Input.self)
            let user = LineUser()
            let clock = AdvancingClock()
            let killing = KillSwitch()
            let folder = URL(fileURLWithPath: data)
            let pages = try await RPCWallet(
                accounts.wallet,
                accountId: accounts.account,
                approvals: user,
                store: FileGrantStore(file: folder.appendingPathComponent("grants.json")),
                transactions: try TransactionStore(file: folder.appendingPathComponent("transactions.json")),
                clock: clock
            ) { event, connection in
                killing.sent(event)
                input.yield(.event(event, connection: connection))
            }
            let network = accounts.wallet.configuration.network
            let verifier = PageServer(
                network: network,
                account: accounts.account,
                commitment: try await accounts.wallet.publicKeyCommitment(of: accounts.account)
            )
            let pairings = try Pairings(clock: clock)
            let port = environment[portVariable].flatMap(Int.init) ?? 0
            var server = try await start(pages, pairings, port: port)
            try printLine(
                Started(
                    port: server.port,
                    address: try accounts.address,
                    network: WalletNetwork(network),
                    assets: try await accounts.assets(),
                    recipient: try accounts.recipientAddress
                )
            )

            Thread.detachNewThread {
                while let line = readLine() { input.yield(.line(line)) }
                input.finish()
            }
            var stranger: Stranger?
            for await next in inputs {
                do {
                    switch next {
                    case .event(let event, let connection): await server.send(event, to: connection)
                    case .line("close"):
                        await server.stop()
                        server = try await start(pages, pairings, port: server.port)
                        try printLine(["closed": true])
                    case .line("pair"): try printLine(["code": await pairings.makeCode().description])
                    case .line("expire"):
                        clock.advance(by: Pairings.codeLife)
                        try printLine(["expired": true])
                    case .line("unpair"):
                        for pairing in try await pairings.list() { try await pairings.revoke(pairing.id) }
                        try printLine(["unpaired": true])
                    case .line("received"): try printLine(["received": String(try await accounts.received())])
                    case .line("mint"): try printLine(["minted": try await accounts.mint().hex])
                    case .line("mint-private"):
                        let payer: Stranger
                        if let stranger { payer = stranger } else { payer = try await Stranger(onChainIn: data) }
                        stranger = payer
                        try printLine(["mintedPrivate": try await payer.pay(accounts.account)])
                    case .line("holdings"): try printLine(["holdings": try await accounts.holdings()])
                    case .line("kill-at-approval"):
                        killing.arm()
                        try printLine(["armed": true])
                    case .line(let line): try await perform(line, pages, user, verifier, accounts, clock)
                    }
                } catch {
                    // The test that waits for an answer fails by this one.
                    try printLine(["failed": "\(next): \(error)"])
                }
            }
            await server.stop()
            try await stranger?.shutdown()
            try await accounts.wallet.shutdown()
            withExtendedLifetime(temporary) {}
        }

        private static func start(_ pages: RPCWallet, _ pairings: Pairings, port: Int) async throws -> WalletServer {
            let root = URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            return try await WalletServer.start(
                configuration: WalletServerConfiguration(
                    modules: try WalletModules.read(from: root.appendingPathComponent("js/src")),
                    port: port
                ),
                router: try RPCRouter(pages.methods) { method, error in
                    FileHandle.standardError.write(Data("\(method): \(error)\n".utf8))
                },
                pairings: pairings,
                logger: Logger(label: "wallet", factory: { _ in SwiftLogNoOpLogHandler() }),
                connectionClosed: { connection in Task { await pages.connectionClosed(connection) } }
            )
        }

        private static func perform(
            _ line: String,
            _ pages: RPCWallet,
            _ user: LineUser,
            _ verifier: PageServer,
            _ accounts: TestAccounts,
            _ clock: AdvancingClock
        ) async throws {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { throw UnknownLine() }
            let value = words[1]
            switch words[0] {
            case "approve": try await user.approve(value)
            case "decline": try await user.decline(value)
            case "simulate": try printLine(try await user.simulate(value))
            case "revoke":
                try await pages.revoke(origin: value)
                try printLine(["revoked": value])
            case "choose":
                let choice = value.split(separator: " ").map(String.init)
                guard choice.count == 2 else { throw UnknownLine() }
                try await pages.chooseAccount(try accounts.account(of: choice[0]), for: choice[1])
                try printLine(["chosen": choice[0]])
            case "network":
                guard let network = WalletNetwork(rawValue: value) else { throw UnknownLine() }
                await pages.networkChanged(to: network)
                try printLine(["networkChanged": value])
            case "advance":
                guard let seconds = Int(value) else { throw UnknownLine() }
                clock.advance(by: .seconds(seconds))
                try printLine(["advanced": seconds])
            case "request":
                guard let request = try accounts.request(value) else { throw UnknownLine() }
                try printLine(["request": request])
            case "challenge": try printLine(["challenge": try await verifier.challenge(of: value)])
            case "verify-bytes": try printLine(try verifier.verifyBytes(value))
            case "verify-message": try printLine(try verifier.verifyMessage(value))
            case "verify-sign-in": try printLine(try await verifier.verifySignIn(value))
            default: throw UnknownLine()
            }
        }
    }

    /// Writes a line of JSON.
    func printLine(_ line: some Encodable) throws {
        FileHandle.standardOutput.write(try JSONEncoder().encode(line) + Data("\n".utf8))
    }
#else
    import Foundation

    /// There is no server without the trait.
    @main
    struct BrowserTestWallet {
        static func main() {
            FileHandle.standardError.write(Data("Build this with the package trait WalletServer.\n".utf8))
            exit(1)
        }
    }
#endif
