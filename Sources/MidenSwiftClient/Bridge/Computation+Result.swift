internal import CMidenSwiftClient
import Foundation

extension Computation {
    /// The other door: what needs no wallet is computed on the calling thread.
    func result() throws(MidenError) -> Reply {
        try Wire.decode(Reply.self, from: replyBytes())
    }

    /// The reply as the core writes it, for those that pass it on.
    func replyBytes() throws(MidenError) -> Data {
        try Core.checkLibrary()
        var request = try Wire.encode(self)
        // There may be a mnemonic in it.
        defer { request.resetBytes(in: request.indices) }
        var reply: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let code = request.withUnsafeBytes { bytes in
            wc_compute(
                Self.number,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                UInt(bytes.count),
                &reply,
                &length
            )
        }
        let answer = Answer(code: code, adopting: reply, length: length)
        guard answer.code == WC_OK else {
            throw MidenError(code: answer.code, bytes: answer.bytes)
        }
        return answer.bytes
    }
}
