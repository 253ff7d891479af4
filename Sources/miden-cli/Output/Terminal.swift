import Foundation

/// A terminal on which a line can be redrawn in place.
struct Terminal: Sendable {
    private let currentColumns: @Sendable () -> Int

    /// Describes a terminal, for tests.
    init(columns: Int) {
        currentColumns = { columns }
    }

    /// Nil where the descriptor is none, or one that says it cannot move back in a line.
    init?(descriptor: Int32, environment: [String: String]) {
        guard isatty(descriptor) == 1, environment["TERM"] != "dumb" else {
            return nil
        }
        currentColumns = {
            var size = winsize()
            let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
            return isKnown ? Int(size.ws_col) : 80
        }
    }

    /// How many characters fit into a line now.
    var columns: Int { currentColumns() }
}
