//! Bytes that change hands: made here, owned by the caller, freed by `wc_bytes_free`.

use std::ptr;

use zeroize::Zeroizing;

/// Gives bytes to the caller. Nothing is allocated for nothing: no bytes are a null pointer.
pub(crate) fn give(bytes: Vec<u8>) -> (*mut u8, usize) {
    if bytes.is_empty() {
        return (ptr::null_mut(), 0);
    }
    let bytes = bytes.into_boxed_slice();
    let length = bytes.len();
    (Box::into_raw(bytes).cast::<u8>(), length)
}

/// Takes back bytes that [`give`] gave.
///
/// # Safety
/// `bytes` and `length` came from one call of [`give`] and were not taken back before, or `bytes`
/// is null.
pub(crate) unsafe fn take_back(bytes: *mut u8, length: usize) {
    if !bytes.is_null() {
        // SAFETY: by this function's contract the pointer and length are those of a boxed slice
        // that was leaked by `give` and has no other owner.
        drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(bytes, length)) });
    }
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
