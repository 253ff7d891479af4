/// The programs, and how much is asked of them.
struct Measurements {
    /// Which widths the empty operation is measured at, with the calls of one round: a tenth of a second's or so.
    static let widths: [(callers: Int, calls: Int)] = [
        (1, 10_000), (8, 30_000), (64, 100_000), (256, 100_000), (1024, 100_000),
    ]

    let sdk: String
    let uniffi: String
    let tokio: String
    let plainConsume: String
    /// A fraction of everything: to see that it runs.
    let quick: Bool

    private(set) var figures = Figures()

    init(sdk: String, uniffi: String, tokio: String, plainConsume: String, quick: Bool) {
        self.sdk = sdk
        self.uniffi = uniffi
        self.tokio = tokio
        self.plainConsume = plainConsume
        self.quick = quick
    }

    /// Takes all figures.
    mutating func run(progress: (String) -> Void) throws {
        progress("the empty operation")
        try emptyOperation()
        progress("calls that end before their time, and a wallet at rest")
        try lives()
        progress("reads while idle, during a sync and during proofs")
        try reads()
        progress("pages of a long history")
        try pages()
        progress("consume, with stand-ins for proofs")
        try consume("dummy", rounds: quick ? 5 : 60)
        progress("payments with and without a reference")
        try payments(rounds: quick ? 5 : 60)
        progress("consume, with real proofs")
        try consume("real", rounds: quick ? 2 : 15)
        progress("cancelling and closing while a proof runs")
        try proofs()
    }

    private mutating func emptyOperation() throws {
        let programs = [
            ("SDK", try Program(sdk)), ("UniFFI", try Program(uniffi)), ("bare tokio", try Program(tokio)),
        ]
        var rounds: [String: [Double]] = [:]
        // The programs take turns, so that what else the machine does falls on all of them. The first round warms them up.
        for round in 0...(quick ? 2 : 11) {
            for (callers, calls) in Self.widths {
                for (name, program) in programs {
                    let answer = try program.ask("empty \(callers) \(quick ? calls / 10 : calls)")
                    if round > 0 {
                        rounds["\(name) \(callers)", default: []].append(try number("nanoseconds", in: answer))
                    }
                }
            }
            if round > 0 {
                let answer = try programs[0].1.ask("plain 10000000")
                rounds["plain", default: []].append(try number("nanoseconds", in: answer))
            }
        }
        for (callers, _) in Self.widths {
            for (name, program) in programs {
                figures.add(rounds: rounds["\(name) \(callers)"] ?? [], "empty operation", name, callers: callers, "ns")
                if name != "bare tokio" {
                    let answer = try program.ask("allocations \(callers) 10000")
                    let allocations = try number("allocations", in: answer)
                    figures.add("allocations", name, callers: callers, "mean", allocations, "per call")
                }
            }
        }
        figures.add(rounds: rounds["plain"] ?? [], "plain C call", "SDK", "ns")
    }

    private mutating func lives() throws {
        let program = try Program(sdk)
        let rest = try program.ask("rest 5")
        figures.add("rest", "SDK", "mean", try number("microseconds", in: rest), "us of CPU per s")
        figures.add("rest", "SDK", "sleeps", try number("sleeps", in: rest), "per s")

        let overflow = try program.ask("overflow \(quick ? 1000 : 10_000)")
        for (name, unit) in [
            ("nanoseconds", "ns"), ("refused", "calls"), ("counted", "calls"), ("closing milliseconds", "ms"),
            ("closed", "calls"), ("callers", "calls"),
        ] {
            figures.add("overflow", "SDK", name, try number(name, in: overflow), unit)
        }
        for kind in ["waiting", "sync"] {
            let answer = try program.ask("cancel-\(kind) \(quick ? 20 : 500)")
            try add(latencies: answer, "cancel a \(kind == "sync" ? "running sync" : "waiting call")")
        }
        var drains: [Double] = []
        for _ in 0..<(quick ? 1 : 5) {
            let answer = try program.ask("drain")
            drains.append(try number("milliseconds", in: answer))
            figures.add("drain", "SDK", "finished", try number("finished", in: answer), "calls")
        }
        figures.add(rounds: drains, "drain", "SDK", "ms")
    }

