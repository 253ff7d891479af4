//! What the user approved: the effects that a preview showed, for one request of one account.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use miden_client::account::AccountId;
use miden_client::auth::SigningInputs;
use miden_client::note::{Note, NoteId};
use miden_client::transaction::TransactionRequest;
use miden_client::utils::Serializable;
use miden_protocol::crypto::hash::keccak::Keccak256;
use miden_protocol::transaction::ExecutedTransaction;

use super::effects::Effects;
use super::references::Request;
use crate::errors::{ApprovalError, Result};
use crate::foreign_code::read_whole;

/// What every approval begins with.
const FORM: &[u8; 8] = b"MIDENAP2";

/// What a preview showed, to be handed back with the request that the user approved. A request that is made with it is
/// refused if its transaction would do more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The Keccak-256 digest of the content, which names the approval.
    pub digest: [u8; 32],
    /// Account, network, request and effects, in a form of this version.
    pub content: Vec<u8>,
}

impl Approval {
    /// The approval of what a preview of a request showed.
    pub(super) fn of(network: &str, request: &Request, effects: &Effects) -> Self {
        let mut content = FORM.to_vec();
        content.extend_from_slice(&head(network, request));
        effects.write_into(&mut content);
        Self { digest: Keccak256::hash(&content).into(), content }
    }

    /// An approval that was handed out and comes back.
    ///
    /// # Errors
    /// [`ApprovalError::Invalid`] for a digest that has not 32 bytes.
    pub fn from_parts(digest: &[u8], content: Vec<u8>) -> Result<Self> {
        let digest = digest.try_into().map_err(|_| invalid("its digest has not 32 bytes"))?;
        Ok(Self { digest, content })
    }

    /// Refuses an approval of another request, account or network.
    ///
    /// # Errors
    /// [`ApprovalError::OfAnotherRequest`], [`ApprovalError::Invalid`].
    pub(super) fn require_of(&self, network: &str, request: &Request) -> Result<()> {
        self.effects()?;
        let is_same = self.content[FORM.len()..].starts_with(&head(network, request));
        if is_same { Ok(()) } else { Err(ApprovalError::OfAnotherRequest.into()) }
    }

    /// The effects that were approved.
    fn effects(&self) -> Result<Effects> {
        let digest: [u8; 32] = Keccak256::hash(&self.content).into();
        if digest != self.digest {
            return Err(invalid("its digest is of something else"));
        }
        let Some(rest) = self.content.strip_prefix(FORM) else {
            return Err(invalid("it is of another version of the wallet"));
        };
        let (_, effects): (Head, Effects) = read_whole(rest)
            .map_err(|error| error.into_error(|reason| invalid(&reason.to_string())))?;
        Ok(effects)
    }
}

fn invalid(reason: &str) -> crate::errors::WalletError {
    ApprovalError::Invalid { reason: reason.to_owned() }.into()
}

/// The request that is approved: its network, its account and its digest.
type Head = (String, AccountId, [u8; 32]);

fn head(network: &str, request: &Request) -> Vec<u8> {
    let head: Head = (network.to_owned(), request.account(), request.digest());
    head.to_bytes()
}

/// What an execution may do.
#[derive(Debug)]
pub(crate) struct Limit {
    account: AccountId,
    approved: Effects,
    /// The notes that the request itself makes.
    own: BTreeSet<NoteId>,
    /// Whether what the account signs was found to be within the limit.
    is_signed: AtomicBool,
}

impl Limit {
    /// The limit that an approval sets to the execution of a request.
    pub(super) fn of(
        approval: &Approval,
        account: AccountId,
        request: &TransactionRequest,
    ) -> Result<Arc<Self>> {
        let approved = approval.effects()?;
        let (own, is_signed) = (own_notes(request), AtomicBool::new(false));
        Ok(Arc::new(Self { account, approved, own, is_signed }))
    }

    /// Refuses to sign what does more than was approved, or what is no transaction.
    pub(crate) fn require_inputs(&self, inputs: &SigningInputs) -> Result<()> {
        match inputs {
            SigningInputs::TransactionSummary(summary) => {
                let effects = Effects::of_summary(summary, &self.own);
                if let Some(excess) = effects.excess_over(&self.approved) {
                    return self.exceeded(excess);
                }
                self.is_signed.store(true, Ordering::Relaxed);
                Ok(())
            }
            SigningInputs::Arbitrary(_) | SigningInputs::Blind(_) => {
                self.exceeded("it asks for a signature that is not of the transaction".to_owned())
            }
        }
    }

    /// Refuses a transaction that does more than was approved. Some accounts sign nothing. What was signed tells all that is
    /// written, in another form than the executed transaction if it makes the account.
    pub(super) fn require_executed(&self, executed: &ExecutedTransaction) -> Result<()> {
        let effects = Effects::of_executed(executed, &self.own);
        let excess = if self.is_signed.load(Ordering::Relaxed) {
            effects.assets_beyond(&self.approved)
        } else {
            effects.excess_over(&self.approved)
        };
        excess.map_or(Ok(()), |excess| self.exceeded(excess))
    }

    fn exceeded(&self, excess: String) -> Result<()> {
        Err(ApprovalError::Exceeded { account: self.account, excess }.into())
    }
}

/// The notes that a request itself makes.
pub(super) fn own_notes(request: &TransactionRequest) -> BTreeSet<NoteId> {
    request.expected_output_own_notes().iter().map(Note::id).collect()
}
