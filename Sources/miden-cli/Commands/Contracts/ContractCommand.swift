import ArgumentParser

/// `miden-cli contract`
struct ContractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Show what a contract offers, or put one on the chain.",
        subcommands: [ContractInspect.self, ContractDeploy.self]
    )
}
