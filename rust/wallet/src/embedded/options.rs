//! What kind of chain it is to be.

use miden_client::note::Note;

/// What a chain takes for a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proofs {
    /// A proof, which is verified.
    Real,
    /// A stand-in that costs nothing and proves nothing.
    Dummy,
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
