internal import CMidenSwiftClient
import Foundation

extension Core {
    /// The door for callers that have a thread to hold: blocks until the answer is there.
    @available(*, noasync)
    func perform<Message: Request>(_ request: Message, timeout: Duration?) throws(MidenError) -> Message.Reply {
        let payload = try request.payload()
        var reply: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let code = payload.withUnsafeBytes { bytes in
            wc_miden_call(
                handle,
                Message.operation,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                UInt(bytes.count),
                milliseconds(for: Message.self, timeout: timeout),
                &reply,
                &length
            )
        }
        return try Answer(code: code, adopting: reply, length: length).reply(to: Message.self)
    }
}
