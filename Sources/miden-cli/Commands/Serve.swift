import ArgumentParser
import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// `miden-cli serve`
struct Serve: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer web pages of this machine's browsers, and ask before they get anything.",
        discussion: """
            Pages reach the wallet at http://127.0.0.1:8600 by the module that their site serves, or by the browser \
            extension, which is paired with a code. The code is shown at the start and pairs one extension, within two \
            minutes; p and return shows another one. The module at http://127.0.0.1:8600/miden-wallet.js is for \
            development only.

            Each question says who asks, for what, and what a transaction would do and cost. y or yes approves it, anything else \
            declines it; s executes a page's own transaction without proving or sending it, and shows what it does. What is \
            typed before a question is shown does not count.

            It tells what became of an approved transaction: that it is in a block, or why nothing was paid. \
            `miden-cli dapp log` tells it afterwards.

            With --json it writes an object a line: serving, then question, simulated, ended, settled, pairing, code_ended, paired, error \
            and stopped. It reads decisions the same way: {"id": "…", "decision": "approve", "digest": "…"}, where only a \
            transaction has a digest, with decline and simulate for the others, and {"pair": true} for a new pairing code. A \
            line that it cannot read, such as one of more than 4096 bytes, is answered by an error and decides nothing. At the \
            end of the input it declines open questions, and ends.

            Ctrl-C and SIGTERM end it: open questions are declined, and approved transactions are submitted first. The exit code \
            is 0 then, as at the end of the input. A second one ends it at once, with 130 for Ctrl-C and 143 for SIGTERM, and the \
            next `miden-cli serve` submits what is left. A signal before it serves gives these codes, too. The wallet is this \
            command's meanwhile: another command that writes waits, up to its --timeout, and one that reads answers from a copy. \
            `miden-cli dapp` works beside it.

            Example: miden-cli serve --network testnet
            Example: miden-cli serve --port 8700 --json
            Example: miden-cli serve --address 0.0.0.0 --allow-host wallet.example
            """
    )
    static let doing = "Serving web pages"
    static let makesWallet = false

    @Option(help: ArgumentHelp("The port, 0 for a free one. 8600 where not given.", valueName: "number"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "The address to listen on, 127.0.0.1 where not given. On another one than loopback everybody in the network can"
                + " ask; there is no TLS, so that it needs a reverse proxy.",
            valueName: "ip-address"
        )
    )
    var address: String?

    @Option(
        help: ArgumentHelp(
            "A name by which browsers reach the wallet besides those of loopback: that of a reverse proxy. Can be given again.",
            valueName: "name[:port]"
        )
    )
    var allowHost: [String] = []

    @Option(help: ArgumentHelp("How long to wait between two syncs. 5 where not given.", valueName: "seconds"))
    var every: Double?

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port wants a number from 0 to 65535.")
        }
        if address == "" || allowHost.contains("") {
            throw ValidationError("--address wants an IP address, and --allow-host a name.")
        }
        if let every, !(every > 0 && every < 1e9) {
            throw ValidationError("--every wants a number of seconds, more than 0 and less than 1000000000.")
        }
    }

    /// How it ended.
    struct Answer: CommandAnswer {
        let stopped: Decisions

        enum CodingKeys: CodingKey, CaseIterable {
            case stopped
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.stopped: Decisions.self]

        var text: String {
            """
            Stopped. Of the questions of pages \(stopped.approvedCount) were approved, \(stopped.declinedCount) were declined, \
            and \(stopped.withdrawnCount) ended without an answer.
            """
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        #if WalletServer
            guard global.json || Confirmation.isPossible else {
                throw Refusal(
                    "Nothing was served",
                    remedy: "Give --json to be asked on standard output, and to decide on standard input."
                ).nobodyToAsk
            }
        #else
            throw Self.notBuilt
        #endif
    }

    #if WalletServer
        func answer(from wallet: MidenWallet) async throws -> Answer {
            let account = try await accountOption.resolved(in: wallet)
            // A mistyped address is told at once; later on a connection may come and go.
            try await wallet.sync()
            let service = try await PageFiles.use {
                try await PageService(
                    wallet,
                    account: account,
                    files: PageFiles(wallet.configuration),
                    format: global.format,
                    console: .standard
                )
            }
            return Answer(
                stopped: try await service.serve(
                    at: address ?? "127.0.0.1",
                    port: port ?? 8600,
                    hostNames: Set(allowHost),
                    syncing: .seconds(every ?? 5)
                )
            )
        }
    #else
        private static let notBuilt = MidenError(
            code: .unsupported,
            kind: "server_not_built",
            message: "This miden-cli was built without its server. Build it with the package trait WalletServer, as"
                + " `./build.sh` does: `swift build --traits WalletServer`."
        )

        func answer(from wallet: MidenWallet) async throws -> Answer {
            throw Self.notBuilt
        }
    #endif
}
