#if WalletServer
    import Foundation
    import MidenTestSupport

    /// The example messages, and the messages that are made of them.
    struct Corpus: Sendable {
        /// The time of the wallet in the examples.
        let now: String
        private let messages: [[UInt8]]
        /// The names and texts of the examples.
        private let words: [String]

        /// Reads the examples.
        ///
        /// - Parameters:
        ///   - examples: The text of `js/examples/messages.json`.
        ///   - address: The address of the wallet, which takes the place of that in the examples.
        /// - Throws: What is wrong with the examples.
        init(examples: Data, address: String) throws {
            let text = String(decoding: examples, as: UTF8.self)
            let original = try JSON(text)
            let known = original["calls"][0]["response"]["result"]["address"].text
            let value = try JSON(
                text.replacingOccurrences(of: known, with: address)
                    .replacingOccurrences(of: "\"testnet\"", with: "\"localnet\"")
            ).value
            now = original["now"].text
            messages = Self.exampleMessages(in: value)
            words = Set(Self.exampleWords(in: value)).filter { $0.utf8.count <= 200 }.sorted()
            guard !known.isEmpty, !messages.isEmpty, !words.isEmpty else {
                throw Fuzz.Failure(description: "the file with the examples has none")
            }
        }

        /// All objects that look like a message, and all texts that stand for one.
        private static func exampleMessages(in value: Any) -> [[UInt8]] {
            if let list = value as? [Any] { return list.flatMap { exampleMessages(in: $0) } }
            guard let object = value as? [String: Any] else { return [] }
            var found = object.sorted { $0.key < $1.key }.flatMap { exampleMessages(in: $0.value) }
            if object["jsonrpc"] != nil || object["method"] is String, let message = json(object) {
                found.append(message)
            }
            if let text = object["text"] as? String { found.append(Array(text.utf8)) }
            return found
        }

        private static func exampleWords(in value: Any) -> [String] {
            if let text = value as? String { return [text] }
            if let list = value as? [Any] { return list.flatMap { exampleWords(in: $0) } }
            guard let object = value as? [String: Any] else { return [] }
            return object.flatMap { [$0.key] + exampleWords(in: $0.value) }
        }

        private static func json(_ value: Any) -> [UInt8]? {
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
            return (try? JSONSerialization.data(withJSONObject: value, options: options)).map { Array($0) }
        }
    }

    // MARK: Messages

    extension Corpus {
        /// Makes a message.
        func message(using random: inout SeededGenerator) -> [UInt8] {
            let example = random.element(of: messages)
            switch random.below(300) {
            case 0: return large(using: &random)
            case ..<20: return random.bytes(upTo: 300)
            case ..<80: return example
            case ..<180:
                guard let value = try? JSONSerialization.jsonObject(with: Data(example), options: .fragmentsAllowed),
                    let message = Self.json(changed(value, using: &random))
                else { return example }
                return message
            default: return mutated(example, using: &random)
            }
        }

        /// A message about as large as the limit.
        private func large(using random: inout SeededGenerator) -> [UInt8] {
            let start = #"{"jsonrpc":"2.0","version":1,"id":"a","method":"miden_getAccounts","params":{"#
            let member = random.element(of: [#""a":1,"#, #""x":"\u0000","#, #""y":[[]],"#, "          "])
            let count = (1_048_576 - start.utf8.count) / member.utf8.count + random.below(5) - 3
            return Array((start + String(repeating: member, count: count) + #""z":0}}"#).utf8)
        }

        /// Changes some bytes.
        func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
            var bytes = bytes
            for _ in 0...random.below(4) { mutate(&bytes, using: &random) }
            return bytes
        }

        private func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
            let start = random.below(bytes.count + 1)
            let end = min(bytes.count, start + random.below(40))
            switch random.below(8) {
            case 0 where start < bytes.count: bytes[start] ^= 1 << UInt8(random.below(8))
            case 1: bytes.insert(contentsOf: random.bytes(upTo: 8), at: start)
            case 2: bytes.insert(contentsOf: Array(random.element(of: words).utf8), at: start)
            case 3: bytes.insert(contentsOf: Array(random.element(of: Self.texts).utf8), at: start)
            case 4: bytes.removeSubrange(start..<end)
            case 5: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
            case 6: bytes.removeSubrange(start..<bytes.count)
            default:
                let text = Array(random.element(of: Self.texts).utf8)
                bytes.insert(contentsOf: (0..<random.below(200)).flatMap { _ in text }, at: start)
            }
        }

        /// What JSON and its readers treat in a way of their own.
        private static let texts = [
            "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u0000", "\\ud800", "\\udc00\\ud800", "null", "true", "-0",
            "1e999",
            "1.0", "18446744073709551616", "0x10", "NaN", "\u{feff}", "\u{202e}", "\u{0}", "\r\n", " ", "é", "e\u{301}",
            "\"id\":", "\"version\":1,", "\"__proto__\":{},",
        ]

        /// Changes one value of a message, or the members of an object.
        private func changed(_ value: Any, using random: inout SeededGenerator) -> Any {
            if random.isOneIn(6) { return newValue(using: &random) }
            if var list = value as? [Any], !list.isEmpty {
                let index = random.below(list.count)
                switch random.below(3) {
                case 0: list.append(list[index])
                case 1: list.remove(at: index)
                default: list[index] = changed(list[index], using: &random)
                }
                return list
            }
            guard var object = value as? [String: Any], !object.isEmpty else { return newValue(using: &random) }
            let name = random.element(of: object.keys.sorted())
            switch random.below(5) {
            case 0: object[name] = nil
            case 1: object[random.element(of: words)] = newValue(using: &random)
            default: if let member = object[name] { object[name] = changed(member, using: &random) }
            }
            return object
        }

        private func newValue(using random: inout SeededGenerator) -> Any {
            switch random.below(10) {
            case 0: return NSNull()
            case 1: return random.isOneIn(2)
            case 2: return random.element(of: [0, 1, -1, 2, 65535, 1 << 53, Int.max, Int.min])
            case 3: return random.element(of: [0.5, -0.0, 1e300, 1e-300])
            case 4: return random.element(of: Self.texts)
            case 5: return String(repeating: random.element(of: Self.texts), count: random.below(3000))
            case 6: return Data(random.bytes(count: random.isOneIn(2) ? 32 : random.below(200))).base64EncodedString()
            case 7:
                var value: Any = [String: Any]()
                for _ in 0..<random.below(70) { value = [value] }
                return value
            case 8: return (0..<random.below(20)).map { _ in random.element(of: words) }
            default: return random.element(of: words)
            }
        }
    }

    extension SeededGenerator {
        /// A number from 0 to the one before `bound`.
        mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

        mutating func isOneIn(_ count: Int) -> Bool { below(count) == 0 }

        /// An element of a list that has some.
        mutating func element<Element>(of list: [Element]) -> Element { list[below(list.count)] }

        mutating func bytes(count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<count { bytes.append(UInt8.random(in: 0...255, using: &self)) }
            return bytes
        }

        mutating func bytes(upTo most: Int) -> [UInt8] { bytes(count: below(most + 1)) }
    }
#endif
