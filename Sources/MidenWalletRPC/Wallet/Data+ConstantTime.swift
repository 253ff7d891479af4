import Foundation

extension Data {
    /// Whether the bytes are equal, in a time that depends on their number alone.
    package func isEqualInConstantTime(to other: Data) -> Bool {
        count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
