internal import CMidenSwiftClient

/// Calls a function of Rust that does nothing: what crossing the language costs without a door.
///
/// - Parameter calls: How many times.
/// - Returns: The sum of what it returned, so that no call can be left out.
public func plainCalls(_ calls: Int) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<calls {
        sum &+= UInt64(wc_abi_version())
    }
    return sum
}
