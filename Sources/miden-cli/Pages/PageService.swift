#if WalletServer
    import Foundation
    import Logging
    import MidenSwiftClient
    import MidenWalletRPC
    import MidenWalletServer

    /// Serves a wallet to web pages until the task is cancelled or the input ends.
    struct PageService {
        /// What is served, as it is told at the start.
        struct Serving: AnswerPart {
            let url: String
            /// What a page includes in development. A site serves its own copy.
            let module: String
            let accountId: AccountID
            let address: String
            let network: String
            let pairing: PairingAnswer

            enum CodingKeys: CodingKey, CaseIterable {
                case url, module, accountId, address, network, pairing
            }

            static let parts: [CodingKeys: any AnswerPart.Type] = [.pairing: PairingAnswer.self]

            var text: String {
                let facts = [
                    ("address", url), ("module", "\(module), for development only"),
                    ("account", "\(accountId) (\(address))"),
                    ("network", network),
                ]
                return "Serving web pages.\n\(Table.facts(facts))\n\(pairing.text)"
            }
        }

        /// How often it is looked what another process, or an extension with the code, has changed.
        private static let lookInterval = Duration.seconds(1)

        private let wallet: MidenWallet
        private let account: AccountID
        private let format: AnswerFormat
        private let console: Console
        private let activity: ActivityLog
        private let pairings: Pairings
        private let user: any PageUser
        private let pages: RPCWallet
        private let events: AsyncStream<(RPCEvent, UUID)>
        /// The transactions whose end the user was not told of yet.
        private let settled: Locked<[ApprovedTransaction]>
        /// The pairings that the user knows of.
        private let known = Locked<Set<Pairing.ID>>([])

        /// Opens what the wallet keeps of pages, and goes on with the transactions that were approved before.
        ///
        /// - Throws: `MidenError`, `RPCFileError`.
        init(
            _ wallet: MidenWallet,
            account: AccountID,
            files: PageFiles,
            format: AnswerFormat,
            console: Console
        ) async throws {
            let (events, event) = AsyncStream.makeStream(of: (RPCEvent, UUID).self)
            let reader = QuestionReader(wallet: wallet)
            let settled = Locked<[ApprovedTransaction]>([])
            pairings = try Pairings(store: files.pairings)
            user =
                format == .json
                ? JSONUser(reader: reader, console: console, pairings: pairings)
                : TerminalUser(reader: reader, console: console, pairings: pairings)
            activity = try ActivityLog(file: files.activity) { error in
                console.complain("Warning: what pages did could not be written. \(error.localizedDescription)")
            }
            pages = try await RPCWallet(
                wallet,
                accountId: account,
                approvals: user,
                store: files.grants,
                activityLog: activity,
                transactions: try TransactionStore(file: files.transactions),
                settled: { transaction in settled.withLock { $0.append(transaction) } }
            ) { event.yield(($0, $1)) }
            self.settled = settled
            (self.wallet, self.account, self.format, self.console, self.events) = (
                wallet, account, format, console, events
            )
        }

        /// Serves.
        ///
        /// - Parameters:
        ///   - host: The address to listen on.
        ///   - port: The port, 0 for a free one.
        ///   - hostNames: By which names browsers reach it besides those of loopback.
        ///   - interval: How long to wait between two syncs.
        /// - Returns: How the questions ended.
        /// - Throws: `MidenError` if it cannot listen, or if a sync fails that trying again does not help.
        func serve(
            at host: String,
            port: Int,
            hostNames: Set<String>,
            syncing interval: Duration
        ) async throws -> Decisions {
            let paired = try await pairings.list().map(\.id)
            known.withLock { $0 = Set(paired) }
            let server = try await start(at: host, port: port, hostNames: hostNames)
            do {
                // The user can type at any time: what is typed would break the line of progress, and leave it behind.
                try await console.whileAsking {
                    try await tell(host, port: server.port)
                    try await work(with: server, syncing: interval)
                }
            } catch {
                await stop(server)
                throw error
            }
            await stop(server)
            return await user.decisions
        }

        private func start(at host: String, port: Int, hostNames: Set<String>) async throws -> WalletServer {
            do {
                return try await WalletServer.start(
                    configuration: WalletServerConfiguration(
                        modules: WalletModules.bundled,
                        host: host,
                        port: port,
                        hostNames: hostNames
                    ),
                    router: try RPCRouter(pages.methods) { [console] method, error in
                        console.complain("Warning: \(method) failed: \(error.localizedDescription)")
                    },
                    pairings: pairings,
                    logger: wallet.configuration.logger,
                    connectionClosed: { [pages] connection in Task { await pages.connectionClosed(connection) } }
                )
            } catch let error as WalletServerStartError {
                throw MidenError(
                    code: .invalidParameter,
                    kind: "address_unusable",
                    message:
                        "Cannot listen on \(host), port \(port). Another program may use the port: choose another one"
                        + " with --port, or 0 for a free one. Or the address is none of this machine.",
                    causes: [error.reason]
                )
            }
        }

        /// Tells where it listens, and the first pairing code.
        private func tell(_ host: String, port: Int) async throws {
            if !Self.isLoopback(host) {
                console.complain(
                    "Warning: \(host) is no address of loopback. Everybody who reaches it can ask this wallet, and there is no"
                        + " TLS: everybody on the way can read and change what passes. Put a reverse proxy before it, and name"
                        + " it with --allow-host."
                )
            }
            let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
            let network = wallet.configuration.network
            let serving = Serving(
                url: url,
                module: "\(url)/miden-wallet.js",
                accountId: account,
                address: try AccountAddress(account, on: network).text,
                network: WalletNetwork(network).rawValue,
                pairing: PairingAnswer(await pairings.makeCode())
            )
            switch format {
            case .json: try console.answer(try AnswerJSON.text(["serving": serving]))
            case .text: try console.answer(serving.text)
            case .field: console.complain(serving.text)
            }
        }

        /// Returns when the task is cancelled, or the input has ended.
        private func work(with server: WalletServer, syncing interval: Duration) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The first one has just been.
                    try? await Task.sleep(for: interval)
                    try await wallet.keepSynced(every: interval)
                }
                group.addTask {
                    for await (event, connection) in events { await server.send(event, to: connection) }
                }
                group.addTask { try await watchFiles() }
                group.addTask { try await readInput() }
                // The first to end has failed, was cancelled with everything, or has read the whole input.
                defer { group.cancelAll() }
                try await group.next()
            }
        }

        /// Pages and extensions are told soon after another process has revoked what they have, and the user is told of each
        /// new pairing: another program than the user's extension may have had the code, or have ended it by guessing. So is the
        /// user of what became of transactions.
        private func watchFiles() async throws {
            var guesser: String?
            while !Task.isCancelled {
                try await PageFiles.use { _ = try await pages.listGrants() }
                try await tellPaired()
                let last = await pairings.originOfWrongTries
                if let last, last != guesser { try tell(EndedCode(extensionOrigin: last)) }
                guesser = last
                try await tellSettled()
                try? await Task.sleep(for: Self.lookInterval)
            }
        }

        private func tellPaired() async throws {
            for pairing in try await PageFiles.use({ try await pairings.list() })
            where known.withLock({ $0.insert(pairing.id).inserted }) {
                try tell(DappListAnswer.PairedExtension(pairing))
            }
        }

        private func tell(_ paired: DappListAnswer.PairedExtension) throws {
            guard format == .json else {
                console.complain(
                    "Paired the browser extension \(paired.extensionOrigin). If it is not yours:"
                        + " `miden-cli dapp revoke --pairing \(paired.pairingId)`."
                )
                return
            }
            try console.answer(try AnswerJSON.text(["paired": paired]))
        }

        /// A pairing code that wrong tries have ended.
        private struct EndedCode: AnswerPart {
            let extensionOrigin: String

            enum CodingKeys: CodingKey, CaseIterable {
                case extensionOrigin
            }
        }

        private func tell(_ ended: EndedCode) throws {
            guard format == .json else {
                console.complain(
                    "The pairing code has ended: \(ended.extensionOrigin.quoted) tried \(Pairings.codeTries) wrong ones."
                        + " p and return shows a new one."
                )
                return
            }
            try console.answer(try AnswerJSON.text(["code_ended": ended]))
        }

        private func tellSettled() async throws {
            let settled = self.settled.withLock { all in
                defer { all = [] }
                return all
            }
            for transaction in settled { try await user.tell(SettledTransactionAnswer(transaction)) }
        }

        private func readInput() async throws {
            var input = FirstLine(descriptor: STDIN_FILENO, name: "Standard input")
            // A terminal cuts a line at 1,024 bytes on macOS and 4,096 on Linux: its beginning must not pass for the whole.
            if format != .json { input.longest = 1000 }
            do {
                while let line = try await input.next() { try await user.take(line) }
                await user.endInput()
            } catch let error as MidenError where error.code == .cancelled {
                // Stopped with everything.
            }
        }

        /// What was approved is submitted, and what pages did is written. The questions have ended.
        private func stop(_ server: WalletServer) async {
            await user.endInput()
            await server.stop()
            await user.waitUntilDone()
            await pairings.endCode()
            await pages.waitForSubmissions()
            // If it cannot be written, what follows cannot either, and fails.
            try? await tellPaired()
            try? await tellSettled()
            do {
                try await activity.save()
            } catch {
                console.complain("Warning: what pages did could not be written. \(error.localizedDescription)")
            }
        }

        private static func isLoopback(_ host: String) -> Bool {
            host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }
#endif
