//! Transactions and programs with code of one's own.

use miden_swift_wallet::{
    AccountId, CustomNote, CustomTransaction, Felt, ProcedureCall, Program, Result, Script,
    parse_account_id, parse_note_id, parse_word,
};
use serde::{Deserialize, Serialize};

use super::super::requests::NoteTypeMessage;
use super::{AdviceMessage, PackageBytes, felts, numbers};

/// A transaction with code of one's own.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CustomTransactionMessage {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    script: Option<ScriptMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    script_argument: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    advice: Vec<AdviceMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    foreign_account_ids: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    created_notes: Vec<CreatedNoteMessage>,
}

/// What is run: one key, which says of what kind it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ScriptMessage {
    Package(PackageBytes),
    Calls(Vec<CallMessage>),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CallMessage {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    foreign_account_id: Option<String>,
    procedure: String,
    arguments: Vec<u64>,
}

/// A note to consume.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteMessage {
    note_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    argument: Option<String>,
}

/// A note to make.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CreatedNoteMessage {
    script: PackageBytes,
    storage: Vec<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recipient_id: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fungible_assets: Vec<AmountMessage>,
    note_type: NoteTypeMessage,
}

/// An amount of a token, in base units.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AmountMessage {
    faucet_id: String,
    amount: u64,
}

impl CustomTransactionMessage {
    pub(crate) fn parsed(&self) -> Result<CustomTransaction> {
        let notes = self.notes.iter().map(|note| {
            let argument = note.argument.as_deref().map(parse_word).transpose()?;
            Ok((parse_note_id(&note.note_id)?, argument))
        });
        let created = self.created_notes.iter().map(CreatedNoteMessage::parsed);
        Ok(CustomTransaction {
            script: self.script.as_ref().map(ScriptMessage::parsed).transpose()?,
            script_argument: self.script_argument.as_deref().map(parse_word).transpose()?,
            advice: self.advice.iter().map(AdviceMessage::parsed).collect::<Result<_>>()?,
            foreign_accounts: accounts(&self.foreign_account_ids)?,
            notes: notes.collect::<Result<_>>()?,
            created: created.collect::<Result<_>>()?,
        })
    }
}

impl ScriptMessage {
    fn parsed(&self) -> Result<Script> {
        Ok(match self {
            Self::Package(package) => Script::Package(Box::new(package.parsed()?)),
            Self::Calls(calls) => {
                Script::Calls(calls.iter().map(CallMessage::parsed).collect::<Result<_>>()?)
            }
        })
    }
}

impl CallMessage {
    fn parsed(&self) -> Result<ProcedureCall> {
        Ok(ProcedureCall {
            foreign: self.foreign_account_id.as_deref().map(parse_account_id).transpose()?,
            procedure: parse_word(&self.procedure)?,
            arguments: felts(&self.arguments)?,
        })
    }
}

impl CreatedNoteMessage {
    fn parsed(&self) -> Result<CustomNote> {
        let amounts = self.fungible_assets.iter();
        let amounts =
            amounts.map(|amount| Ok((parse_account_id(&amount.faucet_id)?, amount.amount)));
        Ok(CustomNote {
            script: Box::new(self.script.parsed()?),
            storage: felts(&self.storage)?,
            recipient: self.recipient_id.as_deref().map(parse_account_id).transpose()?,
            fungible: amounts.collect::<Result<_>>()?,
            note_type: self.note_type.into(),
        })
    }
}

fn accounts(ids: &[String]) -> Result<Vec<AccountId>> {
    ids.iter().map(|account| parse_account_id(account)).collect()
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    script: ScriptMessage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    script_argument: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    advice: Vec<AdviceMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    foreign_account_ids: Vec<String>,
}

impl ProgramRequest {
    /// What it runs on, and what is run.
    pub(crate) fn parsed(&self) -> Result<(Option<AccountId>, Program)> {
        let program = Program {
            script: self.script.parsed()?,
            script_argument: self.script_argument.as_deref().map(parse_word).transpose()?,
            advice: self.advice.iter().map(AdviceMessage::parsed).collect::<Result<_>>()?,
            foreign_accounts: accounts(&self.foreign_account_ids)?,
        };
        Ok((self.account_id.as_deref().map(parse_account_id).transpose()?, program))
    }
}

/// What a program left on the stack, the top first.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ProgramReply {
    stack: Vec<u64>,
}

impl<const COUNT: usize> From<[Felt; COUNT]> for ProgramReply {
    fn from(stack: [Felt; COUNT]) -> Self {
        Self { stack: numbers(&stack) }
    }
}
