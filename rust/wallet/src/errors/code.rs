//! The classes of errors, as the ABI numbers them.

/// The class of an error, as the ABI numbers it. Numbers are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum ErrorCode {
    /// An argument cannot be what it should be.
    InvalidParameter = -1,
    /// An account or key operation failed.
    AccountOperation = -3,
    /// A note cannot be used.
    NoteOperation = -4,
    /// What was asked for is not in the wallet.
    Lookup = -5,
    /// A transaction was not carried out.
    TransactionSubmission = -6,
    /// No node answered.
    NodeUnreachable = -10,
    /// The node or the store belongs to another network or version.
    NetworkMismatch = -11,
    /// The store cannot be opened, read or written.
    Store = -12,
    /// This build or this machine cannot do it.
    Unsupported = -15,
    /// A fault of this library.
    Internal = -16,
}
