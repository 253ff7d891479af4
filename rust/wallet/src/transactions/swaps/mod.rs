//! Swaps: notes that carry one asset and are consumed by who pays another for it.

mod fill;
mod list;
mod offer;
mod terms;

pub use list::ListedSwap;
pub use offer::{SwapAsset, SwapOffer};
pub use terms::{NoteKind, SwapDescription};
pub(crate) use terms::{SwapTerms, terms_of};
