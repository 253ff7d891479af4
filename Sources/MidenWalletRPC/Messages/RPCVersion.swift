/// The version of the messages, which each of them names.
enum RPCVersion {
    static let current = 1

    /// Checks `jsonrpc` and that `version` is a whole number.
    static func read(_ members: [String: JSONText]) throws(RPCError) -> Double {
        guard (try? members["jsonrpc"]?.decoded(as: String.self)) == "2.0" else {
            throw .invalidRequest("The message is not JSON-RPC 2.0")
        }
        guard let version = try? members["version"]?.decoded(as: Double.self), version.isFinite,
            version.rounded() == version
        else { throw .invalidRequest("The message has no version") }
        return version
    }

    /// Refuses another version than this one.
    static func require(_ version: Double) throws(RPCError) {
        guard version == Double(current) else { throw .unsupportedVersion(version) }
    }
}
