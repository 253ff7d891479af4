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
            let hold = Unmanaged<WorkerHold>.fromOpaque(context).takeRetainedValue()
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

/// Submits an empty operation past the Swift library, as only a test may.
///
/// - Parameters:
///   - wallet: The wallet.
///   - context: What the callback gets, retained, for it to release.
///   - callback: A closure that captures nothing. Rust calls it on the worker's thread.
/// - Throws: `MidenError` where the request is not accepted.
func submitPing<Context: AnyObject>(
    to wallet: MidenWallet,
    context: Context,
    callback: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UInt8>?, UInt) -> Void
) throws {
    let context = Unmanaged.passRetained(context)
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
