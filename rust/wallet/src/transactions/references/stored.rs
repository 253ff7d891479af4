//! What the store keeps of a reference.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use miden_client::utils::{
    ByteReader, ByteWriter, Deserializable, DeserializationError, Serializable,
};

use super::Made;
use super::request::Request;
use crate::errors::ReferenceError;
use crate::transactions::SentTransaction;
use crate::transactions::outcome::Sought;
use crate::transactions::proving::ProvenBy;
use crate::unix_time::utc_text;

/// The form of what is written.
const FORMAT: u32 = 1;

/// A reference that was used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredReference {
    pub(super) reference: String,
    pub(super) request: Request,
    /// The transactions that were made for it, oldest first.
    pub(super) attempts: Vec<Attempt>,
}

/// A transaction that was made for a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) transaction: TransactionId,
    pub(super) account: AccountId,
    /// The account's state before it.
    pub(super) initial: Word,
    /// The block it was executed at.
    pub(super) executed_at: BlockNumber,
    /// The last block that can include it.
    pub(super) expiration: BlockNumber,
    pub(super) proven_by: ProvenBy,
    /// When it was made, in seconds since 1970.
    pub(super) at: u64,
    /// The notes it makes for its draft, or those it consumes if it consumes what there was.
    pub(super) notes: Vec<NoteId>,
}

impl StoredReference {
    /// The error of another request with the reference. A derived one is not what its caller said.
    pub(super) fn used(&self, reference: &str) -> ReferenceError {
        let last = self.attempts.last();
        ReferenceError::Used {
            reference: reference.into(),
            at: last.map_or_else(|| "an unknown time".into(), |last| utc_text(last.at).into()),
            request: self.request.words(),
            account: self.request.account,
            transaction: last.map(|last| last.transaction),
        }
    }
}

impl Attempt {
    /// The outcome, if the network has it; the chain's tip was at a block then.
    pub(super) fn made(&self, block_number: u32) -> Made {
        let Self { transaction, proven_by, .. } = *self;
        let sent = SentTransaction { transaction, block_number, proven_by, stacks: Vec::new() };
        Made { sent, notes: self.notes.clone() }
    }
}

impl From<&Attempt> for Sought {
    fn from(attempt: &Attempt) -> Self {
        Self {
            transaction: attempt.transaction,
            account: attempt.account,
            initial: attempt.initial,
            executed_at: attempt.executed_at,
            expiration: attempt.expiration,
        }
    }
}

impl Serializable for StoredReference {
    fn write_into<W: ByteWriter>(&self, target: &mut W) {
        FORMAT.write_into(target);
        self.reference.write_into(target);
        self.request.account.write_into(target);
        self.request.kind.write_into(target);
        target.write_bytes(&self.request.digest);
        self.attempts.write_into(target);
    }
}

impl Deserializable for StoredReference {
    fn read_from<R: ByteReader>(source: &mut R) -> Result<Self, DeserializationError> {
        let format = u32::read_from(source)?;
        if format != FORMAT {
            let text = format!("a reference in form {format}, which is unknown here");
            return Err(DeserializationError::InvalidValue(text));
        }
        let reference = String::read_from(source)?;
        let request = Request {
            account: AccountId::read_from(source)?,
            kind: u8::read_from(source)?,
            digest: source.read_array()?,
        };
        let attempts: Vec<Attempt> = Vec::read_from(source)?;
        Ok(Self { reference, request, attempts })
    }
}

impl Serializable for Attempt {
    fn write_into<W: ByteWriter>(&self, target: &mut W) {
        self.transaction.write_into(target);
        self.account.write_into(target);
        self.initial.write_into(target);
        self.executed_at.write_into(target);
        self.expiration.write_into(target);
        let proven_by: u8 = match self.proven_by {
            ProvenBy::Local => 0,
            ProvenBy::Remote => 1,
            ProvenBy::StandIn => 2,
        };
        proven_by.write_into(target);
        self.at.write_into(target);
        self.notes.write_into(target);
    }
}

impl Deserializable for Attempt {
    fn read_from<R: ByteReader>(source: &mut R) -> Result<Self, DeserializationError> {
        Ok(Self {
            transaction: TransactionId::read_from(source)?,
            account: AccountId::read_from(source)?,
            initial: Word::read_from(source)?,
            executed_at: BlockNumber::read_from(source)?,
            expiration: BlockNumber::read_from(source)?,
            proven_by: match u8::read_from(source)? {
                0 => ProvenBy::Local,
                1 => ProvenBy::Remote,
                2 => ProvenBy::StandIn,
                other => {
                    let text = format!("{other} says nothing of a prover");
                    return Err(DeserializationError::InvalidValue(text));
                }
            },
            at: u64::read_from(source)?,
            notes: Vec::read_from(source)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> StoredReference {
        let account = AccountId::from_hex("0x5401ef36815e47d14b651e8e968153").expect("an account");
        let attempt = Attempt {
            transaction: TransactionId::from_raw(Word::from([1_u32, 2, 3, 4])),
            account,
            initial: Word::from([5_u32, 6, 7, 8]),
            executed_at: BlockNumber::from(9_u32),
            expiration: BlockNumber::from(137_u32),
            proven_by: ProvenBy::Remote,
            at: 1_772_323_200,
            notes: vec![NoteId::from_raw(Word::from([9_u32, 0, 0, 1]))],
        };
        let request = Request::of_all_notes(account);
        StoredReference { reference: "order 7/1".to_owned(), request, attempts: vec![attempt] }
    }

    #[test]
    fn a_reference_is_read_as_it_was_written() {
        let read = StoredReference::read_from_bytes(&stored().to_bytes()).expect("it is whole");
        assert_eq!(read, stored());
    }

    #[test]
    fn a_reference_of_another_form_is_refused_with_the_form() {
        let mut bytes = stored().to_bytes();
        bytes[0] += 1;
        let error = StoredReference::read_from_bytes(&bytes).expect_err("another form");
        assert!(error.to_string().contains("form 2"), "{error}");
    }

    #[test]
    fn another_request_is_told_when_and_for_what_the_reference_was_used() {
        let text = stored().used("order 7").to_string();
        for part in ["“order 7”", "2026-03-01 00:00:00 UTC", "consuming all notes"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
