import Foundation
import PackagePlugin

/// Generates Swift for the contracts in a target: for each `NAME.miden.toml`, and for each `NAME.masp` that has none beside it.
///
/// It goes by the names of files alone and reads none: changes of a plugin do not make SwiftPM run its commands again, so
/// everything else is in the tool.
@main
struct MidenContracts: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let sources = (target as? any SourceModuleTarget)?.sourceFiles else {
            return []
        }
        // SwiftPM warns of unhandled files. It counts the inputs of a command as handled.
        let inputs = sources.map(\.url).filter(ContractFile.isContract).sorted { $0.path < $1.path }
        guard !inputs.isEmpty else {
            Diagnostics.warning(
                "The target \(target.name) has no contract: the plugin MidenContracts looks for NAME.masp and NAME.miden.toml."
            )
            return []
        }
        let folder = context.pluginWorkDirectoryURL
        let names = try ContractFile.outputNames(for: inputs, in: target.name)
        return [
            .buildCommand(
                displayName: "Generating Swift for the contracts of \(target.name)",
                executable: try context.tool(named: "miden-contract-tool").url,
                arguments: [folder.path] + inputs.map(\.path),
                inputFiles: inputs,
                outputFiles: names.map { folder.appending(path: $0) }
            )
        ]
    }
}
