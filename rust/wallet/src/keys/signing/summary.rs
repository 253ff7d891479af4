//! What a signer is asked, and what a transaction does.

use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::note::{Note, NoteAssets, NoteId, NoteMetadata, NoteType};
use miden_client::transaction::RawOutputNote;
use miden_protocol::transaction::{InputNote, InputNotes, RawOutputNotes};

use super::PayloadKind;
use crate::contracts::Calls;
use crate::keys::account_secret::SignatureScheme;
use crate::notes::terms::NoteTerms;
use crate::tokens::assets::{Assets, FungibleAmount};
use crate::transactions::fee_note;
use crate::transactions::{Approval, Effects};

/// A signature that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureQuestion {
    /// The account that has to sign.
    pub account: AccountId,
    /// How it signs.
    pub scheme: SignatureScheme,
    /// The public key of the key to sign with, as [`NewWallet::public_key`](crate::NewWallet) takes it.
    pub public_key: Vec<u8>,
    /// What is to be signed.
    pub message: [u8; 32],
    /// What ECDSA signs, the Keccak-256 digest of the message: for a device that takes digests.
    pub digest: Option<[u8; 32]>,
    /// What is to be signed if it is not a transaction.
    pub payload: Option<PayloadKind>,
    /// What the transaction does that is to be signed, if it is one.
    pub transaction: Option<TransactionSummary>,
}

/// What a transaction does, for whoever has to sign it or thinks of making it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionSummary {
    /// The account that carries it out.
    pub account: AccountId,
    /// The notes it consumes.
    pub consumed_notes: Vec<NoteId>,
    /// The notes it creates, without the one that pays its fee.
    pub created_notes: Vec<CreatedNote>,
    /// What the notes it consumes carry.
    pub assets_in: Assets,
    /// What the notes it creates carry, without the fee.
    pub assets_out: Assets,
    /// The fee, where the network charges one.
    pub fee: Option<FungibleAmount>,
    /// What the account has left of each token the transaction is about, after all of it and the fee.
    pub remaining: Vec<FungibleAmount>,
    /// The procedures that its script calls. Told by a preview alone.
    pub calls: Calls,
    /// The slots of the account's storage that it writes, by name. Told by a preview and of signing inputs.
    pub changed_slots: Vec<String>,
    /// Whether it gives the account code, as the first transaction of an account does. Told by a preview and of signing
    /// inputs.
    pub changes_code: bool,
    /// What to hand back with the request if the user approves it. Made by a preview alone.
    pub approval: Option<Approval>,
}

/// A note that a transaction creates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedNote {
    /// The note.
    pub note: NoteId,
    /// Whether all of it is on the chain or only a commitment.
    pub note_type: NoteType,
    /// The account it is for, where it is a payment to one.
    pub recipient: Option<AccountId>,
    /// The block from which on a payment can be taken back.
    pub reclaim_height: Option<u32>,
    /// The block before which nobody can consume a payment.
    pub timelock_height: Option<u32>,
    /// What it carries.
    pub assets: Assets,
}

impl TransactionSummary {
    /// What a transaction does, by its notes alone. How amounts are shown is not told, nor what remains.
    pub(super) fn without_tokens(
        account: AccountId,
        consumed: &InputNotes<InputNote>,
        created: &RawOutputNotes,
    ) -> Self {
        let consumed = || consumed.iter().map(InputNote::note);
        let (fee, created) = fee_note::told_apart(created);
        Self {
            account,
            consumed_notes: consumed().map(Note::id).collect(),
            created_notes: created.iter().map(|note| CreatedNote::of_output(note)).collect(),
            assets_in: Assets::of(consumed().flat_map(|note| note.assets().iter())),
            assets_out: Assets::of(created.iter().flat_map(|note| note.assets().iter())),
            fee: Assets::of(fee.map(Asset::from).iter()).fungible.into_iter().next(),
            remaining: Vec::new(),
            calls: Calls::default(),
            changed_slots: Vec::new(),
            changes_code: false,
            approval: None,
        }
    }

    /// Adds what the transaction writes into the account.
    pub(crate) fn add_writes(&mut self, effects: &Effects) {
        self.changed_slots = effects.slots();
        self.changes_code = effects.changes_code();
    }

    pub(super) fn amounts_mut(&mut self) -> impl Iterator<Item = &mut FungibleAmount> {
        let created = self.created_notes.iter_mut().flat_map(|note| &mut note.assets.fungible);
        let sums = self.assets_in.fungible.iter_mut().chain(&mut self.assets_out.fungible);
        created.chain(sums).chain(&mut self.fee)
    }
}

impl CreatedNote {
    /// A note that is known as a whole. How amounts are shown is not looked up.
    pub(crate) fn of(note: &Note) -> Self {
        Self::with_terms(note.id(), *note.metadata(), note.assets(), NoteTerms::of(note))
    }

    fn of_output(note: &RawOutputNote) -> Self {
        Self::with_terms(note.id(), *note.metadata(), note.assets(), terms(note))
    }

    fn with_terms(
        note: NoteId,
        metadata: NoteMetadata,
        assets: &NoteAssets,
        terms: Option<NoteTerms>,
    ) -> Self {
        Self {
            note,
            note_type: metadata.note_type(),
            recipient: terms.map(|terms| terms.recipient),
            reclaim_height: terms.and_then(|terms| terms.reclaim).map(|(_, height)| height),
            timelock_height: terms.and_then(|terms| terms.timelock_height),
            assets: Assets::of(assets.iter()),
        }
    }
}

fn terms(note: &RawOutputNote) -> Option<NoteTerms> {
    match note {
        RawOutputNote::Full(note) => NoteTerms::of(note),
        RawOutputNote::Partial(_) => None,
    }
}
