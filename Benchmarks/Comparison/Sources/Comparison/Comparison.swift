import Foundation

/// Compares the SDK with what else could be in its place, in one run, and writes down what came of it.
///
///     Comparison --sdk … --uniffi … --tokio … --plain-consume … --results FOLDER --readme FILE [--quick]
///     Comparison --draw --results FOLDER
///
/// The second draws the plots again from the figures of an earlier run, and prints the tables.
@main
enum Comparison {
    private static let figuresFile = "figures.csv"

    static func main() throws {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let results = URL(fileURLWithPath: try options["results"])
            if options.flags.contains("draw") {
                let csv = try String(contentsOf: results.appendingPathComponent(figuresFile), encoding: .utf8)
                let figures = try Figures(csv: csv)
                try draw(figures, results)
                return say(try Report(figures: figures, machine: []).markdown())
            }
            try run(options, results)
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options, _ results: URL) throws {
        let machine = Machine.now
        var measurements = Measurements(
            sdk: try options["sdk"],
            uniffi: try options["uniffi"],
            tokio: try options["tokio"],
            plainConsume: try options["plain-consume"],
            quick: options.flags.contains("quick")
        )
        try measurements.run { say("--> \($0)\n") }
        let report = try Report(figures: measurements.figures, machine: machine).markdown()
        try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
        let file = results.appendingPathComponent(figuresFile)
        try measurements.figures.csv.write(to: file, atomically: true, encoding: .utf8)
        try draw(measurements.figures, results)
        try insert(report, into: URL(fileURLWithPath: options["readme"]))
        say("\n" + report)
    }

    /// Prints at once: the run takes minutes, and is also watched through a pipe.
    private static func say(_ words: String) {
        FileHandle.standardOutput.write(Data(words.utf8))
    }

    private static func draw(_ figures: Figures, _ results: URL) throws {
        let plot = Plot(figures: figures)
        for (name, drawing) in [("empty-operation", try plot.emptyOperation()), ("balance-reads", try plot.reads())] {
            try drawing.write(to: results.appendingPathComponent(name + ".svg"), atomically: true, encoding: .utf8)
        }
    }

    /// Puts the report in the place that is marked for it.
    private static func insert(_ report: String, into readme: URL) throws {
        let begin = "<!-- comparison: begin -->\n"
        let end = "<!-- comparison: end -->"
        var text = try String(contentsOf: readme, encoding: .utf8)
        guard let from = text.range(of: begin), let to = text.range(of: end), from.upperBound <= to.lowerBound else {
            throw Failure("\(readme.path) has no place for the results")
        }
        text.replaceSubrange(from.upperBound..<to.lowerBound, with: report)
        try text.write(to: readme, atomically: true, encoding: .utf8)
    }
}

/// What the program is told on its command line, which only a script writes.
private struct Options {
    private var values: [String: String] = [:]
    private(set) var flags: Set<String> = []

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                throw Failure("“\(argument)” is no option")
            }
            let name = String(argument.dropFirst(2))
            if let value = rest.first, !value.hasPrefix("--") {
                values[name] = value
                rest.removeFirst()
            } else {
                flags.insert(name)
            }
        }
    }

    subscript(_ name: String) -> String {
        get throws {
            guard let value = values[name] else {
                throw Failure("--\(name) is missing")
            }
            return value
        }
    }
}
