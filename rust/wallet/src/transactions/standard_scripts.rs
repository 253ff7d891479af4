//! The scripts of standard notes as they are, whatever a stranger's note brought.
//!
//! A script's root does not cover the advice data that is stored with it, and the store keeps one script for each root: the
//! one that came last. So a note can bring P2ID's script with data that makes every execution of it fail.
//!
//! Notes that come in are changed before the store has them. Those of a transaction are not: the request of a page or the code
//! of others may make them.

use std::collections::BTreeMap;

use miden_client::note::{Note, NoteScript, NoteScriptRoot};
use miden_client::store::StoreError;
use miden_client::transaction::{TransactionRequest, TransactionResult, notes_from_output};
use miden_client::utils::Serializable;

use crate::errors::{ErrorMapper, Result};
use crate::foreign_code::{library_roots, library_script};
use crate::reader::Reader;

impl Reader {
    /// Puts the standard scripts of the notes that a request consumes back into the store, if they were changed there.
    pub(super) async fn restore_standard_scripts(
        &self,
        request: &TransactionRequest,
    ) -> Result<()> {
        self.restore_scripts(request.input_notes().iter().map(|note| note.script().root())).await
    }

    /// The same for the notes of a transaction that was just recorded.
    pub(super) async fn restore_scripts_of(&self, executed: &TransactionResult) {
        let made = notes_from_output(executed.created_notes()).map(Note::script);
        let consumed = executed.consumed_notes().iter().map(|note| note.note().script());
        let expected = executed.future_notes().iter().map(|(details, _)| details.script());
        let roots = made.chain(consumed).chain(expected).map(NoteScript::root);
        warn_if_failed(self.restore_scripts(roots).await);
    }

    /// The same for all standard scripts, when the wallet opens. An earlier version of the wallet kept what notes brought, and
    /// a process may end before it has restored what a transaction brought.
    pub(crate) async fn restore_all_standard_scripts(&self) {
        warn_if_failed(self.restore_scripts(library_roots()).await);
    }

    async fn restore_scripts(&self, roots: impl Iterator<Item = NoteScriptRoot>) -> Result<()> {
        let scripts: BTreeMap<_, NoteScript> =
            roots.filter_map(|root| Some((root, library_script(root)?))).collect();
        let mut changed = Vec::new();
        for (root, script) in scripts {
            match self.store.get_note_script(root.into()).await {
                Ok(stored) if stored.to_bytes() == script.to_bytes() => {}
                Ok(_) => changed.push(script),
                Err(StoreError::NoteScriptNotFound(_)) => {}
                Err(error) => return Err(ErrorMapper::store(error)),
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        tracing::debug!(count = changed.len(), "standard scripts in the store were changed");
        self.store.upsert_note_scripts(&changed).await.map_err(ErrorMapper::store)
    }
}

fn warn_if_failed(restored: Result<()>) {
    if let Err(error) = restored {
        tracing::warn!(%error, "could not look for changed standard scripts in the store");
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests {
    use std::sync::Arc;

    use miden_client::Word;
    use miden_client::asset::FungibleAsset;
    use miden_client::note::{NoteRecipient, P2idNote};
    use miden_client::transaction::TransactionRequestBuilder;
    use miden_client::vm::AdviceMap;

    use super::*;
    use crate::contracts::SerializedRequest;
    use crate::test_wallet::{open, paid, payment_note};
    use crate::transactions::{Draft, TransactionOptions};
    use crate::{NewWallet, Token, Wallet};

    #[tokio::test]
    async fn a_payments_script_that_came_with_other_data_is_replaced_when_the_wallet_opens() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
        paid(&wallet, account, Token::Miden, 5).await;
        wallet.store.upsert_note_scripts(&[changed()]).await.expect("it is stored");
        drop(wallet);
        assert_is_the_librarys(&open(folder.path()).await).await;
    }

    #[tokio::test]
    async fn a_payments_script_with_other_data_in_the_request_of_a_page_is_not_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 100).await;
        wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
        wallet.sync().await.expect("a sync");
        let faucet = wallet.balance(account).await.expect("a balance").fungible[0].faucet;

        let payment = payment_note(account, FungibleAsset::new(faucet, 7).expect("an asset"), 1);
        let storage = payment.recipient().storage().clone();
        let recipient = NoteRecipient::new(payment.recipient().serial_num(), changed(), storage);
        let (assets, metadata, _, _) = payment.into_parts();
        let note = Note::new(assets, metadata.into_partial_metadata(), recipient);
        let request = TransactionRequestBuilder::new().own_output_notes([note]).build();
        let bytes = request.expect("a request").to_bytes();
        let request = SerializedRequest::read(bytes).expect("it decodes");
        let draft = Draft::Serialized(Box::new(request));
        let approved = wallet.preview(account, &draft).await.expect("a preview").approval;
        let options = TransactionOptions { approved, ..TransactionOptions::default() };
        wallet.transact(account, &draft, options, |_| {}).await.expect("it is made");
        assert_is_the_librarys(&wallet).await;
        wallet.sync().await.expect("a sync");
        assert_is_the_librarys(&wallet).await;
    }

    /// The store's script of payments.
    async fn assert_is_the_librarys(wallet: &Wallet) {
        let standard = P2idNote::script();
        let stored = wallet.store.get_note_script(standard.root().into()).await;
        assert_eq!(stored.expect("a script").to_bytes(), standard.to_bytes());
    }

    /// The script of payments, with data that it does not need.
    fn changed() -> NoteScript {
        let standard = P2idNote::script();
        let data = AdviceMap::from_iter([(Word::from([1u32, 2, 3, 4]), vec![])]);
        let forest = (*standard.mast()).clone().with_advice_map(data);
        NoteScript::from_parts(Arc::new(forest), standard.entrypoint()).expect("a script")
    }

    #[tokio::test]
    async fn a_payments_script_that_came_with_other_data_is_replaced_before_it_runs() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        let (standard, changed) = (P2idNote::script(), changed());
        assert_eq!(changed.root(), standard.root());
        assert_ne!(changed.to_bytes(), standard.to_bytes());
        wallet.store.upsert_note_scripts(&[changed]).await.expect("it is stored");

        wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
        assert_is_the_librarys(&wallet).await;
    }
}