    private mutating func reads() throws {
        let answer = try Program(sdk).ask("reads \(quick ? 500 : 10_000)")
        for load in ["idle", "sync", "proof"] {
            for statistic in ["p50", "p99", "max"] {
                let microseconds = try number("\(load) \(statistic)", in: answer)
                figures.add("balance read", load, statistic, microseconds, "us")
            }
        }
    }

    private mutating func pages() throws {
        let answer = try Program(sdk).ask("pages \(quick ? 100 : 2000) \(quick ? 1 : 20)")
        for page in ["first", "last"] {
            for statistic in ["p50", "p99", "max"] {
                let milliseconds = try number("\(page) \(statistic)", in: answer)
                figures.add("page of the history", page, statistic, milliseconds, "ms")
            }
        }
        figures.add(
            "pages of the history",
            "SDK",
            "transactions",
            try number("transactions", in: answer),
            "transactions"
        )
        figures.add("pages of the history", "SDK", "pages", try number("pages", in: answer), "pages")
        for (statistic, unit) in [("share", "percent"), ("max", "ms")] {
            figures.add("pauses", "machine", statistic, try number("pauses \(statistic)", in: answer), unit)
        }
        figures.add("pages of the history", "SDK", "growth", try number("growth", in: answer), "KiB per page")
    }

    /// Both begin each round with a note of their own, which is not measured. The first one of an account makes it known to
    /// the network, which takes longer.
    private mutating func consume(_ proofs: String, rounds: Int) throws {
        let through = try Program(sdk)
        let plain = try Program(plainConsume, [proofs])
        try compare("consume with \(proofs) proofs", rounds: rounds, ("SDK", "plain Rust")) {
            try through.ask("consume \(proofs)")
        } with: {
            try plain.ask("consume")
        }
    }

    private mutating func payments(rounds: Int) throws {
        let program = try Program(sdk)
        try compare("payment", rounds: rounds, ("with a reference", "without a reference")) {
            try program.ask("pay reference")
        } with: {
            try program.ask("pay plain")
        }
    }

    /// Takes the times of two, which take turns in going first, and the difference of each round: times vary by more than
    /// that. The first round is not counted.
    private mutating func compare(
        _ measurement: String,
        rounds: Int,
        _ names: (one: String, other: String),
        _ one: () throws -> [String: Double],
        with other: () throws -> [String: Double]
    ) throws {
        var times: (one: [Double], other: [Double]) = ([], [])
        for round in 0...rounds {
            var pair = (one: 0.0, other: 0.0)
            for isFirst in [round % 2 == 0, round % 2 != 0] {
                if isFirst {
                    pair.one = try number("nanoseconds", in: one()) / 1e6
                } else {
                    pair.other = try number("nanoseconds", in: other()) / 1e6
                }
            }
            if round > 0 {
                times.one.append(pair.one)
                times.other.append(pair.other)
            }
        }
        figures.add(rounds: times.one, measurement, names.one, "ms")
        figures.add(rounds: times.other, measurement, names.other, "ms")
        let differences = zip(times.one, times.other).map { $0 - $1 }
        figures.add(rounds: differences, measurement, "difference", "ms")
    }

    private mutating func proofs() throws {
        let program = try Program(sdk)
        try add(latencies: program.ask("cancel-proof \(quick ? 2 : 10)"), "cancel a running proof")
        let closing = try program.ask("close-proving \(quick ? 1 : 5)")
        try add(latencies: closing, "close while a proof runs")
        figures.add("open again after that", "SDK", "max", try number("opening", in: closing), "ms")
    }

    private mutating func add(latencies answer: [String: Double], _ measurement: String) throws {
        for statistic in ["p50", "p99", "max"] {
            figures.add(measurement, "SDK", statistic, try number(statistic, in: answer), "ms")
        }
        figures.add(measurement, "SDK", "samples", try number("samples", in: answer), "calls")
    }

    private func number(_ name: String, in answer: [String: Double]) throws -> Double {
        guard let number = answer[name] else {
            throw Failure("an answer has no “\(name)”: \(answer)")
        }
        return number
    }
}
