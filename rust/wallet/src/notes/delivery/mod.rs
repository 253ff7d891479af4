//! Private notes on their way to whom they are for.
//!
//! The chain has a commitment to a private note alone: its details go by the note transport, once the
//! note is in a block. What is still to be delivered is told by the store, which has every note this
//! wallet made, less those that are marked as delivered. So nothing is lost where the process dies or
//! the transport is out of reach, and every sync tries again.

mod delivered;
pub(crate) mod entries;
mod grpc_transport;
mod guarded_transport;
mod held_notes;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, NoteInclusionProof, NoteType};
use miden_client::note_transport::{NoteTransportClient, NoteTransportError, TransportNote};
use miden_client::store::{NoteFilter, OutputNoteRecord};

use crate::chain::client::WalletClient;
use crate::errors::{ErrorMapper, Result, innermost};
use crate::foreign_code::guard;
use crate::notes::terms::NoteTerms;
use crate::pending::Pending;
use crate::reader::Reader;
use crate::wallet::Wallet;

pub(crate) use grpc_transport::GrpcNoteTransport;
pub(crate) use guarded_transport::{GuardedTransport, RawNoteTransport, RawPage};
pub(crate) use held_notes::HoldingTransport;

/// How long a sync goes on delivering where notes are not taken.
const LONGEST_DELIVERY: Duration = Duration::from_secs(5);

/// A private note that its receiver has not been sent yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndeliveredNote {
    /// The note.
    pub note: NoteId,
    /// Whom it is for.
    pub receiver: AccountId,
    /// Whether it is in a block, as far as the wallet has synced: before that it cannot be delivered.
    pub is_committed: bool,
}

/// What became of an attempt to deliver notes.
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    /// The notes that the note transport has taken.
    pub(crate) delivered: Vec<NoteId>,
    /// Why the note transport could not be reached, if notes wait for that.
    pub(crate) unreachable: Option<String>,
}

/// The same with what a delivery needs.
struct Undelivered {
    details: Note,
    receiver: AccountId,
    /// The proof that it is in a block, where it is.
    proof: Option<NoteInclusionProof>,
}

impl Reader {
    /// Imports the private notes that were held back, and says which of them were imported. Where the node or the store
    /// fails, that is logged, the notes stay held back, and the next sync tries again.
    pub(crate) async fn import_held_notes(&self, client: &mut WalletClient) -> Vec<NoteId> {
        let mut imported = Vec::new();
        if let Err(error) =
            held_notes::import_all(self.store.as_ref(), client, guard, &mut imported).await
        {
            let reason = innermost(&error);
            tracing::warn!(%reason, "private notes are imported with the next sync");
        }
        imported
    }

    /// The private notes that this wallet made for others and that the note transport does not have
    /// yet. Every sync delivers those that are in a block; where there is no note transport they are
    /// handed over as files. Reads the store alone.
    ///
    /// # Errors
    /// [`WalletError::Store`].
    pub async fn undelivered_notes(&self) -> Result<Vec<UndeliveredNote>> {
        let undelivered = self.undelivered().await?;
        let described = |note: &Undelivered| UndeliveredNote {
            note: note.details.id(),
            receiver: note.receiver,
            is_committed: note.proof.is_some(),
        };
        Ok(undelivered.iter().map(described).collect())
    }

    /// The private notes that this wallet made and that nobody has consumed.
    async fn unspent_private_notes(&self) -> Result<Vec<OutputNoteRecord>> {
        let made = self.store.get_output_notes(NoteFilter::Unspent).await;
        let mut notes = made.map_err(ErrorMapper::store)?;
        notes.retain(|record| record.metadata().note_type() == NoteType::Private);
        Ok(notes)
    }

    async fn undelivered(&self) -> Result<Vec<Undelivered>> {
        let private = self.unspent_private_notes().await?;
        if private.is_empty() {
            return Ok(Vec::new());
        }
        let own: BTreeSet<AccountId> =
            self.store.get_account_ids().await.map_err(ErrorMapper::store)?.into_iter().collect();
        let delivered = self.delivered_notes().await?;
        let mut undelivered = Vec::new();
        for record in private {
            if delivered.contains(&record.id().to_hex()) {
                continue;
            }
            let proof = record.inclusion_proof().cloned();
            // Not all of it is known, or it is for nobody in particular: nobody to deliver it to.
            let Ok(details) = Note::try_from(record) else { continue };
            let Some(NoteTerms { recipient: receiver, .. }) = NoteTerms::of(&details) else {
                continue;
            };
            // What is sent to oneself came in with its details.
            if !own.contains(&receiver) {
                undelivered.push(Undelivered { details, receiver, proof });
            }
        }
        Ok(undelivered)
    }
}

impl Wallet {
    /// Hands the note transport what it has not got yet. A failure is logged and left for the next
    /// sync.
    pub(crate) fn deliver_notes(&self) -> Pending<'_, Delivery> {
        Box::pin(async move {
            let mut delivery = Delivery::default();
            let Some(transport) = &self.transport else { return delivery };
            let undelivered = match self.undelivered().await {
                Ok(undelivered) => undelivered,
                Err(error) => {
                    tracing::warn!(%error, "could not tell which private notes are to be delivered");
                    return delivery;
                }
            };
            let begun = Instant::now();
            for Undelivered { details, proof, .. } in undelivered {
                let Some(proof) = proof else { continue };
                let note = details.id();
                let details = TransportNote::from(details);
                if let Err(reason) = transport.require_carried(details.clone()) {
                    tracing::warn!(%reason, %note, "a private note is to be handed over as a file");
                    continue;
                }
                if let Err(error) = transport.send_note_with_proof(details, proof).await {
                    let reason = innermost(&error);
                    tracing::warn!(%reason, %note, "a private note is not delivered yet");
                    // Where nobody answers, the others wait as well. A note that is refused, which takes no time,
                    // holds up no other.
                    if matches!(error, NoteTransportError::Connection(_)) {
                        delivery.unreachable = Some(reason);
                        break;
                    }
                    if begun.elapsed() > LONGEST_DELIVERY {
                        break;
                    }
                    continue;
                }
                delivery.delivered.push(note);
            }
            if let Err(error) = self.keep_delivered(&delivery.delivered).await {
                // Delivered twice is delivered once.
                tracing::warn!(%error, "could not note down which notes are delivered");
            }
            delivery
        })
    }
}
