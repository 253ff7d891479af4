import Foundation
import MidenRequests
import MidenSwiftClient

/// The file to which the QR code of a link is written.
struct RequestQRFile {
    private let path: String
    private let isPNG: Bool

    /// Nil if the name ends in neither .svg nor .png.
    init?(path: String) {
        switch (path as NSString).pathExtension.lowercased() {
        case "svg": isPNG = false
        case "png": isPNG = true
        default: return nil
        }
        self.path = path
    }

    /// Writes the code of a link.
    ///
    /// - Parameter pending: The request.
    /// - Throws: `MidenError` if the link is too long for a code, or the file cannot be written.
    func write(_ pending: PendingRequest) throws {
        guard pending.fitsQRCode else {
            throw MidenError(
                code: .invalidParameter,
                kind: .requestNeedsRelay,
                message: "The link is too long for a QR code that phones can read. Hand over the link itself."
            )
        }
        let code = QRCode(pending.link)
        try OutputFile.write([UInt8](isPNG ? code.png() : code.svg()), to: path)
    }
}
