/// How often the two of a pair take their turn.
struct Rounds: Sendable {
    /// How many rounds are measured.
    var measured: Int
    /// How many come before those.
    var warmUp: Int
}
