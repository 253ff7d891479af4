import Foundation

/// Transaction requests in `Tests/TransactionRequests`, as a page sends them. A Rust test writes the files.
package enum RequestFile {
    /// The accounts that the file of the payment names, as Rust writes them.
    private static let sender = "0x5401ef36815e47d14b651e8e968153"
    private static let faucet = "0x550559ffb22381117072d0749fccd2"

    /// A request that makes a public note of 7 base units, and has no script.
    ///
    /// - Parameters:
    ///   - sender: The account that makes it, as `0x` and hexadecimal digits.
    ///   - faucetId: The faucet of the token, in the same form.
    /// - Returns: The bytes.
    /// - Throws: If there is no such file.
    package static func payment(from sender: String, faucetId: String) throws -> Data {
        let bytes = try contents("payment")
            .replacing(idBytes(Self.sender), with: idBytes(sender))
            .replacing(idBytes(faucet), with: idBytes(faucetId))
        return Data(bytes)
    }

    /// A request that runs a script, which does nothing.
    ///
    /// - Returns: The bytes.
    /// - Throws: If there is no such file.
    package static func script() throws -> Data {
        Data(try contents("script"))
    }

    /// A request that calls `basic_wallet::move_asset_to_note` as `claim_reward` of a stranger, and the stranger's own `harmless`, in
    /// a branch that is not taken.
    ///
    /// - Returns: The bytes.
    /// - Throws: If there is no such file.
    package static func calls() throws -> Data {
        Data(try contents("calls"))
    }

    private static func contents(_ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appendingPathComponent("TransactionRequests/\(name).bin")))
    }

    /// The 15 bytes of an account's id.
    private static func idBytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.dropFirst(2))
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}
