internal import Atomics
internal import CMidenSwiftClient
import Dispatch
import Foundation

/// A wallet in Rust, opened by `init` and closed by `deinit`.
///
/// Every operation goes through one of two functions, the same door with two handles: `perform` async and `perform`
/// blocking. Nothing else here knows of C.
final class Core: Sendable {
    /// Names the wallet in Rust. A number, not a pointer: one that is no longer valid is an error and never a crash.
    let handle: UInt64

    /// In milliseconds, as they cross: to work that out takes longer than to read it.
    private let requestTimeout: UInt64
    private let transactionTimeout: UInt64

    /// What Rust's log calls. Rust holds no reference: this one keeps it until the wallet in Rust is destroyed, after
    /// which it is called no more.
    private let logSink: LogSink?

    /// Where calls wait while the queue is full; nil where they do not.
    let admission: Admission?

    /// Who looks out for an answer before it suspends.
    let lookOut = LookOut()

    /// Reports what becomes of calls on their way to Rust.
    let callChanges = CallChanges()

    /// Wakes who waits for events.
    let bell = EventBell()

    /// Held by whoever destroys the wallet in Rust after a shutdown, so that another that asks for one returns no sooner.
    let destroying = NSLock()

    /// How many calls were cancelled before they were submitted.
    private let cancelledBeforehand = ManagedAtomic(0)

    /// Where Rust asks for signatures, where the app signs. Kept as the log's is.
    let signerDesk: SignerDesk?

    /// Opens the store and starts the worker, after a backup was restored where there is one. Blocks while the store is
    /// opened, and while another wallet has it open; nothing goes over the network but the question whether it is the backup's.
    init(
        _ configuration: MidenWallet.Configuration,
        restoring backup: ConfigurationMessage.BackupFile? = nil,
        opening: Opening? = nil,
        environment: [String: String]
    ) throws(MidenError) {
        try Self.checkLibrary(environment: environment)
        guard configuration.proverThreads >= 0 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidConfiguration,
                message: "The number of prover threads must be 0 or more; it is \(configuration.proverThreads)."
            )
        }
        guard configuration.concurrentProofs >= 1 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidConfiguration,
                message: "The number of concurrent proofs must be 1 or more; it is \(configuration.concurrentProofs)."
            )
        }
        if let memory = configuration.maximumProofMemory, memory < 1 {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidConfiguration,
                message: "The memory that proofs may take must be 1 byte or more; it is \(memory)."
            )
        }
        try configuration.requireAddresses()
        let places = Places(configuration, environment: environment)
        if !configuration.isReadOnly {
            try places.makeFolders()
        }
        var contents = try ConfigurationMessage(configuration, places: places)
        contents.restoredBackup = backup
        contents.opening = opening?.number
        var message = try Wire.encode(contents)
        // There may be a passphrase in it.
        defer { message.resetBytes(in: message.indices) }

        let logSink = LogSink(configuration.logger)
        let signerDesk = SignerDesk(configuration.keys)
        var handle: UInt64 = 0
        var error: UnsafeMutablePointer<UInt8>?
        var errorLength: UInt = 0
        let code = withExtendedLifetime((logSink, signerDesk)) {
            message.withUnsafeBytes { bytes in
                wc_miden_create(
                    bytes.bindMemory(to: UInt8.self).baseAddress,
                    UInt(bytes.count),
                    logSink == nil ? nil : receiveLogEvent,
                    logSink.map { Unmanaged.passUnretained($0).toOpaque() },
                    logSink?.level ?? 0,
                    signerDesk == nil ? nil : receiveQuestion,
                    signerDesk.map { Unmanaged.passUnretained($0).toOpaque() },
                    &handle,
                    &error,
                    &errorLength
                )
            }
        }
        let answer = Answer(code: code, adopting: error, length: errorLength)
        guard answer.code == WC_OK else {
            throw MidenError(code: answer.code, bytes: answer.bytes)
        }
        self.handle = handle
        self.logSink = logSink
        self.signerDesk = signerDesk
        signerDesk?.open(handle: handle)
        requestTimeout = configuration.timeouts.request.timeoutMilliseconds
        transactionTimeout = configuration.timeouts.transaction.timeoutMilliseconds
        admission = configuration.whenQueueIsFull == .wait ? Admission(handle: handle, changes: callChanges) : nil
    }

    deinit {
        // Nobody waits for a signature.
        signerDesk?.close()
        // After a shutdown the handle names nothing any more.
        guard let counts = try? workerStatistics() else {
            return
        }
        // A transaction that has been handed to the network and goes on without its caller is waited for, so this happens
        // elsewhere: whoever lets go of a wallet may be on a thread that all tasks share, or on the worker's own, which
        // tells the line of waiting calls of the end of each request to the last.
        let isClosed = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [handle, logSink, signerDesk, admission] in
            withExtendedLifetime((logSink, signerDesk, admission)) { _ = wc_miden_destroy(handle) }
            isClosed.signal()
        }
        // Where all requests have ended that takes a moment, and the store is to be free after it. But a call that was
        // given up may still wait for the name of a node to be found.
        if counts.waiting + counts.running + counts.background == 0, !Self.isOnWorkerThread {
            _ = isClosed.wait(timeout: .now() + .milliseconds(100))
        }
    }

    /// A call was cancelled before it was submitted.
    func countCancelledBeforehand() {
        cancelledBeforehand.wrappingIncrement(ordering: .relaxed)
    }

    /// How many calls were cancelled before they were submitted.
    var countOfCancelledBeforehand: Int {
        cancelledBeforehand.load(ordering: .relaxed)
    }

    /// The time a request may take, as it crosses.
    func milliseconds<Message: Request>(for request: Message.Type, timeout: Duration?) -> UInt64 {
        timeout?.timeoutMilliseconds ?? (Message.isTransaction ? transactionTimeout : requestTimeout)
    }

    /// Whether the Rust core can be called at all. First of all: everything else may use instructions this CPU does not
    /// have.
    static func checkLibrary(environment: [String: String]) throws(MidenError) {
        try checkProcessor(available: environment[set: "MIDEN_CPU_FEATURES"])
        try checkVersion()
    }

    /// The same with the environment of this process, asked once: a virtual machine takes tens of microseconds for each question
    /// about its CPU, and neither changes.
    static func checkLibrary() throws(MidenError) {
        try libraryCheck.get()
    }

    private static let libraryCheck = Result { () throws(MidenError) in
        try checkLibrary(environment: ProcessInfo.processInfo.environment)
    }

    private static func checkVersion() throws(MidenError) {
        guard wc_abi_version() == UInt32(WC_ABI_VERSION) else {
            throw MidenError(
                code: .unsupported,
                kind: .bridge,
                message: "The Rust core does not fit this library: it has interface version \(wc_abi_version()), and"
                    + " version \(WC_ABI_VERSION) is needed. Build it again with build.sh core."
            )
        }
    }
}
