import Foundation

/// The names of the methods of the specification.
public enum RPCMethodName {
    /// Asks for a session.
    public static let connect = "miden_connect"
    /// Resumes a session on a new connection.
    public static let resumeSession = "miden_resumeSession"
    /// Ends the session and the grant.
    public static let disconnect = "miden_disconnect"
    /// Lists the accounts that are granted.
    public static let getAccounts = "miden_getAccounts"
    /// Signs words and signing inputs.
    public static let signPayloads = "miden_signPayloads"
    /// Lists the assets of the account.
    public static let requestAssets = "miden_requestAssets"
    /// Signs a word or signing inputs.
    public static let signBytes = "miden_signBytes"
    /// Signs a text.
    public static let signMessage = "miden_signMessage"
    /// Signs in to a server.
    public static let signIn = "miden_signIn"
    /// Pays an amount of a token.
    public static let requestSend = "miden_requestSend"
    /// Consumes a note.
    public static let requestConsume = "miden_requestConsume"
    /// Executes a transaction that the page made.
    public static let requestTransaction = "miden_requestTransaction"
    /// Lists the notes of the account.
    public static let requestPrivateNotes = "miden_requestPrivateNotes"
    /// Lists the notes that the account can consume.
    public static let requestConsumableNotes = "miden_requestConsumableNotes"
    /// Takes a private note into the wallet.
    public static let importPrivateNote = "miden_importPrivateNote"
    /// Waits until a transaction is committed.
    public static let waitForTransaction = "miden_waitForTransaction"
    /// Says whether a guardian takes part in the account.
    public static let requestGuardianInfo = "miden_requestGuardianInfo"
    /// Creates an account.
    public static let createAccount = "miden_createAccount"
    /// Lists the assets of the account in token units.
    public static let getBalance = "miden_getBalance"
    /// Pairs a browser extension. The server answers it, and the next three, to an extension only.
    public static let pair = "miden_pair"
    /// Resumes a pairing on a new socket.
    public static let resumePairing = "miden_resumePairing"
    /// Keeps an extension's worker alive.
    public static let ping = "miden_ping"
    /// Ends a page of an extension.
    public static let pageClosed = "miden_pageClosed"
    /// Says what the user has to decide of a request, or answers it. The handler of a Safari extension answers it, and the next
    /// two, to the extension only.
    public static let prepare = "miden_prepare"
    /// Answers a request by the decision of the user.
    public static let decide = "miden_decide"
    /// Lists what changed for a page.
    public static let pollEvents = "miden_pollEvents"

    static let specified: Set<String> = [
        connect, resumeSession, disconnect, getAccounts, signPayloads, requestAssets, signBytes, signMessage, signIn,
        requestSend, requestConsume, requestTransaction, requestPrivateNotes, requestConsumableNotes, importPrivateNote,
        waitForTransaction, requestGuardianInfo, createAccount, getBalance,
    ]

    /// Whether a method can have this name: one of the specification, or one that does not look like one of it. Browser
    /// extensions pass on names of visible ASCII characters only.
    static func isAllowed(_ name: String) -> Bool {
        guard (1...128).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return false
        }
        return specified.contains(name) || !(name.hasPrefix("miden_") || name.hasPrefix("rpc."))
    }
}

/// A router cannot have a method of this name.
public struct RPCNameError: Error, Hashable, Sendable {
    /// The name.
    public let name: String
    /// Whether another method of the router has it. If not, it is reserved for the specification, or
    /// not 1 to 128 visible ASCII characters.
    public let isRepeated: Bool
}

extension RPCNameError: LocalizedError {
    /// What is wrong with the name.
    public var errorDescription: String? {
        isRepeated
            ? "Two methods have the name “\(name)”."
            : "“\(name)” cannot be the name of a method: it is not 1 to 128 visible ASCII characters, or begins "
                + "with miden_ or rpc."
    }
}
