/// One event of Rust's log, as it crosses.
struct LogEvent: Codable, Sendable {
    /// The module it comes from.
    let target: String
    /// What it says.
    let message: String
    /// What it says it about.
    let fields: [String: String]
}
