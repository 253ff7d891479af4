//! The memory of the machine.

/// How many bytes of memory the machine has, or `None` if the system does not say.
#[cfg(unix)]
pub(crate) fn physical_bytes() -> Option<u64> {
    // SAFETY: takes a number and touches no memory of this process.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    // SAFETY: as above.
    let page_bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    // What it does not know is -1.
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(page_bytes).ok()?)
}

/// Not known elsewhere.
#[cfg(not(unix))]
pub(crate) fn physical_bytes() -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    #[test]
    fn the_machine_has_at_least_the_memory_that_this_test_runs_in() {
        let bytes = super::physical_bytes().expect("it is known");
        assert!(bytes > 64 << 20, "{bytes}");
    }
}
