import ArgumentParser
import MidenSwiftClient

/// Which page of a history is shown.
struct PageOptions: ParsableArguments {
    @Option(help: "How many at most on a page, 1 to 500; 20 where not given.")
    var limit: Int?

    @Option(help: ArgumentHelp("Go on where a page ended.", valueName: "cursor"))
    var after: String?

    func validate() throws {
        if let limit, !(1...500).contains(limit) {
            throw ValidationError("--limit wants a number from 1 to 500.")
        }
    }

    /// Whether one page is asked for.
    var isGiven: Bool { limit != nil || after != nil }

    /// Where the page begins; nil means at the beginning.
    var cursor: HistoryCursor? { after.map(HistoryCursor.init(rawValue:)) }

    /// How many there are on a page.
    var count: Int { limit ?? 20 }
}
