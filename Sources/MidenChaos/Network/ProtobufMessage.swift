/// The fields of a Protobuf message, with their places in its bytes and without their names.
struct ProtobufMessage {
    /// A field.
    struct Field {
        let number: Int
        let kind: Kind
        /// The value: of what has a length, without that.
        let value: Range<Int>
    }

    /// How a field is written.
    enum Kind {
        case varint, fixed64, fixed32, lengthPrefixed
    }

    let fields: [Field]
    private let content: ArraySlice<UInt8>

    /// Reads a message. Nil if the bytes are none.
    init?(_ bytes: ArraySlice<UInt8>) {
        content = bytes
        var fields: [Field] = []
        var place = bytes.startIndex
        func varint() -> UInt64? {
            var value: UInt64 = 0
            for shift in stride(from: 0, to: 64, by: 7) {
                guard place < bytes.endIndex else { return nil }
                let byte = bytes[place]
                place += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
            }
            return nil
        }
        while place < bytes.endIndex {
            guard let tag = varint(), let number = Int(exactly: tag >> 3), (1..<10_000).contains(number) else {
                return nil
            }
            let start: Int
            let end: Int
            let kind: Kind
            switch tag & 7 {
            case 0:
                start = place
                guard varint() != nil else { return nil }
                (end, kind) = (place, .varint)
            case 1: (start, end, kind) = (place, place + 8, .fixed64)
            case 5: (start, end, kind) = (place, place + 4, .fixed32)
            case 2:
                guard let length = varint(), length <= UInt64(bytes.endIndex - place) else { return nil }
                (start, end, kind) = (place, place + Int(length), .lengthPrefixed)
            default: return nil
            }
            guard end <= bytes.endIndex else { return nil }
            place = end
            fields.append(Field(number: number, kind: kind, value: start..<end))
        }
        self.fields = fields
    }

    /// The bytes of the first field with a number.
    func bytes(_ number: Int) -> ArraySlice<UInt8>? {
        fields.first { $0.number == number && $0.kind == .lengthPrefixed }.map { content[$0.value] }
    }

    /// The message in the first field with a number.
    func message(_ number: Int) -> ProtobufMessage? {
        bytes(number).flatMap(ProtobufMessage.init)
    }

    /// The values in it and in the messages in it, that hold no messages themselves.
    var leaves: [Field] {
        fields.flatMap { field in
            if field.kind == .lengthPrefixed, !field.value.isEmpty,
                let inner = ProtobufMessage(content[field.value])
            {
                return inner.leaves
            }
            return [field]
        }
    }
}
