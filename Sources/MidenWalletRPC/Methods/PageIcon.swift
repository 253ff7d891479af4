import Foundation

/// The icon of a page in a message: a `data:` URL of a PNG. Nothing is fetched.
enum PageIcon {
    /// The largest PNG in bytes.
    static let largestSize = 32 * 1024
    private static let head = "data:image/png;base64,"
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The PNG of a text, nil if the text is none. Only its size and its first bytes are looked at.
    static func png(of text: String) -> Data? {
        guard text.hasPrefix(head), text.utf8.count <= head.utf8.count + largestSize * 4 / 3 + 4,
            let bytes = Base64.bytes(of: String(text.dropFirst(head.count))), bytes.count <= largestSize,
            bytes.starts(with: signature)
        else { return nil }
        return bytes
    }
}
