//! Reads packages of anybody.
//!
//! The reader of Miden is made for them, and still a few kilobytes can keep it busy for minutes or make it panic. So it
//! runs on a thread of its own, which is left behind if it takes too long: a thread cannot be ended from outside.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use miden_client::Deserializable;
use miden_client::vm::Package;

use crate::errors::{Cause, ContractError, Result, WalletError};

/// How many bytes a package may have.
pub const MAX_PACKAGE_BYTES: usize = 16 << 20;

/// How long a package may be read. All that Miden ships takes a small part of it.
const DEADLINE: Duration = Duration::from_secs(10);

/// How deep types can be nested is a matter of the stack.
const STACK_BYTES: usize = 16 << 20;

/// How many threads may be left behind. While there are as many, no package is read: each takes a processor.
const MAX_LEFT_BEHIND: usize = 4;

/// How many threads are left behind now. They are of the process, and so is the count.
static LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);

/// The first bytes of a package and the version of its form.
const HEADER: &[u8] = b"MASP\0\x07\0\0";

/// Reads a package.
///
/// # Errors
/// [`ContractError::InvalidPackage`], [`WalletError::Unsupported`] if there is no thread for it.
pub(super) fn read_package(bytes: &[u8]) -> Result<Package> {
    require_readable(bytes)?;
    let bytes = bytes.to_vec();
    with_deadline(DEADLINE, move || Package::read_from_bytes(&bytes))?.map_err(invalid)
}

/// Refuses what needs no reading to be refused.
fn require_readable(bytes: &[u8]) -> Result<()> {
    if bytes.len() > MAX_PACKAGE_BYTES {
        let count = bytes.len();
        return Err(invalid(format!(
            "it has {count} bytes, and at most {MAX_PACKAGE_BYTES} are read"
        )));
    }
    let Some(header) = bytes.get(..HEADER.len()) else { return Err(invalid("it is too short")) };
    let (magic, version) = header.split_at(5);
    if magic != &HEADER[..5] {
        return Err(invalid("it does not begin as packages do"));
    }
    if version != &HEADER[5..] {
        let shown =
            |version: &[u8]| version.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
        let (version, known) = (shown(version), shown(&HEADER[5..]));
        return Err(invalid(format!("its form has version {version}, and {known} is read")));
    }
    Ok(())
}

fn invalid(reason: impl Into<Cause>) -> WalletError {
    ContractError::InvalidPackage { source: reason.into() }.into()
}

/// How far a reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Running,
    LeftBehind,
    Ended,
}

/// Notes that a reader has ended, with a panic or without.
struct End(Arc<Mutex<Progress>>);

impl Drop for End {
    fn drop(&mut self) {
        let before = replaced(&self.0, Progress::Ended);
        if before == Progress::LeftBehind {
            LEFT_BEHIND.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Sets how far a reader is, unless it has ended, and returns how far it was.
fn replaced(progress: &Mutex<Progress>, with: Progress) -> Progress {
    let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
    let before = *progress;
    if before != Progress::Ended {
        *progress = with;
    }
    before
}

/// Does the work on a thread of its own, and waits for it until the deadline. A panic and a missed deadline are errors of
/// the package.
fn with_deadline<T: Send + 'static>(
    deadline: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    if LEFT_BEHIND.load(Ordering::Relaxed) >= MAX_LEFT_BEHIND {
        return Err(invalid("other packages are still read that take too long"));
    }
    let progress = Arc::new(Mutex::new(Progress::Running));
    let end = End(Arc::clone(&progress));
    let (sender, receiver) = sync_channel(1);
    Builder::new()
        .name("miden-package".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _end = end;
            // Nobody receives what comes after the deadline.
            let _ = sender.send(work());
        })
        .map_err(|error| WalletError::Unsupported {
            what: format!("There is no thread to read a package with: {error}."),
        })?;
    match receiver.recv_timeout(deadline) {
        Ok(result) => Ok(result),
        Err(RecvTimeoutError::Disconnected) => Err(invalid("its reader panicked")),
        Err(RecvTimeoutError::Timeout) => {
            if replaced(&progress, Progress::LeftBehind) == Progress::Running {
                LEFT_BEHIND.fetch_add(1, Ordering::Relaxed);
            }
            Err(invalid("reading it takes too long"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    fn reason<T>(result: Result<T>) -> String {
        let error = result.err().expect("it is refused");
        assert!(matches!(error, WalletError::Contract(ContractError::InvalidPackage { .. })));
        error.source().map(ToString::to_string).unwrap_or_default()
    }

    #[test]
    fn a_package_that_is_too_long_is_refused_before_it_is_read() {
        let bytes = vec![0; MAX_PACKAGE_BYTES + 1];
        assert!(reason(read_package(&bytes)).contains("16777217 bytes"));
    }

    #[test]
    fn a_package_in_another_form_is_refused_with_its_version() {
        assert!(reason(read_package(b"MASP\0\x06\0\0")).contains("version 6.0.0"));
        assert!(reason(read_package(b"MASP")).contains("too short"));
        assert!(reason(read_package(b"\0asm\x01\0\0\0")).contains("does not begin"));
    }

    #[test]
    fn a_panic_of_the_reader_is_an_error_of_the_package() {
        let result = with_deadline(DEADLINE, || panic!("alignment overflow"));
        assert!(reason::<()>(result).contains("panicked"));
    }

    #[test]
    fn a_reader_that_takes_too_long_is_left_behind() {
        let (sender, receiver) = sync_channel::<()>(0);
        let result = with_deadline(Duration::ZERO, move || receiver.recv());
        assert!(reason(result).contains("too long"));
        drop(sender);
    }
}
