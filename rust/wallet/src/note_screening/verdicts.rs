//! What is known of the notes whose scripts are not standard ones, kept in the store.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::store::{SettingScope, Store};
use serde::{Deserialize, Serialize};

use super::trial::Trial;
use crate::errors::{ErrorMapper, Result, WalletError};

/// The setting that holds the verdicts of all notes.
const SETTING: &str = "note_verdicts";

/// After how many blocks a verdict that the chain or the machine may have changed is worth another run.
const RECHECK_BLOCKS: u32 = 100;

/// Why it is not known whether an account can consume a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnverifiedReason {
    /// Its script has not run yet.
    NotChecked,
    /// Its script exceeds the budget of cycles.
    TooManyCycles,
    /// Its script exceeds the budget of time.
    TooSlow,
    /// Its script reads what only the network knows, and runs only when the note is consumed.
    NeedsNetwork,
}

/// What is known of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Verdict {
    /// The block of the newest run.
    checked_at: Option<u32>,
    /// By account, in hexadecimal digits, whether it can consume the note.
    accounts: BTreeMap<String, bool>,
    /// Why the runs were given up.
    unverified: Option<UnverifiedReason>,
    /// Whether the user wants to see the note no more.
    is_dismissed: bool,
}

/// What a note's verdict means for a list of notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The accounts that can consume it.
    Verified(Vec<AccountId>),
    /// Nobody knows.
    Unverified(UnverifiedReason),
}

impl Verdict {
    /// Notes what a run showed. Returns whether the script may run for another account.
    pub(super) fn note(&mut self, account: AccountId, trial: Trial, block: u32) -> bool {
        self.checked_at = Some(block);
        self.unverified = match trial {
            Trial::Consumable | Trial::Refused => None,
            Trial::OutOfCycles => Some(UnverifiedReason::TooManyCycles),
            Trial::OutOfTime => Some(UnverifiedReason::TooSlow),
            Trial::NeedsNetwork => Some(UnverifiedReason::NeedsNetwork),
        };
        self.accounts.insert(account.to_hex(), trial == Trial::Consumable);
        self.unverified.is_none()
    }

    /// Whether a verification that nobody asked for runs the script.
    fn is_due(&self, accounts: &[AccountId], block: u32) -> bool {
        if self.is_dismissed {
            return false;
        }
        let is_old = self.checked_at.is_none_or(|checked| block >= checked + RECHECK_BLOCKS);
        match self.unverified {
            Some(UnverifiedReason::TooManyCycles | UnverifiedReason::NeedsNetwork) => false,
            Some(UnverifiedReason::TooSlow | UnverifiedReason::NotChecked) => is_old,
            None => {
                let known = |account: &AccountId| self.accounts.get(&account.to_hex());
                let is_refused = accounts.iter().all(|account| known(account) == Some(&false));
                let is_complete = accounts.iter().all(|account| known(account).is_some());
                !is_complete || is_refused && is_old
            }
        }
    }
}

/// The verdicts of all notes that have one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdicts(BTreeMap<String, Verdict>);

