import ArgumentParser

/// `miden-cli contract`
struct ContractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Compile a contract, show what it offers, or put one on the chain.",
        subcommands: [Compile.self, ContractInspect.self, ContractDeploy.self]
    )
}
