//! Bytes that change hands: made here, owned by the caller, freed by `wc_bytes_free`.
//!
//! What is out is written down, so that a free of anything else is refused and not carried out. It
//! costs some tens of nanoseconds for a reply that has bytes, and one that has none costs nothing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zeroize::{Zeroize, Zeroizing};

/// The bytes that callers own. They name them by address, so somebody has to know them all.
static OUT: Mutex<BTreeMap<Address, Extent>> = Mutex::new(BTreeMap::new());

/// Where bytes begin, inverted: a leak checker must not take this for a reference to them, or it
/// would never report a caller who forgets to free.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Address(usize);

impl Address {
    fn of(bytes: *const u8) -> Self {
        Self(!bytes.addr())
    }
}

/// How much of a vector is filled, and how much there is.
struct Extent {
    length: usize,
    capacity: usize,
    /// Whether they are wiped before they are freed.
    is_secret: bool,
}

fn out() -> MutexGuard<'static, BTreeMap<Address, Extent>> {
    OUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives bytes to the caller. Nothing is allocated for nothing: no bytes are a null pointer.
pub(crate) fn give(bytes: Vec<u8>) -> (*mut u8, usize) {
    give_out(bytes, false)
}

/// Gives bytes to the caller that are wiped when it gives them back.
pub(crate) fn give_secret(mut bytes: Zeroizing<Vec<u8>>) -> (*mut u8, usize) {
    give_out(std::mem::take(&mut *bytes), true)
}

fn give_out(bytes: Vec<u8>, is_secret: bool) -> (*mut u8, usize) {
    if bytes.is_empty() {
        return (ptr::null_mut(), 0);
    }
    // As it is: shrinking it to its length first would often copy it.
    let mut bytes = std::mem::ManuallyDrop::new(bytes);
    let (start, length, capacity) = (bytes.as_mut_ptr(), bytes.len(), bytes.capacity());
    out().insert(Address::of(start), Extent { length, capacity, is_secret });
    (start, length)
}

/// Takes back bytes that [`give`] gave. `false` says that these are not out, and were left alone.
///
/// # Safety
/// Nobody uses them any more. Where they were taken back before, nothing was given since.
#[must_use]
pub(crate) unsafe fn take_back(bytes: *mut u8, length: usize) -> bool {
    // SAFETY: passed on from this function's contract.
    bytes.is_null() || unsafe { reclaim(bytes, length) }.is_some()
}

/// The vector that bytes were given from, if they are out. Wiped if they are secret.
///
/// # Safety
/// Those of [`take_back`].
unsafe fn reclaim(bytes: *mut u8, length: usize) -> Option<Vec<u8>> {
    let extent = match out().entry(Address::of(bytes)) {
        Entry::Occupied(entry) if entry.get().length == length => entry.remove(),
        _ => return None,
    };
    // SAFETY: they are out, so these are the parts of a vector that `give` let go of, and whoever
    // takes them off the list is the only one to put it together again.
    let mut bytes = unsafe { Vec::from_raw_parts(bytes, length, extent.capacity) };
    if extent.is_secret {
        bytes.zeroize();
    }
    Some(bytes)
}

/// Copies what a caller passed in, which may hold secrets: the copy is wiped when it is dropped.
///
/// # Safety
/// `bytes` points to `length` readable bytes, or `length` is 0, or `bytes` is null.
pub(crate) unsafe fn copy_in(bytes: *const u8, length: usize) -> Option<Zeroizing<Vec<u8>>> {
    if length == 0 {
        return Some(Zeroizing::default());
    }
    if bytes.is_null() || isize::try_from(length).is_err() {
        return None;
    }
    // SAFETY: by this function's contract `length` bytes can be read here, and the length was
    // checked to be one a slice can have.
    Some(Zeroizing::new(unsafe { std::slice::from_raw_parts(bytes, length) }.to_vec()))
}

/// Writes to where a caller wants a result, if it wants one.
///
/// # Safety
/// `place` is null or valid for a write of `T`.
pub(crate) unsafe fn write_out<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: not null, and so by this function's contract valid for the write.
        unsafe { place.write(value) };
    }
}

/// Writes that there are no bytes to where a caller wants some: a caller need not have done so, and
/// must find no leftover there, whatever happens after.
///
/// # Safety
/// `bytes` and `length` are each null or valid for a write.
pub(crate) unsafe fn write_none(bytes: *mut *mut u8, length: *mut usize) {
    // SAFETY: passed on from this function's contract.
    unsafe {
        write_out(bytes, ptr::null_mut());
        write_out(length, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_taken_back_once_and_with_their_own_length() {
        let mut reply = Vec::with_capacity(100);
        reply.extend_from_slice(b"a reply");
        let (start, length) = give(reply);
        assert_eq!(length, 7);
        // SAFETY: given, and not taken back yet.
        assert_eq!(unsafe { std::slice::from_raw_parts(start, length) }, b"a reply");
        for wrong in [0, 6, 8, 100, usize::MAX] {
            // SAFETY: the caller's own bytes.
            assert!(!unsafe { take_back(start, wrong) }, "{wrong}");
        }
        // SAFETY: as above.
        assert!(!unsafe { take_back(start.wrapping_add(1), length - 1) });
        // SAFETY: as above.
        assert!(unsafe { take_back(start, length) });
    }

    #[test]
    fn secret_bytes_are_given_as_they_are_and_taken_back() {
        let (start, length) = give_secret(Zeroizing::new(b"a secret".to_vec()));
        // SAFETY: given, and not taken back yet.
        assert_eq!(unsafe { std::slice::from_raw_parts(start, length) }, b"a secret");
        // SAFETY: as above.
        assert!(unsafe { take_back(start, length) });
        // SAFETY: they were taken back, and nothing was given since.
        assert!(!unsafe { take_back(start, length) });
    }

    #[test]
    fn only_secret_bytes_are_wiped_when_they_are_taken_back() {
        for (bytes, expected) in [
            (give(b"a secret".to_vec()), b"a secret"),
            (give_secret(Zeroizing::new(b"a secret".to_vec())), &[0; 8]),
        ] {
            let (start, length) = bytes;
            // SAFETY: given, and not taken back yet.
            let reclaimed = unsafe { reclaim(start, length) }.expect("they are out");
            assert!(reclaimed.capacity() >= length);
            // SAFETY: the vector owns this memory, and it was written before the bytes were given. Wiping writes it again.
            let left = unsafe { std::slice::from_raw_parts(reclaimed.as_ptr(), length) };
            assert_eq!(left, expected);
        }
    }

    #[test]
    fn what_was_never_given_is_left_alone() {
        let mut own = *b"mine";
        // SAFETY: nobody was given these.
        assert!(!unsafe { take_back(own.as_mut_ptr(), own.len()) });
        // SAFETY: an address is looked up, and nothing is read there.
        assert!(!unsafe { take_back(ptr::without_provenance_mut(16), 4) });
        assert_eq!(&own, b"mine");
    }

    #[test]
    fn no_bytes_are_a_null_pointer_and_nothing_to_take_back() {
        assert_eq!(give(Vec::new()), (ptr::null_mut(), 0));
        // SAFETY: there is nothing.
        assert!(unsafe { take_back(ptr::null_mut(), 0) });
        // SAFETY: as above.
        assert!(unsafe { take_back(ptr::null_mut(), 5) });
    }
}
