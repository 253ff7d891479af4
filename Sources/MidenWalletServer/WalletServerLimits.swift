#if WalletServer
    /// The limits of a ``WalletServer`` that can be changed. The defaults are those of `docs/wallet-rpc.md`.
    public struct WalletServerLimits: Hashable, Sendable {
        /// The most bytes of a request line with its headers, and of what is around the chunks of its body.
        static let headerSize = 16_384
        /// The most bytes of a request's body.
        static let bodySize = 1_048_576

        /// How long the headers of a request may take.
        public var headerTime: Duration = .seconds(10)
        /// How long the body of a request may take, and the client to read the answer.
        public var bodyTime: Duration = .seconds(30)
        /// How long a message may take, from its first byte to its last.
        public var messageTime: Duration = .seconds(30)
        /// The most connections.
        public var connections = 128
        /// How old a connection without a session must be to be closed for a new one if there are as many as there may be, in all
        /// or of one origin.
        /// A page has a session after `miden_connect` or `miden_resumeSession`. If the router has neither, no page has one.
        /// The connection of an extension counts as one with a session while it is paired.
        public var timeWithoutSession: Duration = .seconds(5)
        /// The most sockets of one origin.
        public var connectionsPerOrigin = 8
        /// The most pages that an extension's socket carries at once.
        public var pagesPerExtension = 128
        /// How many requests per second an origin may send for long.
        public var requestsPerSecond = 100
        /// How many requests an origin may send at once.
        public var requestBurst = 200
        /// How many bytes of messages per second an origin may send for long.
        public var messageBytesPerSecond = 4_194_304
        /// How many bytes of messages an origin may send at once; never less than one message may have.
        public var messageByteBurst = 8_388_608
        /// The most bytes of an origin's messages that are not complete or wait for an answer. A message of an extension's
        /// page counts for the extension until it is complete, and for the page then.
        public var heldBytesPerOrigin = 4_194_304
        /// The most bytes of all messages that are not complete or wait for an answer. Sockets with a session are not
        /// refused for it.
        public var heldBytes = 16_777_216
        /// How many requests of an origin may wait for an answer.
        public var waitingRequests = 128
        /// The refused message of a socket after which it is closed.
        public var refusedMessages = 10
        /// The time between two pings. A socket that does not answer one before the next is closed.
        public var pingInterval: Duration = .seconds(20)
        /// The most bytes that wait for a client to read them. A socket that has more is closed.
        public var unreadSize = 8_388_608
        /// The most bytes that wait for all clients to read them. Above it, a socket without a session is closed if more
        /// than 65536 bytes wait for it.
        public var unreadBytes = 16_777_216
        /// How long a client may take to close its side.
        public var closeTime: Duration = .seconds(2)

        /// The limits of the specification.
        public init() {}
    }
#endif
