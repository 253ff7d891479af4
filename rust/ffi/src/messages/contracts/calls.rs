//! The procedures that a transaction calls.

use miden_swift_wallet::{AccountId, CalledProcedure, Calls, Signature};
use serde::{Deserialize, Serialize};

use super::numbers;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CallsMessage {
    procedures: Vec<CalledProcedureMessage>,
    left_out: u64,
    has_unknown: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct CalledProcedureMessage {
    /// Only if it is another than that of the transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    root: String,
    names: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signature: Option<Signature>,
}

impl CallsMessage {
    /// `None` if there are none.
    pub(crate) fn of(calls: Calls) -> Option<Self> {
        if calls == Calls::default() {
            return None;
        }
        let Calls { procedures, left_out, has_unknown } = calls;
        Some(Self {
            procedures: procedures.into_iter().map(CalledProcedureMessage::from).collect(),
            left_out: left_out as u64,
            has_unknown,
        })
    }
}

impl From<CalledProcedure> for CalledProcedureMessage {
    fn from(procedure: CalledProcedure) -> Self {
        Self {
            account_id: procedure.foreign.map(AccountId::to_hex),
            root: procedure.root.to_hex(),
            names: procedure.names,
            arguments: procedure.arguments.as_deref().map(numbers),
            signature: procedure.signature,
        }
    }
}
