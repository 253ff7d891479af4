import Atomics
import Testing

@testable import MidenSwiftClient

@Suite("Looking out for an answer")
struct LookOutTests {
    private static let millisecond: UInt64 = 1_000_000

    @Test("One at a time, and again at once where it pays")
    func oneAtATime() {
        let lookOut = LookOut(cores: 2) { 0 }
        for _ in 0..<10 {
            #expect(lookOut.begins())
            #expect(!lookOut.begins())
            lookOut.ends(found: true)
        }
    }

    @Test("Each time in vain puts off the next, up to half a second, and a find shortens that again")
    func inVain() {
        let clock = ManagedAtomic<UInt64>(0)
        let lookOut = LookOut(cores: 2) { clock.load(ordering: .relaxed) }
        func rest() -> UInt64 {
            #expect(lookOut.begins())
            lookOut.ends(found: false)
            var passed: UInt64 = 0
            while true {
                if lookOut.begins() {
                    lookOut.ends(found: true)
                    return passed
                }
                clock.wrappingIncrement(by: Self.millisecond, ordering: .relaxed)
                passed += Self.millisecond
            }
        }
        #expect(rest() == Self.millisecond)
        for _ in 0..<20 {
            #expect(lookOut.begins())
            lookOut.ends(found: false)
            clock.wrappingIncrement(by: 2000 * Self.millisecond, ordering: .relaxed)
        }
        #expect(rest() == 512 * Self.millisecond)
        #expect(rest() == 32 * Self.millisecond)
    }

    @Test("Not with one core")
    func oneCore() {
        #expect(!LookOut(cores: 1) { 0 }.begins())
    }
}
