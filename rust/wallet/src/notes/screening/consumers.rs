//! Which accounts of a wallet can consume a note, and whether a transaction that consumes all notes takes it.

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteTag};
use serde::{Deserialize, Serialize};

use super::reasons::UnverifiedReason;
use super::standard::{Holdings, StandardRule, callback_faucet};
use super::verdicts::{Standing, Verdicts};
use crate::errors::Result;

/// Why a transaction that consumes all of an account's notes leaves one out. It can be consumed by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// It is an offer: consuming it pays for what it carries.
    Swap,
    /// It is a payment to another account, and can be taken back.
    Reclaimable,
    /// Its script may do something else than bring what the note carries.
    OtherScript,
    /// A faucet runs code when an account takes what the note carries.
    AssetCallbacks,
    /// It is not known whether the account can consume it.
    Unverified,
}

impl LeftOutReason {
    /// Why a note that an account can consume is left out, or `None` if it is not: it brings what it carries, or has the
    /// account destroy what it issued.
    fn of(rule: Option<&StandardRule>, account: AccountId) -> Option<Self> {
        match rule {
            Some(StandardRule::Payment(terms)) if terms.recipient == account => None,
            Some(StandardRule::Burn(_)) => None,
            Some(StandardRule::Payment(_)) => Some(Self::Reclaimable),
            Some(StandardRule::Swap(_)) => Some(Self::Swap),
            _ => Some(Self::OtherScript),
        }
    }
}

/// The accounts that can consume a note.
#[derive(Debug, Default)]
pub(crate) struct NoteConsumers {
    /// Each with the block from which on it can.
    opens: Vec<(AccountId, u32)>,
    /// Why it is not known which these are.
    pub(crate) unverified: Option<UnverifiedReason>,
    /// The faucet whose code runs when an account takes what the note carries.
    pub(crate) callback_faucet: Option<AccountId>,
    rule: Option<StandardRule>,
}

impl NoteConsumers {
    /// Finds them among accounts of a wallet, whose accounts are `own`. Runs no script.
    pub(crate) async fn of(
        note: &Note,
        accounts: &[AccountId],
        own: &[AccountId],
        verdicts: &Verdicts,
        holdings: &mut Holdings<'_>,
    ) -> Result<Self> {
        let (rule, callback_faucet) = (StandardRule::of(note), callback_faucet(note));
        let mut found = Self { callback_faucet, rule, ..Self::default() };
        if let Some(rule) = &found.rule {
            for account in accounts {
                let opens = rule.opens_for(*account, holdings).await?;
                found.opens.extend(opens.map(|block| (*account, block)));
            }
            return Ok(found);
        }
        match verdicts.standing(note.id(), accounts) {
            Standing::Verified(accounts) => {
                found.opens.extend(accounts.into_iter().map(|account| (account, 0)));
            }
            Standing::Unverified(reason) => {
                // The tag is all that tells the account such a note is for, and it may be the tag of none.
                let tag = note.metadata().tag();
                let is_for = |account: &AccountId| NoteTag::with_account_target(*account) == tag;
                let may_be = accounts.iter().any(is_for) || !own.iter().any(is_for);
                found.unverified = may_be.then_some(reason);
            }
        }
        Ok(found)
    }

    /// Whether no account can ever consume the note, and that is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.opens.is_empty() && self.unverified.is_none()
    }

    /// The accounts that can consume it at a block.
    pub(crate) fn at(&self, block: u32) -> impl Iterator<Item = AccountId> {
        self.opens.iter().filter(move |(_, opens)| *opens <= block).map(|(account, _)| *account)
    }

    /// The block from which on the first account can consume it, if none can at this one.
    pub(crate) fn waits_for(&self, block: u32) -> Option<u32> {
        let first = self.opens.iter().map(|(_, opens)| *opens).min()?;
        (first > block).then_some(first)
    }

    /// Why a transaction that consumes all notes leaves it out at a block, if it does although an account may be able to
    /// consume it.
    pub(crate) fn left_out(&self, block: u32) -> Option<LeftOutReason> {
        if self.callback_faucet.is_some() && !self.is_empty() {
            return Some(LeftOutReason::AssetCallbacks);
        }
        if self.unverified.is_some() {
            return Some(LeftOutReason::Unverified);
        }
        let reasons: Vec<_> =
            self.at(block).map(|account| LeftOutReason::of(self.rule.as_ref(), account)).collect();
        if reasons.contains(&None) { None } else { reasons.into_iter().flatten().next() }
    }
}
