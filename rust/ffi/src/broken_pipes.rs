//! A connection that the node has closed is an error, and no reason to end the process.
//!
//! Who writes to it gets SIGPIPE on Linux, unless every write asks for none, and the network code
//! below does not where it writes several pieces at once. A Rust program ignores that signal from
//! its start; this is a library in a program of somebody else, whose signals are not ours to change.

/// Keeps SIGPIPE from the calling thread, and from those that it starts: a write then fails, as it
/// should. The signal is always meant for the thread that writes.
#[cfg(target_os = "linux")]
pub(crate) fn keep_signal_away() {
    let mut signals = std::mem::MaybeUninit::uninit();
    // SAFETY: the set is made by `sigemptyset` before anything else reads it, all three get it by a
    // pointer that is valid for the call, and the old mask is not asked for. Only the mask of the
    // calling thread changes.
    unsafe {
        libc::sigemptyset(signals.as_mut_ptr());
        libc::sigaddset(signals.as_mut_ptr(), libc::SIGPIPE);
        libc::pthread_sigmask(libc::SIG_BLOCK, signals.as_ptr(), std::ptr::null_mut());
    }
}

/// Apple's systems are asked for no signal with each socket already.
#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_signal_away() {}
