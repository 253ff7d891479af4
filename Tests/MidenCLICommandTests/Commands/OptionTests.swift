import Foundation
import MidenTestSupport
import Testing

@testable import miden_cli

@Suite("Options", .timeLimit(.minutes(5)))
struct OptionTests {
    @Test("come from the environment, and on the command line have precedence")
    func environment() async throws {
        let sandbox = try Sandbox(["MIDEN_NETWORK": "devnet"])
        let fromEnvironment = try await sandbox.answer("info")
        #expect(fromEnvironment["network"].text == "devnet")
        #expect(fromEnvironment["store_path"].text == sandbox.directory.path + "/wallets/devnet/store.sqlite3")

        let other = sandbox.directory.path + "/other"
        let given = try await sandbox.answer("info", "--network", "local", "--data-dir", other)
        #expect(given["network"].text == "local")
        #expect(given["store_path"].text == other + "/local/store.sqlite3")

        let wrong = try Sandbox(["MIDEN_NETWORK": "moon"])
        #expect(try await wrong.run("info").status == 2)
        #expect(try await wrong.answer("info", "--network", "testnet")["network"].text == "testnet")
    }

    @Test("are testnet and the platform's folder where nothing says otherwise")
    func defaults() async throws {
        let info = try await Sandbox(["MIDEN_NETWORK": "", "MIDEN_DATA_DIR": ""]).answer("info")
        #expect(info["network"].text == "testnet")
        #expect(info["store_path"].text.contains("/miden-swift/testnet/store.sqlite3"))
    }

    @Test("are not taken for missing where they are empty")
    func empty() async throws {
        let sandbox = try Sandbox()
        let commands = [
            (["info", "--data-dir", ""], "--data-dir wants a folder."),
            (["--data-dir", "", "info"], "--data-dir wants a folder."),
            (["info", "--network", ""], "--network wants the name of a network, or the address of a node."),
        ]
        for (arguments, sentence) in commands {
            let refused = try await sandbox.start(arguments).outcome()
            #expect(refused.status == 64, "\(arguments)")
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains("Error: \(sentence)\n"), "\(refused.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.directory.path).isEmpty)
    }

    @Test("may stand before the command as well")
    func beforeTheCommand() async throws {
        let outcome = try await Sandbox().run("--json", "--network", "devnet", "info")
        #expect(try outcome.object()["network"].text == "devnet")
    }

    @Test("have help with an example in every command")
    func help() async throws {
        let sandbox = try Sandbox()
        #expect(MidenCLI.commands.count == 66)
        for (words, _) in MidenCLI.commands {
            let help = try await sandbox.start(words + ["--help"]).outcome().output
            #expect(help.contains("Example: miden-cli \(words.joined(separator: " "))"))
            #expect(help.contains("--json") && help.contains("--timeout"))
        }
    }

    @Test("have examples that can be pasted from a terminal with 80 columns")
    func examples() async throws {
        let sandbox = try Sandbox()
        for (words, command) in MidenCLI.commands {
            let output = try await sandbox.start(words + ["--help"]).outcome().output
            let help = output.split(separator: "\n").map(String.init)
            let written = command.configuration.discussion.split(separator: "\n").map(String.init)
            var isExample = false
            var count = 0
            for line in written {
                isExample = isExample || line.hasPrefix("Example: ")
                guard isExample else { continue }
                count += 1
                #expect(line.count <= 80 && !line.contains("…"), "\(line)")
                #expect(help.contains(line), "broken: \(line)")
                // It goes on in the next line.
                isExample = line.hasSuffix(" \\")
            }
            #expect(count > 0 && !isExample, "\(words)")
        }
    }

    @Test("are told in the help with the exit codes, also where nothing is asked for")
    func rootHelp() async throws {
        let sandbox = try Sandbox()
        let help = try await sandbox.check("--help")
        for status in ExitStatus.allCases {
            #expect(help.contains("\(status.rawValue)  \(status.meaning)"))
        }
        #expect(help.contains("MIDEN_NETWORK"))
        #expect(try await sandbox.check() == help)
        #expect(try await sandbox.check("--version") == "0.1.0\n")
    }

    @Test("are completed by the shells", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let sandbox = try Sandbox()
        let script = try await sandbox.check("--generate-completion-script", shell)
        for word in ["new-wallet", "consume", "embedded"] {
            #expect(script.contains(word))
        }
        #expect(script.contains(shell == "fish" ? "-l data-dir" : "--data-dir"))
        if shell == "bash", FileManager.default.isExecutableFile(atPath: "/bin/bash") {
            let file = try sandbox.directory.write(Data(script.utf8), to: "completions")
            let bash = try Process.run(URL(fileURLWithPath: "/bin/bash"), arguments: ["-n", file])
            bash.waitUntilExit()
            #expect(bash.terminationStatus == 0)
        }
    }

    @Test(
        "of commands are completed by bash, also where a name has a hyphen",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "There is no bash."),
        arguments: ["new-wallet", "balance"]
    )
    func completed(command: String) async throws {
        let sandbox = try Sandbox()
        let script = try await sandbox.check("--generate-completion-script", "bash")
        let file = try sandbox.directory.write(Data(script.utf8), to: "completions")
        let words = "COMP_WORDS=(miden-cli \(command) --js); COMP_CWORD=2"
        let line = "source \(file); \(words); _miden_cli; echo ${COMPREPLY[*]}"
        let bash = try RunningCommand(["-c", line], environment: [:], program: "/bin/bash")
        let outcome = await bash.outcome()
        #expect(outcome.output == "--json\n" && outcome.errors.isEmpty, "\(outcome.errors)")
    }
}
