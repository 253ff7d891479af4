import ArgumentParser
import Foundation
import MidenContractGenerator
import MidenSwiftClient

/// `miden-cli`.
@main
struct MidenCLI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "miden-cli",
        abstract: "A wallet for the Miden rollup.",
        discussion: """
            Try it without a network, on a chain of its own:

              export MIDEN_NETWORK=embedded MIDEN_DATA_DIR=/tmp/miden
              miden-cli new-wallet
              miden-cli faucet --amount 100
              miden-cli sync
              miden-cli consume --all
              miden-cli balance

            Every command can answer in JSON (--json): one object on standard output, in which amounts are \
            texts in base units. An error is one object on standard error then, {"error": {...}}, as its last \
            line, and standard output stays empty, unless there is an answer about several things of which some were done.

            The id of an account, a note or a transaction that the wallet has can be cut short to its first digits, \
            such as 0x54, where no other of its kind begins so. Faucets in amounts, and who is not in the wallet, want \
            the whole id.

            Environment:

            \(environmentTable)

            Exit codes:

            \(ExitStatus.table)

            Completions for bash, zsh or fish: miden-cli --generate-completion-script bash
            """,
        version: ToolVersion.current,
        subcommands: [
            Init.self, Info.self, Ping.self, Sync.self,
            NewWallet.self, Restore.self, Accounts.self, Use.self, Receive.self, Balance.self,
            PortfolioCommand.self, Tokens.self, AccountCommand.self, Rename.self,
            Import.self, Export.self, Keys.self, ExportKey.self, ImportKey.self, Backup.self, RestoreBackup.self,
            Notes.self, Outbox.self, Consume.self, ConsumeNotes.self, Send.self, Transfer.self,
            Transactions.self, TransactionCommand.self, Faucet.self,
            NewFaucet.self, Faucets.self, Mint.self, Burn.self,
            Swap.self, PartialSwap.self, Swaps.self, FillSwap.self, CancelSwap.self, Register.self,
            Sign.self, Verify.self, Address.self, Tags.self,
            Compile.self, NewAccount.self, NewNote.self, Call.self, Exec.self, Storage.self,
            NetworkNoteStatusCommand.self, ContractCommand.self, Hash.self,
            Serve.self, DappCommand.self, RequestCommand.self,
        ]
    )

    // Also before the command's name: miden-cli --json balance.
    @OptionGroup var global: GlobalOptions

    private static var environmentTable: String {
        Table.facts([
            ("MIDEN_NETWORK", "what --network says"),
            ("MIDEN_DATA_DIR", "what --data-dir says"),
            ("MIDEN_PROVER", "what --prover says"),
            ("MIDEN_NOTE_TRANSPORT", "what --note-transport says"),
            ("MIDEN_EMBEDDED_PROOFS", "real, or dummy: none on the embedded chain, for tests"),
            ("MIDEN_EMBEDDED_BASE_FEE", "what the embedded chain charges, in base units"),
        ])
    }

    static func main() async {
        Foundation.exit(await run(console: .standard).rawValue)
    }

    /// Parses the command line and runs the command it names.
    private static func run(console: Console) async -> ExitStatus {
        let interruption = Interruption()
        let work = Task { () async throws in
            var command = try parsed(Array(CommandLine.arguments.dropFirst()))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        }
        interruption.watch(console: console) { work.cancel() }
        do {
            try await work.value
            return .success
        } catch {
            return tell(error, interruption: interruption.status, console: console)
        }
    }

    /// The command that a command line names. An unknown option comes before all else that is wrong with it.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let command: any ParsableCommand
        do {
            command = try parseAsRoot(arguments)
        } catch {
            guard exitCode(for: error) == .validationFailure, let unknown = try UnknownOption(in: arguments) else {
                throw error
            }
            throw unknown
        }
        try RepeatedOption.refuse(in: arguments, of: type(of: command))
        return command
    }

    /// Says what went wrong, or what was asked for where it was the help.
    private static func tell(_ error: any Error, interruption: ExitStatus?, console: Console) -> ExitStatus {
        let wantsJSON = ProcessInfo.processInfo.arguments.contains("--json")
        if error is MidenError || error is OutputFailure {
            let wasCancelled = (error as? MidenError)?.code == .cancelled
            let status = (wasCancelled ? interruption : nil) ?? ExitStatus(error)
            tell(ErrorReport(error, status: status), asJSON: wantsJSON, console: console)
            return status
        }
        if let error = error as? UnknownOption {
            tell(ErrorReport(usage: error.message.withoutLinks), asJSON: wantsJSON, console: console)
            if !wantsJSON {
                console.complain(error.usage)
            }
            return .usage
        }
        switch exitCode(for: error) {
        case .success:
            return answer(CompletionScript.mended(fullMessage(for: error)), console: console)
        case .validationFailure where wantsJSON:
            tell(ErrorReport(usage: message(for: error).withoutLinks), asJSON: true, console: console)
            return .usage
        case .validationFailure:
            console.complain(fullMessage(for: error).withoutLinks)
            return .usage
        default:
            tell(ErrorReport(error, status: .internal), asJSON: wantsJSON, console: console)
            return .internal
        }
    }

    private static func tell(_ report: ErrorReport, asJSON: Bool, console: Console) {
        console.complain((asJSON ? try? AnswerJSON.text(report) : nil) ?? report.text)
    }

    /// Writes the help, or a completion script.
    private static func answer(_ text: String, console: Console) -> ExitStatus {
        do {
            try console.answer(text)
            return .success
        } catch {
            return .output
        }
    }
}
