//! Swaps: notes that carry one asset and are consumed by who pays another for it.

mod fill;
mod list;
mod offer;
mod terms;

pub(crate) use list::terms_of;
pub use list::{ListedSwap, SwapDescription};
pub use offer::{SwapAsset, SwapOffer};
pub use terms::NoteKind;
pub(crate) use terms::SwapTerms;
