import Foundation
import MidenTestSupport

/// Asks the node directly, without the wallet: gRPC-Web over curl.
struct ChainReader: Sendable {
    /// The address of the node.
    let nodeURL: String

    /// The commitment to an account's state in the newest block.
    ///
    /// - Parameter account: The id in hexadecimal.
    /// - Returns: The commitment in hexadecimal.
    /// - Throws: If the node does not answer.
    func commitment(of account: String) async throws -> String {
        guard let elements = AccountElements(hex: account) else {
            throw ChaosError("\(account) is no account id.")
        }
        func felt(_ value: UInt64) -> [UInt8] {
            [0x09] + withUnsafeBytes(of: value.littleEndian, Array.init)
        }
        func field(_ number: UInt8, _ message: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(message.count)] + message
        }
        let id = field(1, field(1, felt(elements.suffix)) + field(2, felt(elements.prefix)))
        let answer = try await call("GetAccount", field(1, id))
        // witness = 2, commitment = 2, encoded = 1
        guard let witness = answer.message(2), let word = witness.message(2), let bytes = word.bytes(1) else {
            throw ChaosError("The node did not tell the commitment of \(account).")
        }
        return "0x" + bytes.map { String(format: "%02x", $0) }.joined()
    }

    private func call(_ method: String, _ request: [UInt8]) async throws -> ProtobufMessage {
        let directory = try TemporaryDirectory()
        let length = withUnsafeBytes(of: UInt32(request.count).bigEndian, Array.init)
        let input = try directory.write(Data([0] + length + request), to: "request")
        let output = directory.path + "/answer"
        let outcome = try await RunningCommand(
            [
                "curl", "-s", "-m", "20", "-o", output, "--data-binary", "@\(input)",
                "-H", "content-type: application/grpc-web+proto", "\(nodeURL)/miden.node.v1.NodeService/\(method)",
            ],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
            program: "/usr/bin/env"
        ).outcome()
        let bytes = [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data())
        guard outcome.status == 0, bytes.count >= 5, bytes[0] == 0 else {
            throw ChaosError("The node did not answer \(method): curl ended with \(outcome.status).")
        }
        let count = bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= 5 + count, let message = ProtobufMessage(bytes[5..<(5 + count)]) else {
            throw ChaosError("The answer to \(method) is not Protobuf.")
        }
        return message
    }
}
