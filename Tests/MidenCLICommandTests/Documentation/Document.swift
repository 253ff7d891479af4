import Foundation

/// A page of the documentation.
struct Document {
    /// The checkout.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let text: String

    /// Reads the page at a path in the checkout.
    init(_ path: String) throws {
        text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The README and the pages in `docs`, by their paths in the checkout.
    static func all() throws -> [String] {
        let pages = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("docs").path)
        return ["README.md"] + pages.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    }

    /// The code between the fences that are marked with a language.
    func blocks(in language: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }
}
