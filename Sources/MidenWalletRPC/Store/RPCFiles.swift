import Foundation

/// What a wallet keeps of web pages: files in one folder, by the names that the command, the app and the Safari handler share.
/// Several processes can use them at the same time. None of them need be there.
public struct RPCFiles: Hashable, Sendable {
    /// What the user granted pages, for ``FileGrantStore``.
    public let grants: URL
    /// The browser extensions that are paired, for ``FilePairingStore``.
    public let pairings: URL
    /// What pages asked and got, for ``ActivityLog``.
    public let activity: URL
    /// The transactions that pages asked for, for ``TransactionStore``.
    public let transactions: URL

    /// Names the files of a folder. Nothing is opened.
    ///
    /// - Parameter folder: The folder.
    public init(in folder: URL) {
        grants = folder.appendingPathComponent("grants.json")
        pairings = folder.appendingPathComponent("pairings.json")
        activity = folder.appendingPathComponent("activity.json")
        transactions = folder.appendingPathComponent("transactions.json")
    }
}
