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

        private struct UnknownLine: Error {
            let line: String
        }

        static func main() async throws {
            let directory = try TemporaryDirectory()
            let network = MidenWallet.Network.embedded(MidenWallet.EmbeddedOptions(proofs: .dummy))
            let wallet = try await MidenWallet.open(
                configuration: MidenWallet.Configuration(network: network, dataDirectory: directory.path)
            )
            let account = try await wallet.createWallet()
            // More than JavaScript's numbers hold exactly.
            let amount: UInt64 = 9_007_199_254_740_993
            let minted = try await wallet.mint(to: account, amount: Amount(amount))
            try await wallet.sync()
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])

            let recipient = try await wallet.createWallet()
            // Waits for transactions end with the sync that finds the block.
            let syncs = Task { try await wallet.keepSynced(every: .milliseconds(200)) }
            defer { syncs.cancel() }

            let (inputs, input) = AsyncStream.makeStream(of: Input.self)
            let user = LineUser()
            let pages = try await RPCWallet(wallet, accountId: account, approvals: user) { event, connection in
                input.yield(.event(event, connection: connection))
            }
            let verifier = PageServer(
                network: network,
                account: account,
                commitment: try await wallet.publicKeyCommitment(of: account)
            )
            let clock = AdvancingClock()
            let pairings = try Pairings(clock: clock)
            var server = try await start(pages, pairings, port: 0)
            let faucet = try AccountAddress(minted.faucetId, on: network).text
            try printLine(
                Started(
                    port: server.port,
                    address: try AccountAddress(account, on: network).text,
                    network: WalletNetwork(network),
                    assets: [RequestAssetsResult.Asset(faucetId: faucet, baseUnits: amount)],
                    recipient: try AccountAddress(recipient, on: network).text
                )
            )

            Thread.detachNewThread {
                while let line = readLine() { input.yield(.line(line)) }
                input.finish()
            }
            for await next in inputs {
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
                case .line("received"):
                    // What the other account was paid.
                    try await wallet.sync()
                    _ = try await wallet.consumeAllNotes(accountId: recipient)
                    let balance = try await wallet.getBalance(accountId: recipient)
                    try printLine(["received": String(balance.balance(for: minted.faucetId))])
                case .line("mint"):
                    // A note for the account.
                    let note = try await wallet.mint(to: account, amount: 3)
                    try await wallet.sync()
                    try printLine(["minted": note.noteId.hex])
                case .line(let line):
                    do {
                        try await perform(line, pages, user, verifier)
                    } catch {
                        // The test that waits for an answer fails by this one.
                        try printLine(["failed": "\(line): \(error)"])
                    }
                }
            }
            await server.stop()
            try await wallet.shutdown()
            withExtendedLifetime(directory) {}
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
            _ verifier: PageServer
        ) async throws {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { throw UnknownLine(line: line) }
            let value = words[1]
            switch words[0] {
            case "approve": await user.approve(value)
            case "decline": await user.answer(value, with: .decline)
            case "revoke":
                try await pages.revoke(origin: value)
                try printLine(["revoked": value])
            case "challenge": try printLine(["challenge": try await verifier.challenge(of: value)])
            case "verify-bytes": try printLine(try verifier.verifyBytes(value))
            case "verify-message": try printLine(try verifier.verifyMessage(value))
            case "verify-sign-in": try printLine(try await verifier.verifySignIn(value))
            default: throw UnknownLine(line: line)
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
