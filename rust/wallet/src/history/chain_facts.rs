//! What the chain tells of a transaction, and what is to be said of it by that.

use std::collections::BTreeMap;

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, NoteMetadata, NoteScriptRoot, TxFeeNote};
use miden_client::store::InputNoteRecord;
use miden_client::transaction::TransactionId;
use serde::{Deserialize, Serialize};

use super::describe::{self, kind_by};
use super::stored::{
    Details, Hex, Row, StoredAmount, StoredAssets, StoredState, TakenFromChain, TransactionKind,
    assets,
};
use crate::notes::terms::NoteTerms;
use crate::transactions::swaps::{NoteKind, SwapTerms};

/// A transaction as the chain tells it. What its notes carry is on the chain where they are public; of the
/// others the wallet may come to know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ChainTransaction {
    pub(super) transaction: Hex<TransactionId>,
    pub(super) account: Hex<AccountId>,
    pub(super) block: u32,
    /// The time of the block, in seconds since 1970.
    pub(super) at: u64,
    pub(super) consumed: Vec<ConsumedNote>,
    pub(super) created: Vec<CreatedNote>,
}

/// A note that was consumed: on the chain is that there was one, and of a public one which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ConsumedNote {
    pub(super) nullifier: Hex<Word>,
    pub(super) note: Option<Hex<NoteId>>,
    pub(super) facts: Option<NoteFacts>,
}

/// A note that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CreatedNote {
    pub(super) note: Hex<NoteId>,
    pub(super) facts: Option<NoteFacts>,
}

/// What is of use here of a note that is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NoteFacts {
    note: Option<Hex<NoteId>>,
    assets: StoredAssets,
    sender: Option<Hex<AccountId>>,
    /// Whom it pays, where it is a payment.
    receiver: Option<Hex<AccountId>>,
    script: ScriptFacts,
}

/// What the script of a note is, as far as that says what a transaction does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ScriptFacts {
    /// It pays the fee of the transaction that makes it.
    Fee,
    /// It is an offer, of the account that made it where that can be told.
    Swap(Option<Hex<AccountId>>),
    Burn,
    Other,
}

/// What is known of notes, to complete transactions with.
#[derive(Debug, Default)]
pub(super) struct KnownNotes {
    by_nullifier: BTreeMap<Word, NoteFacts>,
    by_id: BTreeMap<NoteId, NoteFacts>,
}

impl KnownNotes {
    pub(super) fn add_note(&mut self, note: &Note) {
        let facts = NoteFacts::of_note(note);
        self.by_id.insert(note.id(), facts.clone());
        self.by_nullifier.insert(note.nullifier().as_word(), facts);
    }

    pub(super) fn add_record(&mut self, record: &InputNoteRecord) {
        let facts = NoteFacts::of_record(record);
        if let Some(note) = record.id() {
            self.by_id.insert(note, facts.clone());
        }
        if let Some(nullifier) = record.nullifier() {
            self.by_nullifier.insert(nullifier.as_word(), facts);
        }
    }
}

impl NoteFacts {
    fn of_note(note: &Note) -> Self {
        let creator = SwapTerms::of(note).and_then(|terms| terms.creator);
        let sender = note.metadata().sender();
        Self {
            note: Some(Hex(note.id())),
            assets: assets(note.assets().iter()),
            sender: Some(Hex(sender)),
            receiver: NoteTerms::of(note).map(|terms| Hex(terms.recipient)),
            script: ScriptFacts::of(note.script().root(), || creator.or(Some(sender))),
        }
    }

    fn of_record(record: &InputNoteRecord) -> Self {
        let details = record.details();
        let terms = NoteTerms::of_script(details.script(), details.storage());
        Self {
            note: record.id().map(Hex),
            assets: assets(record.assets().iter()),
            sender: record.metadata().map(NoteMetadata::sender).map(Hex),
            receiver: terms.map(|terms| Hex(terms.recipient)),
            script: ScriptFacts::of(details.script().root(), || describe::creator(record)),
        }
    }

    /// The fee that it pays, where it is the last note of its transaction.
    fn fee(&self) -> Option<StoredAmount> {
        let StoredAssets { fungible, non_fungible } = &self.assets;
        match (&self.script, fungible.as_slice()) {
            (ScriptFacts::Fee, [fee]) if non_fungible.is_empty() => Some(fee.clone()),
            _ => None,
        }
    }
}

impl ScriptFacts {
    fn of(script: NoteScriptRoot, creator: impl FnOnce() -> Option<AccountId>) -> Self {
        match NoteKind::of(script) {
            NoteKind::Swap | NoteKind::PartialSwap => Self::Swap(creator().map(Hex)),
            NoteKind::Burn => Self::Burn,
            _ if script == TxFeeNote::script_root() => Self::Fee,
            _ => Self::Other,
        }
    }
}

