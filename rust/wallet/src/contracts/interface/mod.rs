//! What code offers: one description, that all others read.

mod types;

pub use types::{Field, MAX_TYPE_DEPTH, Unsupported, UnsupportedType, ValueType, Variant};
