import ArgumentParser
import Foundation
import Logging
import MidenSwiftClient
import MidenWalletRPC

/// `miden-cli dapp`
struct DappCommand: AsyncParsableCommand {
    /// What is done.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case list, log, revoke
    }

    static let configuration = CommandConfiguration(
        commandName: "dapp",
        abstract: "List what web pages were granted, what they asked, and take it back.",
        usage: """
            miden-cli dapp list [<options>]
            miden-cli dapp log [--origin <origin>] [--limit <number>] [<options>]
            miden-cli dapp revoke <origin> [<options>]
            miden-cli dapp revoke --pairing <id> [<options>]
            miden-cli dapp revoke --all [<options>]
            """,
        discussion: """
            list tells which sites were granted what, and which browser extensions are paired. log tells what pages asked and \
            got, what ended last first; equal requests of an hour are one entry, with their number, the time of the last one, and \
            since when they came. `miden-cli serve` writes signatures and transactions at once and all else within a minute. \
            Of a transaction it tells what became of it, and why if nothing was paid. revoke takes back \
            all grants of a site, a pairing, or all of both: its pages are told, and `miden-cli serve` notices it within \
            seconds.

            Needs no passphrase and no network, and works while `miden-cli serve` runs.

            Example: miden-cli dapp list
            Example: miden-cli dapp log --origin https://shop.example --limit 10
            Example: miden-cli dapp revoke https://shop.example
            """
    )

    @Argument(help: "What is done.")
    var action: Action

    @Argument(help: ArgumentHelp("For revoke: the site, as list shows it.", valueName: "origin"))
    var site: String?

    @Option(help: ArgumentHelp("For log: only what this site asked.", valueName: "origin"))
    var origin: String?

    @Option(help: ArgumentHelp("For log: how many entries at most. 50 where not given.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("For revoke: the pairing of a browser extension, by its id.", valueName: "id"))
    var pairing: String?

    @Flag(help: "For revoke: all grants and all pairings.")
    var all = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard action == .log || origin == nil && limit == nil else {
            throw ValidationError("--origin and --limit are for log.")
        }
        guard action == .revoke || site == nil && pairing == nil && !all else {
            throw ValidationError("A site, --pairing and --all are for revoke.")
        }
        guard action != .revoke || [site != nil, pairing != nil, all].count(where: { $0 }) == 1 else {
            throw ValidationError("revoke wants one of <origin>, --pairing and --all.")
        }
        if let limit, limit < 1 {
            throw ValidationError("--limit wants a number, 1 or more.")
        }
    }

    mutating func run() async throws {
        let console = Console.standard
        let progress = Progress(doing: "Reading what pages were granted", console: console)
        let log = CommandLog(console: console, progress: progress, isVerbose: global.verbose)
        let configuration = try global.configuration(
            logger: Logger(label: "miden-cli", factory: { _ in log }),
            environment: ProcessInfo.processInfo.environment
        )
        let (action, format) = (action, global.format)
        switch action {
        case .list: try format.check(for: DappListAnswer.self)
        case .log: try format.check(for: DappLogAnswer.self)
        case .revoke: try format.check(for: DappRevokeAnswer.self)
        }
        let files = PageFiles(configuration)
        let text = try await PageFiles.use {
            switch action {
            case .list: try format.written(DappListAnswer(try files.grants.load(), try files.pairings.load()))
            case .log: try format.written(try await logged(in: files))
            case .revoke: try format.written(try revoked(in: files))
            }
        }
        if let text {
            try console.answer(text)
        }
    }

    private func logged(in files: PageFiles) async throws -> DappLogAnswer {
        let entries = try await ActivityLog(file: files.activity).entries(of: origin)
        let transactions = try TransactionStore(file: files.transactions)
        return try DappLogAnswer(entries, limit: limit ?? 50, transaction: transactions.transaction(of:))
    }

    private func revoked(in files: PageFiles) throws -> DappRevokeAnswer {
        let (granted, paired) = (try files.grants.load(), try files.pairings.load())
        let origins = granted.keys.filter { all || $0 == site }.sorted()
        let pairings = paired.filter { all || $0.id.uuidString.lowercased() == pairing?.lowercased() }.map(\.id)
        guard all || !origins.isEmpty || !pairings.isEmpty else {
            throw MidenError(
                code: .lookup,
                kind: site == nil ? "unknown_pairing" : "unknown_site",
                message: (site.map { "The site “\($0)” has no grant." } ?? "There is no pairing “\(pairing ?? "")”.")
                    + " `miden-cli dapp list` lists them."
            )
        }
        // What is not there is not made.
        if !origins.isEmpty {
            _ = try files.grants.update { grants in for origin in origins { grants[origin] = nil } }
        }
        if !pairings.isEmpty {
            _ = try files.pairings.update { $0.removeAll { pairings.contains($0.id) } }
        }
        return DappRevokeAnswer(revokedOrigins: origins, revokedPairingIds: pairings.map { $0.uuidString.lowercased() })
    }
}
