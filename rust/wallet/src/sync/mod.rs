//! Syncs: one catch-up with the chain for all callers that wait for it, and what it reports.
//! Only `wallet` may import it: other rooms call its operations.

mod operation;
pub(crate) mod report;
pub(crate) mod shared;
