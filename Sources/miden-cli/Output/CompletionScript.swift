import Foundation

/// What the argument parser writes for a shell to complete commands by.
enum CompletionScript {
    /// The script with the functions called as they are defined. For bash the parser defines that of `new-wallet` with an
    /// underscore, and calls it with the hyphen.
    static func mended(_ script: String) -> String {
        guard script.hasPrefix("#!/bin/bash") else {
            return script
        }
        let call = #/^(?<indent>\s+)(?<function>_miden_cli_[\w-]+)(?<word> \d+)$/#.anchorsMatchLineEndings()
        return script.replacing(call) { match in
            "\(match.indent)\(match.function.replacingOccurrences(of: "-", with: "_"))\(match.word)"
        }
    }
}
