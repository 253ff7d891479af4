internal import CMidenSwiftClient
import Foundation

/// What comes back through the door: a result code, and the bytes of a reply or of an error message.
struct Answer: Sendable {
    let code: Int32
    let bytes: Data

    /// Takes over the bytes Rust hands out. They are not copied; Rust frees them when the last reader is done.
    ///
    /// - Parameters:
    ///   - code: The result code.
    ///   - bytes: Bytes that belong to the caller until `wc_bytes_free`, or nil where there are none.
    ///   - length: How many.
    init(code: Int32, adopting bytes: UnsafeMutablePointer<UInt8>?, length: UInt) {
        self.code = code
        guard let bytes else {
            self.bytes = Data()
            return
        }
        self.bytes = Data(
            bytesNoCopy: bytes,
            count: Int(length),
            deallocator: .custom { start, count in
                wc_bytes_free(start.assumingMemoryBound(to: UInt8.self), UInt(count))
            }
        )
    }

    /// What is told of a request whose worker has not said in time what has come of it.
    static var unanswered: Answer {
        let message = ErrorMessage(
            code: WC_TIMED_OUT,
            kind: MidenError.Kind.timedOutUnanswered.rawValue,
            message: "The time allowed has passed, and the wallet did not say in time what has come of the operation."
                + " It was told to stop. A transaction may have been submitted all the same: sync before you try again.",
            causes: [],
            retryable: false,
            transactionId: nil,
            assertionCode: nil,
            failedCall: nil
        )
        return Answer(code: WC_TIMED_OUT, bytes: (try? Wire.encode(message)) ?? Data())
    }

    private init(code: Int32, bytes: Data) {
        self.code = code
        self.bytes = bytes
    }

    /// The answer to a request that was not accepted.
    init(refused code: Int32) {
        self.code = code
        bytes = Data()
    }

    /// The reply of a request, or the error that came in its place.
    func reply<Message: Request>(to request: Message.Type) throws(MidenError) -> Message.Reply {
        guard code == WC_OK else {
            throw MidenError(code: code, bytes: bytes)
        }
        return try Message.reply(from: bytes)
    }
}
