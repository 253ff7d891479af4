import Foundation

/// One figure of the comparison: a line of the CSV file.
struct Figure: Equatable {
    /// What was measured, such as `empty operation`.
    let measurement: String
    /// Of what, such as `UniFFI`.
    let subject: String
    /// At how many callers; 0 where that is no question.
    var callers = 0
    /// Which figure of all that were taken, such as `median` or `p99`.
    let statistic: String
    let value: Double
    let unit: String
}

/// The figures of one run.
struct Figures {
    private(set) var all: [Figure] = []

    /// Adds one.
    mutating func add(
        _ measurement: String,
        _ subject: String,
        callers: Int = 0,
        _ statistic: String,
        _ value: Double,
        _ unit: String
    ) {
        all.append(
            Figure(
                measurement: measurement,
                subject: subject,
                callers: callers,
                statistic: statistic,
                value: value,
                unit: unit
            )
        )
    }

    /// Adds what several rounds have given, with their median.
    mutating func add(rounds: [Double], _ measurement: String, _ subject: String, callers: Int = 0, _ unit: String) {
        for (round, value) in rounds.enumerated() {
            add(measurement, subject, callers: callers, "round \(round + 1)", value, unit)
        }
        add(measurement, subject, callers: callers, "median", median(rounds), unit)
    }

    /// The one that is asked for.
    func value(
        _ measurement: String,
        _ subject: String,
        callers: Int = 0,
        _ statistic: String = "median"
    ) throws -> Double {
        let found = all.last {
            ($0.measurement, $0.subject, $0.callers, $0.statistic) == (measurement, subject, callers, statistic)
        }
        guard let found else {
            throw Failure("there is no figure “\(statistic)” of \(measurement), \(subject), \(callers)")
        }
        return found.value
    }
}

/// No word in it has a comma or a quotation mark.
extension Figures {
    private static let header = "measurement,subject,callers,statistic,value,unit"

    var csv: String {
        let lines = all.map {
            "\($0.measurement),\($0.subject),\($0.callers),\($0.statistic),\($0.value),\($0.unit)"
        }
        return ([Self.header] + lines).joined(separator: "\n") + "\n"
    }

    init(csv: String) throws {
        let lines = csv.split(separator: "\n")
        guard lines.first.map(String.init) == Self.header else {
            throw Failure("these are not the figures of a comparison")
        }
        for line in lines.dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, let callers = Int(fields[2]), let value = Double(fields[4]) else {
                throw Failure("“\(line)” is no figure")
            }
            add(fields[0], fields[1], callers: callers, fields[3], value, fields[5])
        }
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
