//! Transaction requests in bytes, as Miden's SDKs write them and web pages send them: of a stranger, until the user approves
//! what a preview shows.

use std::collections::BTreeMap;

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, NoteRecipient};
use miden_client::transaction::{
    TransactionRequest, TransactionRequestBuilder, TransactionScript, TransactionScriptTemplate,
};

use super::called::Calls;
use super::scripts::expiring_script;
use crate::blocking_tasks::run_blocking;
use crate::errors::{ContractError, Result, WalletError};
use crate::foreign_code::read_whole;
use crate::keys::signing::CreatedNote;
use crate::notes::screening::StandardRule;
use crate::notes::terms::NoteTerms;
use crate::reader::Reader;
use crate::tokens::assets::Assets;
use crate::transactions::consumable::ready_note;
use crate::transactions::request::request_builder;

/// How long a request may be.
const MOST_BYTES: usize = 4 << 20;

/// How many accounts the kernel lets a transaction read.
const MOST_FOREIGN_ACCOUNTS: usize = 64;

/// A transaction request in bytes that decode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SerializedRequest {
    bytes: Vec<u8>,
    request: TransactionRequest,
    /// The notes that it makes without a script of its own.
    created: Vec<Note>,
}

/// What can be read in a request without running anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDescription {
    /// The notes that it makes without a script of its own.
    pub created_notes: Vec<CreatedNote>,
    /// The recipients of the notes that it is expected to make, those of `created_notes` among them. What the notes of its
    /// script carry is not known before it runs.
    pub recipients: Vec<RequestedRecipient>,
    /// The notes that it consumes, in their order, as the request has them. That there are such notes is not known.
    pub consumed_notes: Vec<RequestedNote>,
    /// The root of its script, where it has one.
    pub script: Option<Word>,
    /// The procedures that its script calls.
    pub calls: Calls,
    /// The accounts that it reads besides its own.
    pub foreign_accounts: Vec<AccountId>,
}

/// A recipient of a note that a request is expected to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedRecipient {
    /// The commitment to it.
    pub digest: Word,
    /// The root of its note script.
    pub script: Word,
    /// The account that the note is for, where it is a payment to one.
    pub account: Option<AccountId>,
}

/// A note that a request consumes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedNote {
    /// The note.
    pub note: NoteId,
    /// The root of its script.
    pub script: Word,
    /// Whether consuming it runs standard code alone.
    pub is_standard: bool,
    /// What it carries.
    pub assets: Assets,
}

