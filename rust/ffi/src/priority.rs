//! Proving threads stand back behind everything else: a read on a busy machine must not queue
//! behind them.

/// Lowers the calling thread's priority. Best effort: a proof at full priority is slower for
/// everybody else, not wrong.
#[cfg(target_os = "linux")]
pub(crate) fn stand_back() {
    // A tenth of the weight of everything else: enough for a read to come first even where reads take
    // a third of a core, and not so little that other programs starve a proof.
    const NICE: libc::c_int = 10;
    /// The longest that Linux takes. A thread that wakes up does not wait for the turn of a running
    /// one to end if its own turns are shorter, which those of all others then are.
    const TURN_NANOSECONDS: u64 = 100_000_000;
    #[expect(clippy::cast_possible_truncation, reason = "a few dozen bytes")]
    const SIZE: u32 = size_of::<libc::sched_attr>() as u32;
    let attributes = libc::sched_attr {
        size: SIZE,
        sched_policy: libc::SCHED_OTHER.unsigned_abs(),
        sched_flags: 0,
        sched_nice: NICE,
        sched_priority: 0,
        sched_runtime: TURN_NANOSECONDS,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: reads as many bytes of the attributes as they say to be, and 0 means the calling
    // thread. Kernels before 6.12 ignore the turns.
    let set = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    if set != 0 {
        // SAFETY: takes three integers and touches no memory. On Linux priorities belong to threads,
        // and who = 0 means the calling one.
        unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE) };
    }
}

/// The class of work that somebody waits for without looking on: behind all that a person notices.
#[cfg(target_vendor = "apple")]
pub(crate) fn stand_back() {
    // SAFETY: takes two numbers and touches no memory. It concerns the calling thread alone.
    unsafe { libc::pthread_set_qos_class_self_np(libc::qos_class_t::QOS_CLASS_UTILITY, 0) };
}

/// Leaves the priority to the system.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
pub(crate) fn stand_back() {}
