//! Tokens: their metadata, the list that the user arranges, amounts in an account or a note, and faucets of the wallet.
//! Every room may import `assets` and `metadata`; `reader` and `wallet` may import the rest.

pub(crate) mod assets;
pub(crate) mod cache;
pub(crate) mod faucets;
pub(crate) mod list;
mod lookups;
pub(crate) mod metadata;
