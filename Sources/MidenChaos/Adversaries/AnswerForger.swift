import MidenTestSupport

/// Changes the answers of a gRPC server on one connection, one HTTP/2 frame at a time, so that they stay well-formed
/// messages with other contents: other commitments, block numbers, notes, proofs.
final class AnswerForger {
    private var random: SeededGenerator
    /// Of how many answers one is changed.
    private let oneOf: Int
    private var unread: [UInt8] = []
    private let forged: () -> Void

    /// - Parameters:
    ///   - seed: What decides which answers are changed, and how.
    ///   - oneOf: Of how many answers one is changed, on average.
    ///   - forged: Called for each answer that is changed.
    init(seed: UInt64, oneOf: Int, forged: @escaping () -> Void) {
        random = SeededGenerator(seed: seed)
        self.oneOf = oneOf
        self.forged = forged
    }

    /// Changes what was read; what is not a whole frame yet waits for the rest.
    func alter(_ bytes: inout [UInt8]) -> Bool {
        unread += bytes
        bytes = []
        while unread.count >= 9 {
            let length = Int(unread[0]) << 16 | Int(unread[1]) << 8 | Int(unread[2])
            guard unread.count >= 9 + length else { break }
            var frame = Array(unread[..<(9 + length)])
            unread.removeFirst(9 + length)
            // DATA, without padding.
            if frame[3] == 0, frame[4] & 0x8 == 0, Int.random(in: 0..<oneOf, using: &random) == 0 {
                forge(&frame)
            }
            bytes += frame
        }
        return true
    }

    private func forge(_ frame: inout [UInt8]) {
        guard frame.count > 9 + 5 else { return }
        let length = frame[10..<14].reduce(0) { $0 << 8 | Int($1) }
        let content = 14..<frame.count
        if frame[9] == 0, length == content.count {
            guard let leaf = ProtobufMessage(frame[content])?.leaves.randomElement(using: &random),
                !leaf.value.isEmpty
            else { return }
            switch leaf.kind {
            case .varint: frame[leaf.value.lowerBound] ^= 1
            case .fixed32, .fixed64: frame[leaf.value.lowerBound] ^= 1 << UInt8.random(in: 0..<4, using: &random)
            case .lengthPrefixed:
                // Low bits, so that what is a field element stays one.
                let place = leaf.value.lowerBound + Int.random(in: 0..<leaf.value.count, using: &random) / 8 * 8
                frame[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            }
        } else {
            // A part of a long message: all but its ends is what the message carries.
            let middle = content.count / 4..<max(content.count * 3 / 4, content.count / 4 + 1)
            frame[14 + Int.random(in: middle, using: &random)] ^= 1
        }
        forged()
    }
}

extension NodeProxy.Weather {
    /// Well-formed answers with false contents.
    static func forging(seed: UInt64, oneOf: Int, forged: @escaping @Sendable () -> Void) -> Self {
        .altered {
            let forger = AnswerForger(seed: seed, oneOf: oneOf, forged: forged)
            return { forger.alter(&$0) }
        }
    }

    /// The connection is cut after so many bytes of answers.
    static func truncating(after bytes: Int) -> Self {
        .altered {
            var left = bytes
            return { read in
                read = Array(read.prefix(left))
                left -= read.count
                return !read.isEmpty
            }
        }
    }

    /// One bit in so many bytes is wrong, whatever it means.
    static func garbling(seed: UInt64, oneIn bytes: Int) -> Self {
        .altered {
            var random = SeededGenerator(seed: seed)
            return { read in
                for place in read.indices where Int.random(in: 0..<bytes, using: &random) == 0 {
                    read[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                return true
            }
        }
    }
}
