//! Requests between apps: the keys of a request, its signature, and what is sealed with its keys.
//!
//! `docs/requests.md` specifies all of it. A requester has one secret per request, from which the other keys derive.
//! The request is signed with the requester's own key, and sealed with a key of its link. A receipt is sealed to the
//! requester.

mod derivation;
mod hkdf_sha256;
mod request_signature;
mod sealed_receipt;
mod sealed_request;

pub use derivation::{LinkKeys, SecretKeys};
pub use request_signature::{
    RequestSignature, request_public_key, sign_request, verify_request_signature,
};
pub use sealed_receipt::{open_receipt, seal_receipt};
pub use sealed_request::{open_request, seal_request};
use zeroize::Zeroizing;

/// 32 secret bytes, wiped when they are dropped.
pub type RequestKey = Zeroizing<[u8; 32]>;

#[cfg(test)]
mod tests;
