/// The version of the messages, which each of them names.
enum RPCVersion {
    static let current = 1

    /// Checks `jsonrpc` and that `version` is a whole number.
    static func read(_ members: [String: JSONText]) throws(RPCError) -> Double {
        guard members["jsonrpc"]?.string == "2.0" else {
            throw .invalidRequest("The message is not JSON-RPC 2.0")
        }
        guard let text = members["version"]?.data, let version = Double(String(decoding: text, as: UTF8.self)),
            version.isFinite, version.rounded() == version
        else { throw .invalidRequest("The message has no version") }
        return version
    }

    /// Refuses another version than this one.
    static func require(_ version: Double) throws(RPCError) {
        guard version == Double(current) else { throw .unsupportedVersion(version) }
    }
}
