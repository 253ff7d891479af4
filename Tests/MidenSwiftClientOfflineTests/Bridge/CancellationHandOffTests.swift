import Atomics
import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Cancelled before the request has a number, and after", .timeLimit(.minutes(2)))
struct CancellationHandOffTests {
    @Test("The number comes first: the cancellation is told whom to cancel")
    func acceptedFirst() {
        let completion = Completion(admission: nil)
        let handOff = completion.cancellation
        #expect(!handOff.isCancelled)
        #expect(!handOff.accepted(request: 41))
        #expect(!handOff.isCancelled)
        #expect(handOff.cancel() == 41)
        #expect(handOff.isCancelled)
    }

    @Test("The cancellation comes first: who brings the number is told to cancel")
    func cancelledFirst() {
        let completion = Completion(admission: nil)
        let handOff = completion.cancellation
        #expect(handOff.cancel() == nil)
        #expect(handOff.isCancelled)
        #expect(handOff.accepted(request: 41))
        #expect(handOff.isCancelled)
    }

    @Test("The first and the last of all numbers are numbers like any other", arguments: [0, 1, UInt64.max - 2])
    func extremes(request: UInt64) {
        let completion = Completion(admission: nil)
        let handOff = completion.cancellation
        #expect(!handOff.accepted(request: request))
        #expect(handOff.cancel() == request)
    }

    /// Two threads that meet at each round.
    private final class Meeting: Sendable {
        private let arrived = ManagedAtomic(0)

        func arrive(at round: Int) {
            arrived.wrappingIncrement(ordering: .acquiringAndReleasing)
            while arrived.load(ordering: .acquiring) < 2 * (round + 1) {
                sched_yield()
            }
        }
    }

    @Test("Both at the same moment: exactly one of the two cancels, whichever is second")
    func race() async throws {
        let completions = (0..<5000).map { _ in Completion(admission: nil) }
        let meeting = Meeting()
        async let byAcceptance = onOwnThread {
            completions.enumerated().map { round, completion in
                meeting.arrive(at: round)
                return completion.cancellation.accepted(request: UInt64(round))
            }
        }
        async let byCancellation = onOwnThread {
            completions.enumerated().map { round, completion in
                meeting.arrive(at: round)
                return completion.cancellation.cancel() == UInt64(round)
            }
        }
        for (accepted, cancelled) in zip(try await byAcceptance, try await byCancellation) {
            #expect(accepted != cancelled)
        }
    }
}
