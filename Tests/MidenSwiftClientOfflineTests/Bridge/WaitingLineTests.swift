import MidenTestSupport
import Testing

@testable import MidenSoak
@testable import MidenSwiftClient

@Suite("The line of calls that await a place, without clocks, threads and Rust")
struct WaitingLineTests {
    private struct Caller: Identifiable, Equatable {
        let id: Int
    }

    /// A reference: what changes itself cannot be written in an expectation.
    private final class Line {
        private var line = WaitingLine<Caller>()

        var count: Int { line.count }
        var isClosed: Bool { line.isClosed }
        var earliestDeadline: SuspendingClock.Instant? { line.earliestDeadline }

        func join(_ caller: Caller, until deadline: SuspendingClock.Instant?) -> Bool {
            line.join(caller, until: deadline)
        }

        func serve(_ offer: (Caller, SuspendingClock.Instant?) -> WaitingLine<Caller>.Offer) { line.serve(offer) }
        func leave(_ id: Int) -> Caller? { line.leave(id) }
        func expire(at now: SuspendingClock.Instant) -> [Caller] { line.expire(at: now) }
        func close() -> [Caller] { line.close() }
    }

    private let now = SuspendingClock.now

    private func line(_ ids: Range<Int>) -> Line {
        let line = Line()
        for id in ids {
            #expect(line.join(Caller(id: id), until: nil))
        }
        return line
    }

    /// Serves as many as there are places, and says who they were.
    private func serve(_ line: Line, places: Int) -> [Int] {
        var served: [Int] = []
        line.serve { caller, _ in
            guard served.count < places else {
                return .none
            }
            served.append(caller.id)
            return .taken
        }
        return served
    }

    @Test("First come, first served, and who finds no place stays at its place")
    func order() {
        let line = line(0..<5)
        #expect(serve(line, places: 2) == [0, 1])
        #expect(serve(line, places: 0) == [])
        #expect(line.count == 3)
        #expect(line.join(Caller(id: 9), until: nil))
        #expect(serve(line, places: 10) == [2, 3, 4, 9])
        #expect(line.count == 0)
        #expect(serve(line, places: 10) == [])
    }

    @Test("Who leaves is handed out once, from wherever it stands, and the others keep their order")
    func leaving() {
        let line = line(0..<4)
        #expect(line.leave(2) == Caller(id: 2))
        #expect(line.leave(2) == nil)
        #expect(line.leave(77) == nil)
        #expect(line.leave(0) == Caller(id: 0))
        #expect(serve(line, places: 10) == [1, 3])
        #expect(line.leave(1) == nil)
    }

    @Test("Deadlines come due wherever the caller stands, and are told with the offer of a place")
    func deadlines() {
        let line = Line()
        let deadlines: [SuspendingClock.Instant?] = [
            now + .seconds(30), now + .seconds(10), nil, now + .seconds(20),
        ]
        for (id, deadline) in deadlines.enumerated() {
            #expect(line.join(Caller(id: id), until: deadline))
        }
        #expect(line.earliestDeadline == now + .seconds(10))
        #expect(line.expire(at: now + .seconds(9)).isEmpty)
        #expect(line.expire(at: now + .seconds(10)).map(\.id) == [1])
        #expect(line.earliestDeadline == now + .seconds(20))
        #expect(line.expire(at: now + .seconds(40)).map(\.id) == [0, 3])
        #expect(line.earliestDeadline == nil)
        var offered: [SuspendingClock.Instant?] = []
        line.serve { _, deadline in
            offered.append(deadline)
            return .taken
        }
        #expect(offered == [nil])
        #expect(line.join(Caller(id: 5), until: now + .seconds(50)))
        line.serve { _, deadline in
            offered.append(deadline)
            return .taken
        }
        #expect(offered == [nil, now + .seconds(50)])
        #expect(line.earliestDeadline == nil)
    }

    @Test("A deadline that is asked for after its caller has left finds nobody, and is forgotten")
    func staleDeadline() {
        let line = Line()
        #expect(line.join(Caller(id: 1), until: now + .seconds(1)))
        #expect(line.join(Caller(id: 2), until: nil))
        #expect(line.leave(1) != nil)
        #expect(line.expire(at: now + .seconds(2)).isEmpty)
        #expect(line.earliestDeadline == nil)
        #expect(line.count == 1)
    }

    @Test("Closing hands everybody out in order, and nobody can join afterwards")
    func closing() {
        let line = line(0..<3)
        #expect(line.close().map(\.id) == [0, 1, 2])
        #expect(line.isClosed)
        #expect(!line.join(Caller(id: 4), until: now))
        #expect(line.close().isEmpty)
        #expect(line.count == 0)
        #expect(line.earliestDeadline == nil)
    }

    @Test("Whatever happens in whatever order, everybody leaves exactly once and the served in order")
    func anyOrder() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let line = Line()
            var joined = 0
            var left: [Int] = []
            var lastServed = -1
            for step in 0..<100 {
                let time = now + .seconds(step)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1, 2:
                    let patience = Int.random(in: 0..<60, using: &random)
                    let deadline = patience < 30 ? time + .seconds(patience) : nil
                    #expect(line.join(Caller(id: joined), until: deadline))
                    joined += 1
                case 3:
                    for id in serve(line, places: Int.random(in: 0..<3, using: &random)) {
                        #expect(id > lastServed)
                        lastServed = id
                        left.append(id)
                    }
                case 4:
                    if joined > 0, let caller = line.leave(Int.random(in: 0..<joined, using: &random)) {
                        left.append(caller.id)
                    }
                default:
                    left += line.expire(at: time).map(\.id)
                }
                #expect(line.count == joined - left.count)
            }
            left += line.close().map(\.id)
            #expect(left.sorted() == Array(0..<joined))
        }
    }
}
