//! What kind of chain it is to be.

use std::time::Duration;

use miden_client::note::Note;

use crate::fail_points::FailPoints;

/// What a chain takes for a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proofs {
    /// A proof, which is verified.
    Real,
    /// A stand-in that costs nothing and proves nothing.
    Dummy,
}

impl Proofs {
    /// What people call them.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Dummy => "dummy",
        }
    }
}

/// What a new chain is like.
#[derive(Debug, Clone)]
pub struct ChainOptions {
    /// What it takes for a proof.
    pub proofs: Proofs,
    /// The fee per unit of verification, in base units of MIDEN; 0 makes transactions free.
    pub verification_base_fee: u32,
    /// Notes that are on the chain from the beginning.
    pub genesis_notes: Vec<Note>,
}

impl Default for ChainOptions {
    fn default() -> Self {
        Self { proofs: Proofs::Real, verification_base_fee: 0, genesis_notes: Vec::new() }
    }
}

/// How the chain's node shows itself to one wallet: to try what a wallet makes of it.
#[derive(Debug, Clone)]
#[cfg_attr(test, expect(clippy::struct_excessive_bools, reason = "each is a fault of its own"))]
pub struct NodeTraits {
    /// The version it gives itself.
    pub version: String,
    /// How long it takes to answer a submission it has accepted.
    pub submission_delay: Duration,
    /// How long it takes to answer a wallet that catches up.
    pub sync_delay: Duration,
    /// Whether the chain's note transport is out of reach.
    pub note_transport_is_down: bool,
    /// What it answers to a submission in place of what became of it.
    #[cfg(test)]
    pub(crate) false_answer: Option<FalseAnswer>,
    /// Whether it loses each transaction that it has accepted, as a node does that restarts.
    #[cfg(test)]
    pub(crate) loses_transactions: bool,
    /// The account of which it takes no transaction, and says that it is not available.
    #[cfg(test)]
    pub(crate) unavailable_for: Option<miden_client::account::AccountId>,
    /// Whether it does not say what its tip is.
    #[cfg(test)]
    pub(crate) hides_tip: bool,
    /// Whether it lists no transaction.
    #[cfg(test)]
    pub(crate) hides_transactions: bool,
    /// The block that it says each transaction is in.
    #[cfg(test)]
    pub(crate) lists_at: Option<u32>,
    /// The chain's tip that it claims when it accepts a transaction.
    #[cfg(test)]
    pub(crate) claims_tip: Option<u32>,
    /// The public note that is left out of its answers, as one is whose code is refused.
    #[cfg(test)]
    pub(crate) withholds: Option<miden_client::note::NoteId>,
    /// Where it stops in the middle of an answer.
    pub(crate) fail_points: FailPoints,
}

/// What a node answers to a submission in place of what became of it.
#[cfg(test)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct FalseAnswer {
    /// The answer.
    pub(crate) error: fn() -> miden_client::rpc::RpcError,
    /// Whether the node takes the transaction all the same.
    pub(crate) takes_transaction: bool,
    /// Whether it answers nothing any more from then on.
    pub(crate) falls_silent: bool,
}

impl Default for NodeTraits {
    fn default() -> Self {
        Self {
            version: crate::CLIENT_VERSION.to_owned(),
            submission_delay: Duration::ZERO,
            sync_delay: Duration::ZERO,
            note_transport_is_down: false,
            #[cfg(test)]
            false_answer: None,
            #[cfg(test)]
            loses_transactions: false,
            #[cfg(test)]
            unavailable_for: None,
            #[cfg(test)]
            hides_tip: false,
            #[cfg(test)]
            hides_transactions: false,
            #[cfg(test)]
            lists_at: None,
            #[cfg(test)]
            claims_tip: None,
            #[cfg(test)]
            withholds: None,
            fail_points: FailPoints::default(),
        }
    }
}
