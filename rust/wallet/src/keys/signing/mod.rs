//! What signs for an account, and what is signed.
//!
//! A key of the keystore signs in place. A signer the app supplies is asked, which may take as long as
//! a person takes to press a button, so it is asked while nothing is locked but the account's turn.

mod authenticator;
mod conservation;
mod description;
mod message;
mod page_signature;
mod payload;
mod remaining;
mod schemes;
mod signer;
mod summarize;
mod summary;

pub(crate) use authenticator::{Answer, Asked, Authenticator, Outcome, Signatures};
pub use description::{PayloadDescription, SignedTransaction};
pub use message::{MessageSignature, verify_message};
pub use page_signature::verify_payload;
pub use payload::{PayloadKind, SigningPayload};
pub(crate) use remaining::VaultChange;
#[cfg(feature = "embedded-chain")]
pub(crate) use schemes::signature_bytes;
pub use signer::{Signer, SignerFailure};
pub use summary::{CreatedNote, SignatureQuestion, TransactionSummary};
