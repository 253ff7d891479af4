import ArgumentParser

/// `miden-cli contract`
struct ContractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Compile a contract, show what it offers, generate Swift for it, or put it on the chain.",
        subcommands: [Compile.self, ContractInspect.self, ContractGenerate.self, ContractDeploy.self]
    )
}
