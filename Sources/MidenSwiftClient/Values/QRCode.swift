import Foundation

/// A text as a QR code, such as an address that a phone is to read.
public struct QRCode: Hashable, Sendable {
    enum Format: String, Codable, Sendable {
        case terminal, svg, png
    }

    /// What the code says.
    public let text: String

    /// Makes the code of a text.
    ///
    /// - Parameter text: What it is to say, such as ``AccountAddress/text``.
    public init(_ text: String) {
        self.text = text
    }

    /// The code as lines for a dark terminal, two rows of modules in each.
    ///
    /// - Throws: ``MidenError/Code/invalidParameter`` where the text is too long for a QR code.
    public func lines() throws -> String {
        String(decoding: try image(.terminal), as: UTF8.self)
    }

    /// The code as an SVG image.
    ///
    /// - Throws: ``MidenError/Code/invalidParameter`` where the text is too long for a QR code.
    public func svg() throws -> Data {
        try image(.svg)
    }

    /// The code as a grey PNG image, 8 by 8 pixels for each module.
    ///
    /// - Throws: ``MidenError/Code/invalidParameter`` where the text is too long for a QR code.
    public func png() throws -> Data {
        try image(.png)
    }

    private func image(_ format: Format) throws -> Data {
        try QRCodeRequest(text: text, format: format).result().image
    }
}
