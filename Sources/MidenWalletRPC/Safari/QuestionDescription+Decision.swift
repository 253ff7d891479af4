import Foundation

extension QuestionDescription {
    /// What a decision names: a SHA-256 of the request, of all that is shown of it, and of the digest of its transaction.
    func digest(of request: SafariPageRequest) throws -> Data {
        let head = "miden-swift Safari question v1\n\(request.origin)\n\(request.method)\n"
        let parts = [Data(head.utf8), request.parameters?.data ?? Data(), try JSONText(encoding: self).data]
        // The hashes have one length each, so no part can be taken for another one.
        return SHA256.hash(parts.reduce(Data()) { $0 + SHA256.hash($1) })
    }
}
