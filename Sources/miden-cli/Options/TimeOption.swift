import ArgumentParser
import Foundation

/// A time on the command line: a day, or a moment, as ISO 8601 has it.
struct TimeOption: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        let moment = Date.ISO8601FormatStyle()
        // A day begins at midnight in Greenwich, which is the same for every reader of a script.
        guard let date = (try? moment.parse(argument)) ?? (try? moment.parse(argument + "T00:00:00Z")) else {
            return nil
        }
        self.date = date
    }
}

extension Date {
    /// The time as answers write it.
    var text: String {
        formatted(Date.ISO8601FormatStyle())
    }
}
