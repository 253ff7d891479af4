//! Proving threads stand back behind everything else: a read on a busy machine must not queue
//! behind them.

/// Lowers the calling thread's priority. Best effort: a proof at full priority is slower for
/// everybody else, not wrong.
#[cfg(target_os = "linux")]
pub(crate) fn stand_back() {
    // A third of the weight of everything else: enough for a read to come first, and not so little
    // that other programs starve a proof.
    const NICE: libc::c_int = 5;
    // SAFETY: takes three integers and touches no memory. On Linux priorities belong to threads,
    // and who = 0 means the calling one.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE) };
}

/// Leaves the priority to the system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn stand_back() {}
