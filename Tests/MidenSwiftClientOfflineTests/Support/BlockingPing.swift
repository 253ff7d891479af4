@testable import MidenSwiftClient

extension MidenWallet {
    /// An empty call through the blocking door, which the published blocking calls use.
    @available(*, noasync)
    nonisolated func blockingPing(timeout: Duration? = nil) throws {
        try core.perform(PingRequest(), timeout: timeout)
    }
}
