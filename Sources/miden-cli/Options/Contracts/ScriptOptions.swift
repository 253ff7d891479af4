import ArgumentParser
import MidenSwiftClient

/// A script of one's own, compiled or not.
struct ScriptOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The compiled script, or its source.", valueName: "package"),
        completion: .file()
    )
    var package: String

    @Option(
        help: ArgumentHelp(
            "What a source refers to: a package, or a source with its module path, as project::module=file.",
            valueName: "package"
        ),
        completion: .file()
    )
    var link: [String] = []

    /// The package that is named, or the one that the source becomes.
    func compiled(as kind: MidenPackage.Kind, _ reader: InputReader) async throws -> MidenPackage {
        try await CodeFile.package(at: package, as: kind, linking: link, reader)
    }
}
