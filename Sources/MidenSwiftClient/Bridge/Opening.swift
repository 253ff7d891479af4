internal import CMidenSwiftClient

/// An opening of a wallet whose wait for the store can be cancelled.
struct Opening: Sendable {
    /// Its number in Rust.
    let number: UInt64

    /// Registers an opening that is to come.
    ///
    /// - Parameter environment: The environment of the process.
    /// - Throws: Where the Rust core cannot be called on this machine.
    init(environment: [String: String]) throws(MidenError) {
        try Core.checkLibrary(environment: environment)
        number = wc_miden_begin_opening()
    }

    /// Cancels the wait, now or when it begins. Has no effect after the opening.
    func end() {
        _ = wc_miden_end_opening(number)
    }
}
