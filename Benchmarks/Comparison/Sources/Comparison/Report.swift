import Foundation

/// The tables: what a reader wants to know of the figures, beside what was hoped for.
struct Report {
    let figures: Figures
    let machine: [String]

    /// Markdown, which is readable as it stands.
    func markdown() throws -> String {
        try [
            machine.map { "- \($0)" }.joined(separator: "\n"),
            "Nanoseconds per empty operation, medians of rounds in which the programs take turns:",
            emptyOperation(),
            goals(),
        ].joined(separator: "\n\n") + "\n"
    }

    private func emptyOperation() throws -> String {
        var lines = [
            "| callers | SDK | UniFFI | bare tokio | SDK / UniFFI | SDK / tokio | goals | met | allocations, SDK | UniFFI |",
            "|---|---|---|---|---|---|---|---|---|---|",
        ]
        for (callers, _) in Measurements.widths {
            let sdk = try figures.value("empty operation", "SDK", callers: callers)
            let uniffi = try figures.value("empty operation", "UniFFI", callers: callers)
            let tokio = try figures.value("empty operation", "bare tokio", callers: callers)
            let toBeat = callers < 64 ? 1.0 : 2.0
            let met = sdk < uniffi && sdk <= tokio * toBeat
            let goal = callers < 64 ? "< 1 and < 1" : "< 1 and ≤ 2"
            let cells = [
                "\(callers)", whole(sdk), whole(uniffi), whole(tokio), ratio(sdk, uniffi), ratio(sdk, tokio), goal,
                answer(met),
                decimal(try figures.value("allocations", "SDK", callers: callers, "mean"), 1),
                decimal(try figures.value("allocations", "UniFFI", callers: callers, "mean"), 1),
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    private func goals() throws -> String {
        var rows = [["what", "figure", "goal", "met"], ["---", "---", "---", "---"]]
        func row(_ what: String, _ figure: String, _ goal: String = "", _ met: Bool? = nil) {
            rows.append([what, figure, goal, met.map(answer) ?? ""])
        }
        row("plain C call", "\(decimal(try figures.value("plain C call", "SDK"), 1)) ns")
        let allocations = try Measurements.widths.map {
            try figures.value("allocations", "SDK", callers: $0.callers, "mean")
        }
        let most = allocations.max()
        row("allocations per call, at most", decimal(most ?? 0, 1), "< 10", most.map { $0 < 10 })

        let rest = try figures.value("rest", "SDK", "mean")
        let sleeps = try figures.value("rest", "SDK", "sleeps")
        row(
            "CPU of an open wallet that nobody calls",
            "\(whole(rest)) µs per second, \(decimal(sleeps, 1)) wake-ups",
            "at rest: < 1000 µs",
            rest < 1000
        )

        func overflow(_ name: String) throws -> Double { try figures.value("overflow", "SDK", name) }
        row(
            "refused call, queue full",
            "\(whole(try overflow("nanoseconds"))) ns; \(whole(try overflow("refused"))) refused,"
                + " \(whole(try overflow("counted"))) counted",
            "counts agree",
            try overflow("refused") == overflow("counted")
        )
        row(
            "closing at once, queue full",
            "\(decimal(try overflow("closing milliseconds"), 1)) ms for \(whole(try overflow("callers"))) callers",
            "≤ 100 ms, all told",
            try overflow("closing milliseconds") <= 100 && overflow("closed") == overflow("callers")
        )
        row(
            "drain of a full queue of syncs",
            "\(decimal(try figures.value("drain", "SDK"), 1)) ms,"
                + " \(whole(try figures.value("drain", "SDK", "finished"))) finished"
        )
        for what in ["cancel a waiting call", "cancel a running sync", "cancel a running proof"] {
            let worst = try figures.value(what, "SDK", "p99")
            row("\(what): until the caller is released", try latency(what), "p99 ≤ 50 ms", worst <= 50)
        }
        let closing = "close while a proof runs"
        row(closing, try latency(closing), "≤ 100 ms", try figures.value(closing, "SDK", "max") <= 100)
        let opening = try figures.value("open again after that", "SDK", "max")
        row("open the store again after that", "\(decimal(opening, 1)) ms at most")
        try addReads(row)
        try addPages(row)
        try addConsume(row)
        try addPayments(row)
        return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    private func addReads(_ row: (String, String, String, Bool?) -> Void) throws {
        func read(_ load: String, _ statistic: String) throws -> Double {
            try figures.value("balance read", load, statistic)
        }
        let idle = try read("idle", "p99")
        for (load, name) in [("idle", "idle"), ("sync", "during a sync, node 5 s late"), ("proof", "during proofs")] {
            let p99 = try read(load, "p99")
            let figure = "p50 \(whole(try read(load, "p50"))) µs, p99 \(whole(p99)) µs"
            if load == "idle" {
                row("balance read, \(name)", figure, "", nil)
            } else {
                let beside = ", p99 \(ratio(p99, idle)) × idle"
                row("balance read, \(name)", figure + beside, "p99 ≤ 3 × idle", p99 <= 3 * idle)
            }
        }
    }

    private func addPages(_ row: (String, String, String, Bool?) -> Void) throws {
        func pages(_ name: String) throws -> Double { try figures.value("pages of the history", "SDK", name) }
        let count = whole(try pages("transactions"))
        for page in ["first", "last"] {
            func took(_ statistic: String) throws -> Double {
                try figures.value("page of the history", page, statistic)
            }
            let p99 = try took("p99")
            let figure = "p50 \(decimal(try took("p50"), 2)) ms, p99 \(decimal(p99, 2)) ms"
            row("\(page) page of 50 of \(count) transactions", figure, "p99 < 10 ms", p99 < 10)
        }
        let share = decimal(try figures.value("pauses", "machine", "share"), 1)
        let longest = decimal(try figures.value("pauses", "machine", "max"), 1)
        row(
            "what the machine took from a thread that computed, right after",
            "\(share) % of the time, \(longest) ms at most at a time",
            "",
            nil
        )
        let growth = try pages("growth")
        row(
            "memory that \(whole(try pages("pages"))) pages leave behind",
            "\(decimal(growth, 2)) KiB per page",
            "none: < 1 KiB",
            growth < 1
        )
    }

    /// Each proof varies by more than what is looked for. What the SDK adds is the same whatever the proof, so the stand-ins
    /// show it best; it is set against the time with real ones.
    private func addConsume(_ row: (String, String, String, Bool?) -> Void) throws {
        for proofs in ["real", "dummy"] {
            let measurement = "consume with \(proofs) proofs"
            let sdk = try figures.value(measurement, "SDK")
            let plain = try figures.value(measurement, "plain Rust")
            let difference = try figures.value(measurement, "difference")
            let figure =
                "\(decimal(sdk, 1)) ms, plain Rust \(decimal(plain, 1)) ms, median difference \(decimal(difference, 1)) ms"
            row(measurement, figure, "", nil)
        }
        let plain = try figures.value("consume with real proofs", "plain Rust")
        let direct = try figures.value("consume with real proofs", "difference") / plain * 100
        let added = try figures.value("consume with dummy proofs", "difference") / plain * 100
        row(
            "what the SDK adds to consume",
            "\(decimal(direct, 2)) % measured with real proofs, \(decimal(added, 2)) % by the difference with stand-ins",
            "< 1 %",
            added < 1 && direct < 1
        )
    }

    private func addPayments(_ row: (String, String, String, Bool?) -> Void) throws {
        let with = try figures.value("payment", "with a reference")
        let without = try figures.value("payment", "without a reference")
        let added = try figures.value("payment", "difference")
        row(
            "what a reference adds to a payment, dummy proofs",
            "\(decimal(with, 1)) ms, without one \(decimal(without, 1)) ms, median difference \(decimal(added, 2)) ms",
            "< 2 ms",
            added < 2
        )
    }

    private func latency(_ what: String) throws -> String {
        let numbers = try ["p50", "p99", "max"].map { "\($0) \(decimal(try figures.value(what, "SDK", $0), 2))" }
        return numbers.joined(separator: ", ") + " ms (\(whole(try figures.value(what, "SDK", "samples"))) times)"
    }

    private func answer(_ met: Bool) -> String { met ? "yes" : "**no**" }
    private func whole(_ number: Double) -> String { decimal(number, 0) }
    private func ratio(_ one: Double, _ other: Double) -> String { decimal(one / other, 2) }
    private func decimal(_ number: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", number)
    }
}
