//! Notes: those that came in, who can consume them, how private ones are delivered, and the tags they are found by.
//! Every room may import it, but `errors` only for the reasons of `screening`, and `store` not at all.

pub(crate) mod delivery;
mod earlier;
pub(crate) mod input_notes;
pub(crate) mod received;
pub(crate) mod screening;
pub(crate) mod tags;
pub(crate) mod terms;
