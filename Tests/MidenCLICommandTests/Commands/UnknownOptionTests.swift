import ArgumentParser
import MidenTestSupport
import Testing

@testable import miden_cli

@Suite("Unknown options", .timeLimit(.minutes(5)))
struct UnknownOptionTests {
    @Test(
        "are named, with the option that is most like them, whatever else is wrong",
        arguments: [
            Failure("send 0x12 1 --bogus x", 64, "usage", "Unknown option '--bogus'."),
            Failure("send --bogus 0x12 1", 64, "usage", "Unknown option '--bogus'."),
            Failure("send 0x12 1 --tokn A", 64, "usage", "Unknown option '--tokn'. Did you mean '--token'?"),
            Failure("new-wallet --nane bob", 64, "usage", "Unknown option '--nane'. Did you mean '--name'?"),
            Failure("new-wallet --bogus=bob --words 12", 64, "usage", "Unknown option '--bogus'."),
            Failure("rename --bogus", 64, "usage", "Unknown option '--bogus'."),
            Failure("consume --bogus --all 0x1", 64, "usage", "Unknown option '--bogus'."),
            Failure("transfer -t 0x12 -x", 64, "usage", "Unknown option '-x'."),
            Failure("transfer -vx -t 0x12", 64, "usage", "Unknown option '-x'."),
            Failure("--network local balance --bogus x", 64, "usage", "Unknown option '--bogus'."),
            Failure("tx --bogus x", 64, "usage", "Unknown option '--bogus'."),
            Failure("--bogus send", 64, "usage", "Unknown option '--bogus'."),
            Failure("--jsn send", 64, "usage", "Unknown option '--jsn'. Did you mean '--json'?"),
        ]
    )
    func named(_ failure: Failure) async throws {
        try await expect(failure, in: try Sandbox())
    }

    @Test("are named by every command, with its usage")
    func everyCommand() throws {
        for (words, _) in MidenCLI.commands {
            let arguments = words + ["--timeout", "--bogus", "x", "--nosuch", "y"]
            let unknown = try #require(try UnknownOption(in: arguments), "\(words)")
            #expect(unknown.message == "Unknown option '--nosuch'.", "\(words)")
            #expect(unknown.usage.contains("miden-cli \(words.joined(separator: " ")) --help"), "\(words)")
        }
    }

    @Test("are not what is a value, or comes after --")
    func values() throws {
        #expect(try UnknownOption(in: ["send", "--token", "--bogus", "-", "--", "--bogus"]) == nil)
        #expect(try UnknownOption(in: ["faucet", "--amount", "-1"]) == nil)
    }

    @Test("leave other errors as they are")
    func otherErrors() async throws {
        let shell = try await Sandbox().run("--generate-completion-script", "bogus")
        #expect(shell.status == 64)
        #expect(shell.errors.contains("generate completion scripts for 'bogus'"), "\(shell.errors)")
    }
}