impl ChainTransaction {
    /// Whether it is known of every note what it carries.
    pub(super) fn is_complete(&self) -> bool {
        self.consumed.iter().all(|note| note.facts.is_some())
            && self.created.iter().all(|note| note.facts.is_some())
    }

    /// The consumed notes of which it is not known what they carried, by their nullifiers.
    pub(super) fn unknown_consumed(&self) -> impl Iterator<Item = Word> + '_ {
        self.consumed.iter().filter(|note| note.facts.is_none()).map(|note| note.nullifier.0)
    }

    /// The notes it made of which it is not known what they carry.
    pub(super) fn unknown_created(&self) -> impl Iterator<Item = NoteId> + '_ {
        self.created.iter().filter(|note| note.facts.is_none()).map(|note| note.note.0)
    }

    /// Puts in what is known of notes. Says whether that was something new.
    pub(super) fn complete(&mut self, known: &KnownNotes) -> bool {
        let mut is_new = false;
        for note in self.consumed.iter_mut().filter(|note| note.facts.is_none()) {
            if let Some(facts) = known.by_nullifier.get(&note.nullifier.0) {
                note.note = facts.note.or(note.note);
                note.facts = Some(facts.clone());
                is_new = true;
            }
        }
        for note in self.created.iter_mut().filter(|note| note.facts.is_none()) {
            if let Some(facts) = known.by_id.get(&note.note.0) {
                note.facts = Some(facts.clone());
                is_new = true;
            }
        }
        is_new
    }

    /// What is to be said of it.
    pub(super) fn row(&self) -> Row {
        let account = self.account;
        // As `fee_note` has it.
        let fee = self.created.last().and_then(|last| last.facts.as_ref()?.fee());
        let created = &self.created[..self.created.len() - usize::from(fee.is_some())];
        let taken: Vec<_> = self.consumed.iter().filter_map(|note| note.facts.as_ref()).collect();
        let made: Vec<_> = created.iter().filter_map(|note| note.facts.as_ref()).collect();

        let mut counterparties = Vec::new();
        let senders = taken.iter().filter_map(|facts| facts.sender);
        for other in senders.chain(made.iter().filter_map(|facts| facts.receiver)) {
            if other != account && !counterparties.contains(&other) {
                counterparties.push(other);
            }
        }
        let assets_out = total(&made);
        let fungible = assets_out.fungible.iter().map(|amount| amount.faucet);
        let mut faucets =
            fungible.chain(assets_out.non_fungible.iter().map(|unique| unique.faucet));
        let is_own_swap = taken.iter().find_map(|facts| match facts.script {
            ScriptFacts::Swap(creator) => Some(creator == Some(account)),
            _ => None,
        });
        let offers = made.iter().any(|facts| matches!(facts.script, ScriptFacts::Swap(_)));
        let burns = made.iter().chain(&taken).any(|facts| facts.script == ScriptFacts::Burn);
        let signs = [
            (faucets.any(|faucet| faucet == account), TransactionKind::Mint),
            (is_own_swap == Some(true), TransactionKind::Cancel),
            (is_own_swap == Some(false), TransactionKind::Fill),
            (offers, TransactionKind::Swap),
            (burns, TransactionKind::Burn),
        ];
        Row {
            transaction: self.transaction.0,
            account: account.0,
            kind: kind_by(&signs, !self.consumed.is_empty(), !created.is_empty()),
            created_at: self.at,
            details: Details {
                state: StoredState::Committed { block: self.block, at: self.at },
                assets_in: total(&taken),
                fee,
                consumed_notes: self.consumed.iter().filter_map(|note| note.note).collect(),
                created_notes: created.iter().map(|note| note.note).collect(),
                counterparties,
                from_chain: Some(TakenFromChain {
                    unknown_consumed_notes: counted(self.consumed.len() - taken.len()),
                    unknown_created_notes: counted(created.len() - made.len()),
                }),
                assets_out,
                reference: None,
            },
            // What becomes of them no sync tells: pages of notes do not show them.
            made: Vec::new(),
        }
    }
}

fn total(notes: &[&NoteFacts]) -> StoredAssets {
    let mut found = StoredAssets::default();
    for note in notes {
        for StoredAmount { faucet, amount } in &note.assets.fungible {
            match found.fungible.iter_mut().find(|known| known.faucet == *faucet) {
                Some(known) => known.amount = known.amount.saturating_add(*amount),
                None => found.fungible.push(StoredAmount { faucet: *faucet, amount: *amount }),
            }
        }
        found.non_fungible.extend(note.assets.non_fungible.iter().cloned());
    }
    found
}

fn counted(notes: usize) -> u32 {
    u32::try_from(notes).unwrap_or(u32::MAX)
}
