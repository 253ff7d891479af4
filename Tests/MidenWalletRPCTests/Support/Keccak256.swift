import Foundation

/// Keccak-256 as Ethereum has it, for the hashes of the examples.
enum Keccak256 {
    private static let roundConstants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
    private static let rotations: [UInt64] = [
        1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
    ]
    private static let lanes = [
        10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
    ]
    private static let rate = 136

    /// The hash in hexadecimal digits.
    static func hash(_ data: Data) -> String {
        var bytes = [UInt8](data) + [0x01]
        bytes += [UInt8](repeating: 0, count: (rate - bytes.count % rate) % rate)
        bytes[bytes.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for block in stride(from: 0, to: bytes.count, by: rate) {
            for index in 0..<rate {
                state[index / 8] ^= UInt64(bytes[block + index]) << UInt64(8 * (index % 8))
            }
            permute(&state)
        }
        return (0..<32).map { index in
            let byte = UInt8(truncatingIfNeeded: state[index / 8] >> UInt64(8 * (index % 8)))
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func permute(_ state: inout [UInt64]) {
        for constant in roundConstants {
            var columns = [UInt64](repeating: 0, count: 5)
            for lane in 0..<25 { columns[lane % 5] ^= state[lane] }
            for lane in 0..<25 {
                state[lane] ^= columns[(lane + 4) % 5] ^ rotated(columns[(lane + 1) % 5], by: 1)
            }
            var moving = state[1]
            for (lane, rotation) in zip(lanes, rotations) {
                let next = state[lane]
                state[lane] = rotated(moving, by: rotation)
                moving = next
            }
            for row in stride(from: 0, to: 25, by: 5) {
                let lanes = Array(state[row..<(row + 5)])
                for x in 0..<5 { state[row + x] = lanes[x] ^ (~lanes[(x + 1) % 5] & lanes[(x + 2) % 5]) }
            }
            state[0] ^= constant
        }
    }

    private static func rotated(_ value: UInt64, by count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }
}
