//! What is known of the notes whose scripts are not standard ones, kept in the store.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::store::{SettingScope, Store};
use serde::{Deserialize, Serialize};

use super::reasons::UnverifiedReason;
use super::trial::Trial;
use crate::errors::{ErrorMapper, Result, WalletError};

/// The setting that holds the verdicts of all notes.
const SETTING: &str = "note_verdicts";

/// What is known of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Verdict {
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
    /// Records what a run showed. Returns whether the script may run for another account.
    pub(super) fn record_run(&mut self, account: AccountId, trial: Trial) -> bool {
        self.unverified = match trial {
            Trial::Consumable | Trial::Refused => None,
            Trial::OutOfCycles => Some(UnverifiedReason::TooManyCycles),
            Trial::OutOfTime => Some(UnverifiedReason::TooSlow),
            Trial::NeedsNetwork => Some(UnverifiedReason::NeedsNetwork),
        };
        self.accounts.insert(account.to_hex(), trial == Trial::Consumable);
        self.unverified.is_none()
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

    /// Keeps the verdict of new runs of a note's script.
    pub(super) fn set(&mut self, note: NoteId, verdict: Verdict) {
        let is_dismissed = self.is_dismissed(note);
        self.0.insert(note.to_hex(), Verdict { is_dismissed, ..verdict });
    }

    pub(super) fn dismiss(&mut self, note: NoteId) {
        self.0.entry(note.to_hex()).or_default().is_dismissed = true;
    }

    /// Whether the user wants to see a note no more.
    pub(crate) fn is_dismissed(&self, note: NoteId) -> bool {
        self.0.get(&note.to_hex()).is_some_and(|verdict| verdict.is_dismissed)
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

    fn verdict(runs: &[(AccountId, Trial)]) -> Verdict {
        let mut verdict = Verdict::default();
        for (account, trial) in runs {
            verdict.record_run(*account, *trial);
        }
        verdict
    }

    #[test]
    fn a_note_without_a_verdict_is_unverified() {
        let not_checked = Standing::Unverified(UnverifiedReason::NotChecked);
        assert_eq!(Verdicts::default().standing(note(), &accounts()), not_checked);
    }

    #[test]
    fn a_note_checked_for_all_accounts_is_verified_for_those_that_can_consume_it() {
        let [first, second] = accounts();
        let mut verdicts = Verdicts::default();
        verdicts.set(note(), verdict(&[(first, Trial::Consumable)]));
        assert_eq!(
            verdicts.standing(note(), &accounts()),
            Standing::Unverified(UnverifiedReason::NotChecked)
        );
        let runs = [(first, Trial::Consumable), (second, Trial::Refused)];
        verdicts.set(note(), verdict(&runs));
        assert_eq!(verdicts.standing(note(), &accounts()), Standing::Verified(vec![first]));
    }

    #[test]
    fn a_script_that_exceeds_its_cycles_runs_for_no_other_account() {
        let [first, _] = accounts();
        assert!(!Verdict::default().record_run(first, Trial::OutOfCycles));
        let mut verdicts = Verdicts::default();
        verdicts.set(note(), verdict(&[(first, Trial::OutOfCycles)]));
        let too_many = Standing::Unverified(UnverifiedReason::TooManyCycles);
        assert_eq!(verdicts.standing(note(), &[first]), too_many);
    }

    #[test]
    fn a_dismissed_note_stays_dismissed_if_its_script_runs_again() {
        let [first, _] = accounts();
        let mut verdicts = Verdicts::default();
        verdicts.dismiss(note());
        verdicts.set(note(), verdict(&[(first, Trial::Consumable)]));
        assert!(verdicts.is_dismissed(note()));
    }
}