impl Verdicts {
    /// The verdicts in a store. If they cannot be read, there are none: the scripts run again.
    pub(crate) async fn read(store: &dyn Store) -> Result<Self> {
        let bytes = store.get_setting(SettingScope::User, SETTING.to_owned()).await;
        let bytes = bytes.map_err(ErrorMapper::store)?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    /// Writes the verdicts of notes that are still there.
    pub(super) async fn write(
        &mut self,
        store: &dyn Store,
        notes: &BTreeSet<NoteId>,
    ) -> Result<()> {
        let kept: BTreeSet<String> = notes.iter().map(NoteId::to_hex).collect();
        self.0.retain(|note, _| kept.contains(note));
        let bytes = serde_json::to_vec(self).map_err(WalletError::internal)?;
        let written = store.set_setting(SettingScope::User, SETTING.to_owned(), bytes).await;
        written.map_err(ErrorMapper::store)
    }

    pub(super) fn entry(&mut self, note: NoteId) -> &mut Verdict {
        self.0.entry(note.to_hex()).or_default()
    }

    pub(super) fn dismiss(&mut self, note: NoteId) {
        self.entry(note).is_dismissed = true;
    }

    /// Whether the user wants to see a note no more.
    pub(crate) fn is_dismissed(&self, note: NoteId) -> bool {
        self.0.get(&note.to_hex()).is_some_and(|verdict| verdict.is_dismissed)
    }

    /// Whether a verification that nobody asked for runs the script of a note.
    pub(super) fn is_due(&self, note: NoteId, accounts: &[AccountId], block: u32) -> bool {
        match self.0.get(&note.to_hex()) {
            Some(verdict) => verdict.is_due(accounts, block),
            None => true,
        }
    }

    /// The block of a note's newest run.
    pub(super) fn checked_at(&self, note: NoteId) -> Option<u32> {
        self.0.get(&note.to_hex()).and_then(|verdict| verdict.checked_at)
    }

    /// What is known of a note that is not a standard one.
    pub(crate) fn standing(&self, note: NoteId, accounts: &[AccountId]) -> Standing {
        let Some(verdict) = self.0.get(&note.to_hex()) else {
            return Standing::Unverified(UnverifiedReason::NotChecked);
        };
        if let Some(reason) = verdict.unverified {
            return Standing::Unverified(reason);
        }
        let known = |account: &&AccountId| verdict.accounts.get(&account.to_hex());
        if accounts.iter().any(|account| known(&account).is_none()) {
            return Standing::Unverified(UnverifiedReason::NotChecked);
        }
        let can = accounts.iter().filter(|account| known(account) == Some(&true));
        Standing::Verified(can.copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{parse_account_id, parse_note_id};

    fn accounts() -> [AccountId; 2] {
        ["0x5401ef36815e47d14b651e8e968153", "0x550559ffb22381117072d0749fccd2"]
            .map(|text| parse_account_id(text).expect("an account id"))
    }

    fn note() -> NoteId {
        parse_note_id(&format!("0x{}", "01".repeat(32))).expect("a note id")
    }

    #[test]
    fn a_note_without_a_verdict_is_unverified_and_due() {
        let verdicts = Verdicts::default();
        let not_checked = Standing::Unverified(UnverifiedReason::NotChecked);
        assert_eq!(verdicts.standing(note(), &accounts()), not_checked);
        assert!(verdicts.is_due(note(), &accounts(), 1));
    }

    #[test]
    fn a_note_checked_for_all_accounts_is_verified_for_those_that_can_consume_it() {
        let [first, second] = accounts();
        let mut verdicts = Verdicts::default();
        assert!(verdicts.entry(note()).note(first, Trial::Consumable, 5));
        assert_eq!(
            verdicts.standing(note(), &accounts()),
            Standing::Unverified(UnverifiedReason::NotChecked)
        );
        assert!(verdicts.is_due(note(), &accounts(), 5));
        assert!(verdicts.entry(note()).note(second, Trial::Refused, 5));
        assert_eq!(verdicts.standing(note(), &accounts()), Standing::Verified(vec![first]));
        assert!(!verdicts.is_due(note(), &accounts(), 5 + RECHECK_BLOCKS));
    }

    #[test]
    fn a_note_that_all_accounts_are_refused_is_due_again_after_some_blocks() {
        let [first, _] = accounts();
        let mut verdicts = Verdicts::default();
        verdicts.entry(note()).note(first, Trial::Refused, 5);
        assert!(!verdicts.is_due(note(), &[first], 4 + RECHECK_BLOCKS));
        assert!(verdicts.is_due(note(), &[first], 5 + RECHECK_BLOCKS));
    }

    #[test]
    fn a_script_that_exceeds_its_cycles_never_runs_again_by_itself() {
        let [first, _] = accounts();
        let mut verdicts = Verdicts::default();
        assert!(!verdicts.entry(note()).note(first, Trial::OutOfCycles, 5));
        assert!(!verdicts.is_due(note(), &[first], u32::MAX));
        let too_many = Standing::Unverified(UnverifiedReason::TooManyCycles);
        assert_eq!(verdicts.standing(note(), &[first]), too_many);
    }

    #[test]
    fn a_dismissed_note_is_never_due() {
        let mut verdicts = Verdicts::default();
        verdicts.dismiss(note());
        assert!(verdicts.is_dismissed(note()));
        assert!(!verdicts.is_due(note(), &accounts(), u32::MAX));
    }
}
