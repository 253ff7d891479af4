import Foundation
import MidenContractGenerator

/// What the plugin `MidenContracts` runs: `miden-contract-tool OUTPUT-FOLDER FILE…`, all of them absolute paths.
///
/// Each contract in the files becomes `NAME.generated.swift` in the folder. If there is something wrong with one of them,
/// nothing is written, each problem is a line on standard error that editors understand, and the exit code is 1.
@main
enum ContractTool {
    static func main() {
        let problems = run(Array(CommandLine.arguments.dropFirst()))
        for problem in problems {
            tell(problem.description)
        }
        if !problems.isEmpty {
            exit(1)
        }
    }

    /// Generates all files.
    ///
    /// - Parameter arguments: The folder, and the files.
    /// - Returns: What is wrong. Nothing was written then.
    private static func run(_ arguments: [String]) -> [Problem] {
        guard arguments.count >= 2 else {
            return [Problem(in: "miden-contract-tool", "usage: miden-contract-tool OUTPUT-FOLDER FILE…")]
        }
        let inputs = ContractInput.all(in: Array(arguments.dropFirst()))
        var problems = clashes(of: inputs)
        var files: [GeneratedOutput] = []
        for input in inputs {
            do {
                files.append(try Generation.output(of: input))
            } catch {
                problems.append(error)
            }
        }
        problems += clashes(of: files)
        guard problems.isEmpty else {
            return problems
        }
        do {
            for file in files {
                for warning in file.warnings {
                    tell("\(file.input): warning: \(warning)")
                }
                try file.write(to: arguments[0])
            }
        } catch {
            return [error]
        }
        return []
    }

    /// Inputs whose outputs would be one file. The plugin refuses them before; file systems may take upper and lower case
    /// for the same.
    private static func clashes(of inputs: [ContractInput]) -> [Problem] {
        inputs.repeats { $0.outputName.lowercased() }.map { other, input in
            Problem(in: input.path, "\(other.path) would become \(other.outputName), too. Rename one of the two.")
        }
    }

    /// Contracts of one Swift type.
    private static func clashes(of files: [GeneratedOutput]) -> [Problem] {
        files.repeats(by: \.typeName).map { other, file in
            let type = file.typeName.prefix { $0 != "." }
            return Problem(
                in: file.input,
                "\(other.input) becomes the type \(type), too. Give one of them another name in its configuration: name = \"…\"."
            )
        }
    }

    /// Writes a line to standard error.
    private static func tell(_ line: String) {
        FileHandle.standardError.write(Data((line.onOneLine + "\n").utf8))
    }
}
