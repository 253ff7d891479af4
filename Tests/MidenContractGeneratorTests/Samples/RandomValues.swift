import MidenSwiftClient
import MidenTestSupport

/// A value as generated code has it, and as a call by name has it.
struct RandomValue<Value: Sendable>: Sendable {
    let swift: Value
    let dynamic: ContractValue
}

/// Values of one round: the lowest ones of their types in round 0, the highest ones in round 1, and after that random ones,
/// of which each fourth is one of the ends.
struct RandomValues {
    private var generator: SeededGenerator
    private let round: Int

    init(seed: UInt64, round: Int) {
        generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(round))
        self.round = round
    }

    mutating func integer<Number: FixedWidthInteger & Sendable>(
        _ range: ClosedRange<Number> = .min ... .max
    ) -> RandomValue<Number> {
        let number = one(in: range)
        return RandomValue(swift: number, dynamic: ContractValue(number))
    }

    mutating func felt() throws -> RandomValue<Felt> {
        let felt = try Felt(one(in: 0...Felt.modulus - 1))
        return RandomValue(swift: felt, dynamic: ContractValue(felt.value))
    }

    mutating func bool() -> RandomValue<Bool> {
        let bool = one(in: UInt8(0)...1) == 1
        return RandomValue(swift: bool, dynamic: .bool(bool))
    }

    mutating func word() throws -> RandomValue<Word> {
        let word = Word(try elements(4))
        return RandomValue(swift: word, dynamic: .text(word.hex))
    }

    /// An account, from the lowest to the highest id of one kind of account.
    mutating func account() throws -> RandomValue<AccountID> {
        let prefix = one(in: UInt64(0)...0xffff_fffe_ffff_ff) << 8 | 0xd1
        let suffix = one(in: UInt64(0)...0x7f_ffff_ffff_ffff)
        let account = try AccountID("0x" + Self.hex(prefix, digits: 16) + Self.hex(suffix, digits: 14))
        return RandomValue(swift: account, dynamic: .text(account.hex))
    }

    mutating func noteType() -> RandomValue<NoteType> {
        let type: NoteType = one(in: UInt8(0)...1) == 0 ? .private : .public
        return RandomValue(swift: type, dynamic: .text(type.rawValue))
    }

    /// An amount of a token, or two words that are none.
    mutating func asset() throws -> RandomValue<Asset> {
        if one(in: UInt8(0)...1) == 0 {
            let (id, value) = (try word(), try word())
            return RandomValue(
                swift: .nonFungible(id: id.swift, value: value.swift),
                dynamic: ["id": id.dynamic, "value": value.dynamic]
            )
        }
        let faucet = try account()
        let amount = integer(UInt64(0)...(1 << 63) - (1 << 31))
        return RandomValue(
            swift: .fungible(FungibleAsset(faucetId: faucet.swift, amount: amount.swift)),
            dynamic: ["faucet_id": faucet.dynamic, "amount": amount.dynamic]
        )
    }

    /// As many elements as are asked for.
    mutating func elements(_ count: Int) throws -> [Felt] {
        try (0..<count).map { _ in try Felt(one(in: 0...Felt.modulus - 1)) }
    }

    private mutating func one<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number {
        switch round {
        case 0: return range.lowerBound
        case 1: return range.upperBound
        default: break
        }
        switch UInt8.random(in: 0..<8, using: &generator) {
        case 0: return range.lowerBound
        case 1: return range.upperBound
        default: return Number.random(in: range, using: &generator)
        }
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