impl SerializedRequest {
    /// Reads the bytes of a request. Runs nothing of it.
    ///
    /// # Errors
    /// [`ContractError::InvalidRequest`] for bytes that do not decode, as those of another version of the SDK, that are too
    /// many, or that ask for what this wallet does for no stranger; [`crate::WalletError::CodeTooLarge`].
    pub fn read(bytes: Vec<u8>) -> Result<Self> {
        if bytes.len() > MOST_BYTES {
            let text = format!("it has {} bytes, and at most {MOST_BYTES} are read", bytes.len());
            return Err(invalid(text));
        }
        let request: TransactionRequest =
            read_whole(&bytes).map_err(|error| error.into_error(invalid))?;
        if request.account_code_upgrade().is_some() {
            return Err(invalid("it changes the code of the account"));
        }
        if request.fee_conversion_salt().is_some() || !request.expected_ntx_scripts().is_empty() {
            return Err(invalid("it has parts that this wallet does not carry out for others"));
        }
        if request.foreign_accounts().len() > MOST_FOREIGN_ACCOUNTS {
            return Err(invalid("it reads more accounts than a transaction can"));
        }
        let created = created_notes(&request)?;
        Ok(Self { bytes, request, created })
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The notes that it consumes.
    pub(crate) fn note_ids(&self) -> Vec<NoteId> {
        self.request.input_note_ids().collect()
    }

    /// Says what can be read in it.
    #[must_use]
    pub fn describe(&self) -> RequestDescription {
        let request = &self.request;
        let consumed = request.input_notes().iter().map(|note| RequestedNote {
            note: note.id(),
            script: note.script().root().into(),
            is_standard: StandardRule::of(note).is_some(),
            assets: Assets::of(note.assets().iter()),
        });
        let recipients = request.expected_output_recipients().map(|recipient| RequestedRecipient {
            digest: recipient.digest(),
            script: recipient.script().root().into(),
            account: NoteTerms::of_script(recipient.script(), recipient.storage())
                .map(|terms| terms.recipient),
        });
        RequestDescription {
            created_notes: self.created.iter().map(CreatedNote::of).collect(),
            recipients: recipients.collect(),
            consumed_notes: consumed.collect(),
            script: self.script().map(|script| script.root().into()),
            calls: self.calls(),
            foreign_accounts: request.foreign_accounts().keys().copied().collect(),
        }
    }

    /// The procedures that its script calls.
    pub(crate) fn calls(&self) -> Calls {
        self.script().map(Calls::of_script).unwrap_or_default()
    }

    fn script(&self) -> Option<&TransactionScript> {
        match self.request.script_template() {
            Some(TransactionScriptTemplate::CustomScript(script)) => Some(script),
            _ => None,
        }
    }
}

impl Reader {
    /// The request as this wallet would make it: with notes that it holds, an expiration as all of its transactions have,
    /// and no part that it does not know.
    pub(crate) async fn own_form_of(
        &self,
        account: AccountId,
        serialized: &SerializedRequest,
    ) -> Result<TransactionRequest> {
        let SerializedRequest { request, created, .. } = serialized;
        if request.foreign_accounts().contains_key(&account) {
            return Err(ContractError::OwnAccountAsForeign { account }.into());
        }
        let notes = self.notes_at_hand(&serialized.note_ids()).await?;
        let arguments = request.get_note_args();
        let notes = notes.into_iter().map(|note| {
            let argument = arguments.get(&note.id()).copied();
            (note, argument)
        });
        let mut builder = match request.script_template() {
            Some(TransactionScriptTemplate::CustomScript(script)) => {
                let script = script.clone();
                let script = run_blocking(move || expiring_script(&script)).await?;
                TransactionRequestBuilder::new().custom_script(script)
            }
            Some(TransactionScriptTemplate::SendNotes(_)) | None => request_builder(),
        };
        let advice = request.advice_map().iter().map(|(key, values)| (*key, values.to_vec()));
        builder = builder
            .expected_output_recipients(request.expected_output_recipients().cloned())
            .own_output_notes(created.clone())
            .expected_future_notes(request.expected_future_notes().cloned().collect())
            .extend_advice_map(advice)
            .extend_merkle_store(request.merkle_store().inner_nodes())
            .foreign_accounts(request.foreign_accounts().values().cloned())
            .input_notes(notes);
        if let Some(argument) = request.script_arg() {
            builder = builder.script_arg(*argument);
        }
        if let Some(argument) = request.auth_arg() {
            #[expect(
                deprecated,
                reason = "the request has the commitment alone, and its preimage where it has one"
            )]
            let with_argument = builder.auth_arg(*argument);
            builder = with_argument;
        }
        builder.build().map_err(|error| WalletError::Execution { source: error.into() })
    }

    /// Notes of the store that can be consumed, in this order.
    async fn notes_at_hand(&self, notes: &[NoteId]) -> Result<Vec<Note>> {
        let filter = miden_client::store::NoteFilter::List(notes.to_vec());
        let records = self.note_records(filter).await?;
        let mut records: BTreeMap<_, _> = records
            .into_iter()
            .filter_map(|record| record.id().map(|note| (note, record)))
            .collect();
        let ready = notes.iter().map(|note| {
            let unknown = WalletError::Note(crate::errors::NoteError::Unknown { note: *note });
            ready_note(*note, records.remove(note).ok_or(unknown)?)
        });
        ready.collect()
    }
}

/// The notes that a request makes without a script of its own. What decodes may still lack the recipient of one, which the
/// client takes for granted.
fn created_notes(request: &TransactionRequest) -> Result<Vec<Note>> {
    let Some(TransactionScriptTemplate::SendNotes(partial)) = request.script_template() else {
        return Ok(Vec::new());
    };
    let recipients: BTreeMap<Word, &NoteRecipient> = request
        .expected_output_recipients()
        .map(|recipient| (recipient.digest(), recipient))
        .collect();
    let whole = partial.iter().map(|partial| {
        let recipient = recipients
            .get(&partial.recipient_digest())
            .ok_or_else(|| invalid("a note that it makes has no recipient"))?;
        Ok(Note::with_attachments(
            partial.assets().clone(),
            *partial.partial_metadata(),
            (*recipient).clone(),
            partial.attachments().clone(),
        ))
    });
    whole.collect()
}

fn invalid(reason: impl Into<crate::errors::Cause>) -> WalletError {
    ContractError::InvalidRequest { source: reason.into() }.into()
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
