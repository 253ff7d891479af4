//! Places at which a test can make a wallet fail.
//!
//! What must survive the death of the process can only be shown by killing it, and at the very place.
//! So the pipeline says where it is, and a development core that was told so by `MIDEN_FAIL_POINT` when
//! the wallet was opened dies, panics or stops there. Of a library that is shipped nothing of it is
//! left: there are no names, no variable is read, and saying where one is does nothing.

#[cfg(not(feature = "embedded-chain"))]
mod absent;
#[cfg(feature = "embedded-chain")]
mod armed;
#[cfg(all(test, feature = "embedded-chain"))]
mod hold;

#[cfg(not(feature = "embedded-chain"))]
pub(crate) use absent::FailPoints;
#[cfg(feature = "embedded-chain")]
pub(crate) use armed::FailPoints;

/// A place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailPoint {
    /// A transaction is proven and not written down. No lock is held.
    BeforeJournal,
    /// Its entry lies in a temporary file, whole and not yet under its name.
    DuringJournal,
    /// It is written down and not submitted.
    AfterJournal,
    /// The network has accepted it, the store does not know.
    AfterSubmit,
    /// The store has it, its entry is still there.
    AfterApply,
    /// An entry of an earlier run is read and not submitted again.
    SettleBeforeSubmit,
    /// The network has answered for it, the store does not know.
    SettleAfterSubmit,
    /// The store has it, its entry is still there.
    SettleAfterApply,
    /// A sync is about to ask the node.
    BeforeSync,
    /// The node has answered, and the sync is not in the store. On the embedded chain alone.
    #[cfg(feature = "embedded-chain")]
    DuringSync,
    /// A sync is in the store.
    AfterSync,
    /// The network is about to be asked for tokens that are new.
    BeforeTokenLookups,
    /// A new account is made, and neither it nor its key is stored.
    BeforeKey,
    /// The key lies in a temporary file, encrypted and not yet under its name.
    DuringKey,
    /// The key is stored, the account is not.
    AfterKey,
}
