import Foundation

/// The browser extensions that are paired with a wallet, and the code that pairs another one.
///
/// ```swift
/// let pairings = try Pairings(store: FilePairingStore(file: folder.appendingPathComponent("pairings.json")))
/// let code = await pairings.makeCode()
/// print("Enter \(code) in the extension")
/// ```
///
/// The server exchanges the code for a token, and closes the sockets of a pairing that is revoked. If another process revoked
/// it in the store, that is with the next request.
public actor Pairings {
    /// How long a code can be used.
    public static let codeLife = Duration.seconds(120)
    /// How often a code can be tried.
    public static let codeTries = 5
    /// How many pairings there are at most. A new one replaces the oldest.
    public static let most = 16

    private struct OpenCode {
        let digest: Data
        var triesLeft = Pairings.codeTries
        /// Whether its time has passed.
        let hasExpired: @Sendable () -> Bool
    }

    /// The origin of the extension whose wrong tries ended the last code, as the browser states it. Nil if none did. Tell the user:
    /// the extension says only that the right code is wrong.
    public private(set) var originOfWrongTries: String?
    private var code: OpenCode?
    /// What waits for the end of a pairing, each by its own id.
    private var waiting: [UUID: (pairing: UUID, continuation: CheckedContinuation<Void, Never>)] = [:]

    private let store: any PairingStore
    private let now: @Sendable () -> Date
    /// Begins the life of a code: returns whether it has passed.
    private let beginCodeLife: @Sendable () -> @Sendable () -> Bool

    /// Makes the pairings of a store.
    ///
    /// - Parameters:
    ///   - store: Keeps the pairings.
    ///   - clock: Measures the life of a code.
    ///   - now: The time at which a pairing is made.
    /// - Throws: What the store throws if it cannot be read.
    public init(
        store: any PairingStore = TransientPairingStore(),
        clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        _ = try store.load()
        self.store = store
        self.now = now
        beginCodeLife = {
            let end = clock.now.advanced(by: Self.codeLife)
            return { clock.now >= end }
        }
    }

    /// The pairings.
    ///
    /// - Returns: The pairings, the oldest first.
    /// - Throws: What the store throws.
    public func list() throws -> [Pairing] {
        let pairings = try store.load()
        endWaiting(besides: pairings)
        return pairings
    }

    /// Makes a code for the user to enter in the extension. An earlier code ends.
    ///
    /// - Returns: The code. It can be used once, for ``codeLife``, and ends after ``codeTries`` wrong tries.
    public func makeCode() -> PairingCode {
        let code = PairingCode()
        originOfWrongTries = nil
        self.code = OpenCode(digest: SHA256.hash(Data(code.text.utf8)), hasExpired: beginCodeLife())
        return code
    }

    /// Ends the code, for example because the user no longer sees it.
    public func endCode() {
        code = nil
    }

    /// Exchanges a code for a token.
    ///
    /// - Parameters:
    ///   - text: The code that the extension sent.
    ///   - origin: The origin of the extension, as the browser states it.
    /// - Returns: The pairing, and its token: 64 hexadecimal digits, which only the extension keeps.
    /// - Throws: ``RPCError/codeRefused`` if it is not the code, or no longer; what the store throws, and then the code is used
    ///   up.
    func pair(code text: String, origin: String) throws -> (pairing: Pairing, token: String) {
        guard var open = code, !open.hasExpired() else {
            code = nil
            throw RPCError.codeRefused
        }
        open.triesLeft -= 1
        guard open.digest.isEqualInConstantTime(to: SHA256.hash(Data(text.utf8))) else {
            code = open.triesLeft > 0 ? open : nil
            if code == nil { originOfWrongTries = origin }
            throw RPCError.codeRefused
        }
        code = nil
        let token = RandomHex.digits(bytes: 32)
        let pairing = Pairing(
            id: UUID(),
            origin: origin,
            pairedAt: now(),
            tokenDigest: SHA256.hash(Data(token.utf8))
        )
        try update { $0 = Array(($0 + [pairing]).suffix(Self.most)) }
        return (pairing, token)
    }

    /// The pairing of a token.
    ///
    /// - Parameters:
    ///   - token: The token that the extension sent.
    ///   - origin: The origin of the extension, as the browser states it.
    /// - Returns: The pairing, nil if the token is of none with this origin.
    /// - Throws: What the store throws.
    func pairing(of token: String, origin: String) throws -> Pairing? {
        let digest = SHA256.hash(Data(token.utf8))
        // All are compared, so that the time does not tell which one it is.
        return try list().filter { $0.origin == origin }.reduce(nil) { found, pairing in
            pairing.accepts(tokenOf: digest) ? pairing : found
        }
    }

    /// Ends a pairing. The server closes its sockets.
    ///
    /// - Parameter id: The pairing. Nothing happens if there is none.
    /// - Throws: What the store throws; the pairing goes on then.
    public func revoke(_ id: Pairing.ID) throws {
        try update { $0.removeAll { $0.id == id } }
    }

    /// Why the requests of a socket are refused.
    ///
    /// - Parameter id: The pairing of the socket, nil if it has none.
    /// - Returns: Nil if the pairing goes on.
    package func refusal(of id: Pairing.ID?) -> RPCError? {
        do {
            return try list().contains { $0.id == id } ? nil : .unauthorizedOrigin
        } catch {
            return .internalError
        }
    }

    /// Waits until a pairing has ended, or the task is cancelled. Does not wait if the store cannot be read.
    ///
    /// - Parameter id: The pairing.
    package func ended(_ id: Pairing.ID) async {
        let waiter = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, refusal(of: id) == nil else { return continuation.resume() }
                waiting[waiter] = (id, continuation)
            }
        } onCancel: {
            Task { await self.stopWaiting(waiter) }
        }
    }

    private func stopWaiting(_ waiter: UUID) {
        waiting.removeValue(forKey: waiter)?.continuation.resume()
    }

    private func update(_ change: (inout [Pairing]) -> Void) throws {
        endWaiting(besides: try store.update(change))
    }

    private func endWaiting(besides pairings: [Pairing]) {
        let left = Set(pairings.map(\.id))
        for (waiter, entry) in waiting where !left.contains(entry.pairing) { stopWaiting(waiter) }
    }
}

extension RPCError {
    /// The code that is to pair an extension is wrong, used, or too old. Which one it is the extension is not told.
    static let codeRefused = RPCError(
        code: .unauthorizedOrigin,
        message: "The pairing code is wrong or has expired"
    )
}
