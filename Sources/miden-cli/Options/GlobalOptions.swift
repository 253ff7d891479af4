import ArgumentParser
import Foundation
import Logging
import MidenSwiftClient

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The network: testnet, devnet, mainnet, local, embedded, or the address of a node. Where not given,"
                + " MIDEN_NETWORK of the environment, or else testnet.",
            valueName: "name-or-url"
        ),
        completion: .list(["testnet", "devnet", "mainnet", "local", "embedded"])
    )
    var network: String?

    @Option(
        help: ArgumentHelp(
            "The folder that holds the wallets, one for each network. Where not given, MIDEN_DATA_DIR of the"
                + " environment, or else the platform's place for such data.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var dataDir: String?

    @Option(
        help: ArgumentHelp(
            "Who makes this command's proofs: local, or the address of a remote prover. A remote prover sees the whole"
                + " transaction: the account's state and all that is in the notes, of private ones too, but no keys."
                + " Where it fails, this machine makes the proof, unless --no-prover-fallback is given. Where not given,"
                + " MIDEN_PROVER of the environment, or else local.",
            valueName: "local-or-url"
        )
    )
    var prover: String?

    @Flag(help: "Where a remote prover makes no proof, neither does this machine: nothing is sent then.")
    var noProverFallback = false

    @Option(
        help: ArgumentHelp(
            "How long a remote prover may take for a proof. 60 seconds where not given.",
            valueName: "seconds"
        )
    )
    var proverTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Who carries private notes to their receivers: network, none, or the address of a service. Where not given,"
                + " MIDEN_NOTE_TRANSPORT of the environment, or else the one of the network.",
            valueName: "name-or-url"
        )
    )
    var noteTransport: String?

    @Flag(help: "Write the answer as one JSON object, and an error as one on standard error.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write only the values of this name in the JSON answer, one a line.",
            valueName: "name"
        )
    )
    var field: String?

    @Option(
        help: ArgumentHelp(
            "How long to wait at most, first for another command on the same wallet and then for the answer. 30 seconds"
                + " where not given, and 300 for transactions.",
            valueName: "seconds"
        )
    )
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "How much memory proofs may take on this machine. Half of what there is by default.",
            valueName: "MiB"
        )
    )
    var proofMemory: Int?

    @Option(
        help: ArgumentHelp(
            "How many cycles the script of a note that you name may take, from 4096 to 536870912. 1048576 by default.",
            valueName: "cycles"
        )
    )
    var scriptCycles: UInt32?

    @Option(
        help: ArgumentHelp("How long such a script may run. 5 seconds by default.", valueName: "seconds")
    )
    var scriptTime: Double?

    @Flag(name: .shortAndLong, help: "Show the whole log on standard error. Its warnings are always shown there.")
    var verbose = false

    @OptionGroup var passphrase: PassphraseOptions

    func validate() throws {
        // An empty text is a variable of a script that is not set: what is meant is not what is meant without it.
        if network == "" {
            throw ValidationError("--network wants the name of a network, or the address of a node.")
        }
        if dataDir == "" {
            throw ValidationError("--data-dir wants a folder.")
        }
        if prover == "" {
            throw ValidationError("--prover wants local, or the address of a remote prover.")
        }
        if let proverTimeout, !(proverTimeout > 0 && proverTimeout < 1e9) {
            throw ValidationError("--prover-timeout wants a number of seconds, more than 0 and less than 1000000000.")
        }
        if noteTransport == "" {
            throw ValidationError("--note-transport wants network, none, or the address of a note transport.")
        }
        if let timeout, !(timeout > 0 && timeout < 1e9) {
            throw ValidationError("--timeout wants a number of seconds, more than 0 and less than 1000000000.")
        }
        if let proofMemory, !(1...(1 << 32)).contains(proofMemory) {
            throw ValidationError("--proof-memory wants a number of MiB, from 1 to 4294967296.")
        }
        if let scriptCycles, !(4_096...(1 << 29)).contains(scriptCycles) {
            throw ValidationError("--script-cycles wants a number from 4096 to 536870912.")
        }
        if let scriptTime, !(scriptTime > 0 && scriptTime < 1e9) {
            throw ValidationError("--script-time wants a number of seconds, more than 0 and less than 1000000000.")
        }
        if json, field != nil {
            throw ValidationError("--json and --field cannot be used together.")
        }
    }

    /// How the answer is written.
    var format: AnswerFormat {
        if let field {
            return .field(field)
        }
        return json ? .json : .text
    }

    /// How much a script of a stranger may cost.
    private var budget: MidenWallet.NoteScriptBudget {
        var budget = MidenWallet.NoteScriptBudget()
        budget.cycles = scriptCycles ?? budget.cycles
        budget.time = scriptTime.map { .seconds($0) } ?? budget.time
        return budget
    }

    /// Reads the command's input, for as long as requests may take.
    func inputReader() -> InputReader {
        InputReader(timeout: timeout.map { .seconds($0) } ?? MidenWallet.Timeouts().request)
    }

    /// What to open: the options, and where they are not given, the environment.
    func configuration(logger: Logger, environment: [String: String]) throws -> MidenWallet.Configuration {
        var environment = environment
        if let network {
            environment["MIDEN_NETWORK"] = network
        }
        if let dataDir {
            environment["MIDEN_DATA_DIR"] = dataDir
        }
        if let prover {
            environment["MIDEN_PROVER"] = prover
        }
        if let noteTransport {
            environment["MIDEN_NOTE_TRANSPORT"] = noteTransport
        }
        var configuration = try MidenWallet.Configuration(environment: environment)
        if case .embedded = configuration.network {
            configuration.network = .embedded(try MidenWallet.EmbeddedOptions(environment: environment))
        }
        if case .remoteWithLocalFallback(let url, let usual) = configuration.prover {
            let timeout = proverTimeout.map { Duration.seconds($0) } ?? usual
            configuration.prover =
                noProverFallback
                ? .remote(url: url, timeout: timeout) : .remoteWithLocalFallback(url: url, timeout: timeout)
        }
        configuration.maximumProofMemory = proofMemory.map { $0 << 20 }
        // A command waits for another one as long as for an answer.
        configuration.timeouts.open = configuration.timeouts.request
        if let timeout {
            let timeout = Duration.seconds(timeout)
            configuration.timeouts = MidenWallet.Timeouts(request: timeout, transaction: timeout, open: timeout)
        }
        configuration.noteScripts = budget
        configuration.logger = logger
        return configuration
    }
}
