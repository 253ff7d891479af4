import ArgumentParser
import Foundation
import MidenSwiftClient

/// Files with code: packages (`.masp`), and sources (`.masm`), which are compiled.
enum CodeFile {
    /// The package in a file, or the one that its source becomes. Warnings of the compiler go to standard error.
    static func package(
        at path: String,
        as kind: MidenPackage.Kind,
        linking links: [String] = [],
        _ reader: InputReader
    ) async throws -> MidenPackage {
        guard isSource(path) else {
            return try await MidenPackage(file: Data(reader.bytes(of: .package, at: path)))
        }
        let compilation = try await MidenPackage.compilation(
            of: try await source(at: path, as: kind, linking: links, reader)
        )
        complain(of: compilation.warnings, in: path)
        return try compilation.package()
    }

    /// Writes warnings of the compiler to standard error.
    static func complain(of warnings: [CodeDiagnostic], in path: String) {
        for warning in warnings {
            Console.standard.complain("\(path): \(warning.description)")
        }
    }

    /// The source in a file, with what it refers to: packages, and sources named as `path=file`.
    static func source(
        at path: String,
        as kind: MidenPackage.Kind,
        linking links: [String],
        _ reader: InputReader
    ) async throws -> MASMSource {
        var source = MASMSource(kind, try reader.text(of: .source, at: path))
        for link in links {
            if let equals = link.firstIndex(of: "=") {
                let file = String(link[link.index(after: equals)...])
                let code = try reader.text(of: .source, at: file)
                source.modules.append(MASMSource.Module(path: String(link[..<equals]), code: code))
            } else if isSource(link) {
                throw ValidationError(
                    "The module in \(link) needs a path by which it is referred to: --link project::module=\(link)."
                )
            } else {
                source.packages.append(try await MidenPackage(file: Data(reader.bytes(of: .package, at: link))))
            }
        }
        return source
    }

    private static func isSource(_ path: String) -> Bool {
        path.hasSuffix(".masm")
    }
}

extension AccountID {
    /// The account and the name of a procedure, written as `<account>:<procedure>`.
    static func target(
        _ text: String,
        in wallet: MidenWallet
    ) async throws -> (account: AccountID, procedure: String) {
        guard let colon = text.firstIndex(of: ":") else {
            throw ValidationError("Name the account and its procedure: <account-id>:<procedure>.")
        }
        let account = try await AccountID(named: String(text[..<colon]), in: wallet)
        return (account, String(text[text.index(after: colon)...]))
    }
}

extension Word {
    /// Reads a word as people write it: in hex, or as up to four numbers with commas between them.
    init(written text: String) throws {
        let felts = try Felt.list(written: text)
        guard felts.count <= 4 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidWord,
                message: "“\(text)” is not a word: it has \(felts.count) numbers, and a word has four."
            )
        }
        self.init(felts)
    }
}

extension Felt {
    /// Reads one element, or the four of a word in hex.
    static func elements(written text: String) throws -> [Felt] {
        text.hasPrefix("0x") && text.count == 66 ? try Word(text).elements : [try Felt(text)]
    }

    /// Reads numbers and words in hex, which are four numbers, with commas between them.
    static func list(written text: String) throws -> [Felt] {
        try text.split(separator: ",", omittingEmptySubsequences: false).flatMap {
            try elements(written: $0.trimmingCharacters(in: .whitespaces))
        }
    }
}
