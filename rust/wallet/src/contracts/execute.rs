//! Transactions with code of one's own.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::{AccountId, PartialAccount};
use miden_client::note::{Note, NoteId};
use miden_client::rpc::domain::account::AccountFetch;
use miden_client::transaction::{
    ForeignAccount, TransactionRequest, TransactionRequestBuilder, TransactionScript,
};
use miden_client::{Felt, Word};

use super::notes::CustomNote;
use super::scripts::Script;
use crate::chain::client::WalletClient;
use crate::errors::{ContractError, ErrorMapper, Result, WalletError};
use crate::transactions::coordinator::Coordinator;
use crate::transactions::payment::totals;
use crate::transactions::request::request_builder;
use crate::wallet::Wallet;

/// A transaction of which each part is one's own: a script, calls or notes to make, and notes to consume.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CustomTransaction {
    /// What is run.
    pub script: Option<Script>,
    /// What is on top of the stack when a compiled script begins.
    pub script_argument: Option<Word>,
    /// Entries of the advice map.
    pub advice: Vec<(Word, Vec<Felt>)>,
    /// Accounts the script reads besides its own. Public ones need not be named, but are fetched in one
    /// go if they are; private ones have to be accounts of this wallet.
    pub foreign_accounts: Vec<AccountId>,
    /// Notes that are consumed, before the script runs, with what their scripts are given.
    pub notes: Vec<(NoteId, Option<Word>)>,
    /// Notes that are made. Not together with a script, which makes its own.
    pub created: Vec<CustomNote>,
}

impl Coordinator {
    /// The request of a transaction with the notes it makes.
    pub(crate) async fn custom_request(
        &self,
        account: AccountId,
        transaction: &CustomTransaction,
        client: &mut WalletClient,
    ) -> Result<(TransactionRequest, Vec<NoteId>)> {
        let script = match &transaction.script {
            Some(script) => Some(script.clone().into_expiring(&self.call_scripts).await?),
            None => None,
        };
        self.request_running(account, transaction, script, client).await
    }

    /// The request of a transaction with its script compiled.
    pub(super) async fn request_running(
        &self,
        account: AccountId,
        transaction: &CustomTransaction,
        script: Option<TransactionScript>,
        client: &mut WalletClient,
    ) -> Result<(TransactionRequest, Vec<NoteId>)> {
        let mut builder = match script {
            // The script says when it expires: the client takes no second word.
            Some(script) => TransactionRequestBuilder::new().custom_script(script),
            None => request_builder(),
        };
        if let Some(argument) = transaction.script_argument {
            builder = builder.script_arg(argument);
        }
        let mut foreign = transaction.foreign_accounts.clone();
        foreign.extend(transaction.script.iter().flat_map(Script::foreign));
        let mut advice = transaction.advice.clone();
        advice.extend(transaction.script.iter().flat_map(Script::advice));
        builder = builder
            .extend_advice_map(advice)
            .foreign_accounts(self.foreign_accounts(account, &foreign).await?);
        if !transaction.notes.is_empty() {
            let ids: Vec<NoteId> = transaction.notes.iter().map(|(note, _)| *note).collect();
            let notes = self.notes_to_consume(account, &ids).await?;
            let arguments = transaction.notes.iter().map(|(_, argument)| *argument);
            builder = builder.input_notes(notes.into_iter().zip(arguments));
        }
        let mut ids = Vec::new();
        if !transaction.created.is_empty() {
            let amounts = transaction.created.iter().flat_map(|note| &note.fungible);
            let held = self.store.get_account_assets(account).await.map_err(ErrorMapper::store)?;
            // What is consumed in the same transaction comes in first.
            if transaction.notes.is_empty() {
                self.require_amounts(account, &held, totals(amounts)).await?;
            }
            let mut created = Vec::new();
            for note in &transaction.created {
                created.push(note.note(account, client.rng())?);
            }
            ids = created.iter().map(Note::id).collect();
            builder = builder.own_output_notes(created);
        }
        let request =
            builder.build().map_err(|error| WalletError::Execution { source: error.into() })?;
        Ok((request, ids))
    }

    /// What the client has to know of accounts that are read besides the one that runs.
    pub(super) async fn foreign_accounts(
        &self,
        native: AccountId,
        accounts: &[AccountId],
    ) -> Result<Vec<ForeignAccount>> {
        let mut known = Vec::new();
        for account in accounts.iter().copied().collect::<BTreeSet<_>>() {
            if account == native {
                return Err(ContractError::OwnAccountAsForeign { account }.into());
            }
            self.require_deployed(account).await?;
            known.push(if account.is_public() {
                ForeignAccount::public(account, AccountFetch::new())
                    .map_err(WalletError::internal)?
            } else {
                let record = self.store.get_account(account).await.map_err(ErrorMapper::store)?;
                let whole = record
                    .ok_or(ContractError::AccountNotPublic { account })?
                    .try_into()
                    .map_err(WalletError::internal)?;
                let whole: miden_client::account::Account = whole;
                ForeignAccount::private(PartialAccount::from(&whole))
                    .map_err(WalletError::internal)?
            });
        }
        Ok(known)
    }
}

impl Wallet {
    /// Refuses what no account could carry out.
    pub(crate) async fn check_custom(
        &self,
        account: AccountId,
        transaction: &CustomTransaction,
    ) -> Result<()> {
        let CustomTransaction { script, advice, notes, created, .. } = transaction;
        let is_empty = script.is_none() && notes.is_empty() && created.is_empty();
        // A new account's first transaction makes it known to the chain.
        if is_empty && self.new_account(account).await?.is_none() {
            return Err(ContractError::NothingToDo.into());
        }
        if script.is_some() && !created.is_empty() {
            return Err(ContractError::ScriptAndNotes.into());
        }
        if let Some(script) = script {
            script.check()?;
        }
        check_advice(advice)?;
        created.iter().try_for_each(CustomNote::check)?;
        if notes.is_empty() {
            self.require_account(account).await
        } else {
            let notes: Vec<NoteId> = notes.iter().map(|(note, _)| *note).collect();
            self.check_notes(account, &notes).await?;
            self.bring_in_own(account, &notes).await
        }
    }
}

/// Refuses entries of which only one would count. Several calls may each bring their own.
fn check_advice(entries: &[(Word, Vec<Felt>)]) -> Result<()> {
    let mut known = BTreeMap::new();
    for (key, values) in entries {
        if known.insert(key, values).is_some_and(|before| before != values) {
            return Err(ContractError::AdviceNamedTwice { key: *key }.into());
        }
    }
    Ok(())
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
