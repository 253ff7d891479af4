import CMidenSwiftClient
import Dispatch

@testable import MidenSwiftClient

/// Holds a wallet's worker: a request whose callback does not return until it is let go.
final class WorkerHold: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)

    /// Returns once the worker is held.
    init(_ wallet: MidenWallet) throws {
        try submitPing(to: wallet, context: self) { context, _, bytes, length in
            wc_bytes_free(bytes, length)
            guard let context else {
                return
            }
            let hold = takenOver(context, as: WorkerHold.self)
            hold.entered.signal()
            hold.released.wait()
        }
        entered.wait()
    }

    /// Lets the worker go. Asking twice does no harm.
    func release() {
        released.signal()
    }
}

/// What a callback got as its context, for it to release.
func takenOver<Context: AnyObject>(_ context: UnsafeMutableRawPointer, as type: Context.Type) -> Context {
    #if THREAD_SANITIZER
        wc_sanitizer_acquire(context)
    #endif
    return Unmanaged<Context>.fromOpaque(context).takeRetainedValue()
}

/// Submits an empty operation past the Swift library, as only a test may.
///
/// - Parameters:
///   - wallet: The wallet.
///   - context: What the callback gets, retained, for it to take over.
///   - callback: A closure that captures nothing. Rust calls it on the worker's thread.
/// - Throws: `MidenError` where the request is not accepted.
func submitPing<Context: AnyObject>(
    to wallet: MidenWallet,
    context: Context,
    callback: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UInt8>?, UInt) -> Void
) throws {
    let context = Unmanaged.passRetained(context)
    #if THREAD_SANITIZER
        wc_sanitizer_release(context.toOpaque())
    #endif
    var request: UInt64 = 0
    let code = wc_miden_submit(
        wallet.core.handle,
        UInt32(WC_OPERATION_PING),
        nil,
        0,
        0,
        callback,
        context.toOpaque(),
        &request
    )
    guard code == WC_OK else {
        context.release()
        throw MidenError(bareCode: code)
    }
}
