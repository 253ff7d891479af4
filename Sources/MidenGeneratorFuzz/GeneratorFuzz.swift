import Foundation
import MidenContractGenerator
import MidenTestSupport

/// Generates Swift of changed documents, one after the other. A document is made of the seed and its number alone.
struct GeneratorFuzz: Sendable {
    /// A rule that does not hold.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What was tried.
    struct Report: Sendable, CustomStringConvertible {
        /// The documents.
        fileprivate(set) var documents = 0
        /// The documents of which a file was generated; the others were refused.
        fileprivate(set) var files = 0
        /// The files that the compiler has read.
        fileprivate(set) var compiled = 0

        var description: String { "\(documents) documents, \(files) files, \(compiled) of them type-checked" }
    }

    var duration: Duration
    var seed: UInt64
    /// The descriptions that documents are made of.
    var descriptions: [DocumentValue]
    /// Where the current document is, and later what a failure is about.
    var findings: URL
    /// How many files the compiler reads at a time.
    var batch = 40

    /// Tries documents until the time is over.
    ///
    /// - Parameter progress: Gets a line every 10 s.
    /// - Returns: What was tried.
    /// - Throws: ``Failure``, or what prevents the start.
    func run(progress: @Sendable (String) -> Void) async throws -> Report {
        try FileManager.default.createDirectory(at: findings, withIntermediateDirectories: true)
        let begun = ContinuousClock.now
        var report = Report()
        var reported = Duration.zero
        repeat {
            var files: [Int: GeneratedFile] = [:]
            for number in report.documents..<report.documents + batch {
                files[number] = try file(of: number)
            }
            report.documents += batch
            report.files += files.count
            try await typecheck(files)
            report.compiled += files.count
            let elapsed = ContinuousClock.now - begun
            if elapsed - reported >= .seconds(10) {
                reported = elapsed
                progress("\(elapsed.components.seconds) s: \(report)")
            }
        } while ContinuousClock.now - begun < duration
        return report
    }

    /// The document of a number.
    func document(_ number: Int) -> DocumentValue {
        var random = SeededGenerator(seed: seed ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
        let document = DocumentValue.object([
            "format_version": .number(1),
            "package": .text("TUFTUA=="),
            "digest": .text("0x" + String(repeating: "0a", count: 32)),
            "configuration": .object(["name": .text("Contract\(number)"), "reads": .array([])]),
            "interface": FuzzTexts.pick(descriptions, using: &random),
        ])
        var mutation = DocumentMutation(document)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            mutation.change(using: &random)
        }
        return mutation.document
    }

    /// The file of a document; nil if it is refused.
    private func file(of number: Int) throws -> GeneratedFile? {
        let document = document(number)
        try data(document).write(to: findings.appendingPathComponent("input.json"))
        guard let file = try generated(document, number) else { return nil }
        do {
            let tokens = try SwiftTokens(file.contents).tokens
            guard let plain = try generated(DocumentTexts.emptied(document), number) else {
                throw Failure(description: "it is refused without its texts")
            }
            let plainTokens = try SwiftTokens(plain.contents).tokens
            guard tokens == plainTokens else {
                let index = zip(tokens, plainTokens).prefix { $0 == $1 }.count
                let place = tokens.dropFirst(max(index - 8, 0)).prefix(20).joined(separator: " ")
                throw Failure(description: "tokens depend on texts: … \(place) …")
            }
        } catch {
            try keep(number, file)
            throw failure(number, "\(error)")
        }
        return file
    }

    /// The file of a document; nil if it is refused.
    private func generated(_ document: DocumentValue, _ number: Int) throws -> GeneratedFile? {
        let json = try data(document)
        do {
            return try ContractGenerator(version: "1.0.0").file(
                for: ContractDocument(json: json),
                from: .file("fuzz.masp"),
                named: "Fuzz",
                configuredBy: nil
            )
        } catch let error {
            // A document that the generator cannot read at all would be a fault of this program.
            guard !error.message.hasPrefix("This is not") else { throw failure(number, error.message) }
            return nil
        }
    }

    /// Has the compiler read files as one module.
    private func typecheck(_ files: [Int: GeneratedFile]) async throws {
        guard !files.isEmpty else { return }
        let directory = try TemporaryDirectory()
        let paths = try files.sorted { $0.key < $1.key }.map { _, file in
            try directory.write(Data(file.contents.utf8), to: file.name)
        }
        let outcome = try await SwiftCompiler.typecheck(paths)
        guard outcome.status != 0 else { return }
        let blamed = files.filter { outcome.errors.contains("/\($0.value.name):") }.sorted { $0.key < $1.key }
        for (number, file) in blamed {
            try keep(number, file)
        }
        let errors = outcome.errors.split(separator: "\n").filter { $0.contains("error:") }.prefix(10)
        let text = "the compiler ends with \(outcome.status):\n\(errors.joined(separator: "\n"))"
        throw failure(blamed.first?.key ?? 0, text)
    }

    private func keep(_ number: Int, _ file: GeneratedFile) throws {
        let name = findings.appendingPathComponent("\(seed)-\(number)")
        try data(document(number)).write(to: name.appendingPathExtension("json"))
        try Data(file.contents.utf8).write(to: name.appendingPathExtension("swift"))
    }

    private func failure(_ number: Int, _ text: String) -> Failure {
        Failure(description: "document \(number) of seed \(seed): \(text)")
    }

    private func data(_ document: DocumentValue) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try encoder.encode(document)
    }
}
