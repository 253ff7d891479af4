import Foundation

/// Draws figures as SVG, with the colours that people with any kind of colour vision tell apart.
struct Plot {
    private static let colours = ["SDK": "#0072b2", "UniFFI": "#d55e00", "bare tokio": "#009e73"]
    private static let size = (width: 760.0, height: 420.0)
    private static let frame = (left: 70.0, right: 620.0, top: 40.0, bottom: 360.0)

    let figures: Figures

    private struct Curve {
        let name: String
        let colour: String
        let values: [Double]

        var end: Double { values.last ?? 1 }
    }

    /// The empty operation: callers across, nanoseconds up, both by powers.
    func emptyOperation() throws -> String {
        let widths = Measurements.widths.map(\.callers)
        var curves: [Curve] = []
        for (name, colour) in Self.colours {
            let values = try widths.map { try figures.value("empty operation", name, callers: $0) }
            curves.append(Curve(name: name, colour: colour, values: values))
        }
        let values = curves.flatMap(\.values)
        let (least, most) = (values.min() ?? 1, values.max() ?? 1)
        let decades = (log10(least).rounded(.down), log10(most).rounded(.up))
        func across(_ callers: Int) -> Double {
            Self.frame.left + log2(Double(callers)) / 10 * (Self.frame.right - Self.frame.left)
        }
        func up(_ nanoseconds: Double) -> Double {
            let share = (log10(nanoseconds) - decades.0) / max(decades.1 - decades.0, 1)
            return Self.frame.bottom - share * (Self.frame.bottom - Self.frame.top)
        }
        var parts: [String] = []
        for decade in stride(from: decades.0, through: decades.1, by: 1) {
            parts.append(line(up(pow(10, decade))))
            parts.append(text(Self.frame.left - 8, up(pow(10, decade)) + 4, nanoseconds(pow(10, decade)), "end"))
        }
        for callers in widths {
            parts.append(text(across(callers), Self.frame.bottom + 20, "\(callers)", "middle"))
        }
        for curve in curves {
            let points = zip(widths, curve.values).map { (across($0), up($1)) }
            let path = points.map { "\(round($0.0)),\(round($0.1))" }.joined(separator: " ")
            parts.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(curve.colour)\" stroke-width=\"2\"/>")
            for (x, y) in points {
                parts.append("<circle cx=\"\(round(x))\" cy=\"\(round(y))\" r=\"4\" fill=\"\(curve.colour)\"/>")
            }
        }
        // The names stand beside the lines' ends, or below each other where those are close.
        var lowest = 0.0
        for curve in curves.sorted(by: { $0.end > $1.end }) {
            lowest = max(up(curve.end) + 4, lowest + 16)
            parts.append(text(Self.frame.right + 12, lowest, curve.name, "start", curve.colour))
        }
        let middle = (Self.frame.left + Self.frame.right) / 2
        parts.append(text(middle, Self.frame.bottom + 44, "callers at the same time", "middle"))
        return drawing("Time per empty operation", parts)
    }

    /// Balance reads: p50 and p99 beside each other for each load.
    func reads() throws -> String {
        let loads = [("idle", "idle"), ("sync", "during a late sync"), ("proof", "during proofs")]
        let values = try loads.map { load, _ in
            try ["p50", "p99"].map { try figures.value("balance read", load, $0) }
        }
        let goal = 3 * values[0][1]
        let most = max(values.flatMap { $0 }.max() ?? 1, goal) * 1.1
        func up(_ microseconds: Double) -> Double {
            Self.frame.bottom - microseconds / most * (Self.frame.bottom - Self.frame.top)
        }
        var parts: [String] = []
        for (place, ((_, name), values)) in zip(loads, values).enumerated() {
            let share = (Double(place) + 0.5) / Double(loads.count)
            let middle = Self.frame.left + share * (Self.frame.right - Self.frame.left)
            for (value, (offset, colour)) in zip(values, [(-52.0, "#56b4e9"), (4.0, "#0072b2")]) {
                parts.append(
                    "<rect x=\"\(round(middle + offset))\" y=\"\(round(up(value)))\" width=\"48\""
                        + " height=\"\(round(Self.frame.bottom - up(value)))\" fill=\"\(colour)\"/>"
                )
                let label = String(format: "%.0f µs", value)
                parts.append(text(middle + offset + 24, up(value) - 6, label, "middle"))
            }
            parts.append(text(middle, Self.frame.bottom + 20, name, "middle"))
        }
        parts.append(line(Self.frame.bottom))
        parts.append(line(up(goal), dashed: true))
        parts.append(text(Self.frame.right + 12, up(goal) + 4, "3 × idle p99", "start"))
        parts.append(text(Self.frame.right + 12, Self.frame.bottom - 20, "p50", "start", "#56b4e9"))
        parts.append(text(Self.frame.right + 12, Self.frame.bottom - 4, "p99", "start", "#0072b2"))
        return drawing("Balance reads", parts)
    }

    private func drawing(_ title: String, _ parts: [String]) -> String {
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(Self.size.width)) \(Int(Self.size.height))\""
            + " font-family=\"sans-serif\" font-size=\"13\">"
        let paper = "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        let lines = [head, paper, text(Self.frame.left, 24, title, "start")] + parts + ["</svg>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ height: Double, dashed: Bool = false) -> String {
        "<line x1=\"\(round(Self.frame.left))\" y1=\"\(round(height))\" x2=\"\(round(Self.frame.right))\""
            + " y2=\"\(round(height))\" stroke=\"#cccccc\"\(dashed ? " stroke-dasharray=\"6 4\"" : "")/>"
    }

    private func text(
        _ x: Double,
        _ y: Double,
        _ words: String,
        _ anchor: String,
        _ colour: String = "#333333"
    ) -> String {
        "<text x=\"\(round(x))\" y=\"\(round(y))\" text-anchor=\"\(anchor)\" fill=\"\(colour)\">\(words)</text>"
    }

    private func round(_ number: Double) -> String { String(format: "%.1f", number) }

    private func nanoseconds(_ number: Double) -> String {
        number < 1000 ? "\(Int(number)) ns" : "\(Int(number / 1000)) µs"
    }
}
