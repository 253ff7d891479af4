/// A message to the Rust core that needs no wallet, with the reply it gets. One golden file in `include/messages/` shows
/// each.
protocol Computation: Encodable, Sendable {
    /// What comes back.
    associatedtype Reply: Decodable

    /// The computation's number in the C header.
    static var number: UInt32 { get }
}
