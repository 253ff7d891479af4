//! The scripts of standard notes as they are, whatever a stranger's note brought.
//!
//! A script's root does not cover the advice data that is stored with it, and the store keeps one script for each root: the
//! one that came last. So a note can bring P2ID's script with data that makes every execution of it fail.

use std::collections::BTreeMap;

use miden_client::note::{NoteScript, NoteScriptRoot};
use miden_client::store::StoreError;
use miden_client::transaction::TransactionRequest;
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

    /// The same for all standard scripts. An earlier version of the wallet kept what notes brought.
    pub(crate) async fn restore_all_standard_scripts(&self) {
        if let Err(error) = self.restore_scripts(library_roots()).await {
            tracing::warn!(%error, "could not look for changed standard scripts in the store");
        }
    }

    async fn restore_scripts(&self, roots: impl Iterator<Item = NoteScriptRoot>) -> Result<()> {
        let scripts: BTreeMap<_, NoteScript> =
            roots.filter_map(|root| Some((root, library_script(root.into())?))).collect();
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

#[cfg(all(test, feature = "embedded-chain"))]
mod tests {
    use std::sync::Arc;

    use miden_client::Word;
    use miden_client::note::P2idNote;
    use miden_client::vm::AdviceMap;

    use super::*;
    use crate::test_wallet::{open, paid};
    use crate::{NewWallet, Token};

    #[tokio::test]
    async fn a_payments_script_that_came_with_other_data_is_replaced_when_the_wallet_opens_or_syncs()
     {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let standard = P2idNote::script();
        let root = standard.root().into();
        for is_opened_again in [true, false] {
            let mut wallet = open(folder.path()).await;
            let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
            paid(&wallet, account, Token::Miden, 5).await;
            wallet.store.upsert_note_scripts(&[changed()]).await.expect("it is stored");
            if is_opened_again {
                drop(wallet);
                wallet = open(folder.path()).await;
            } else {
                wallet.sync().await.expect("a sync");
            }
            let stored = wallet.store.get_note_script(root).await.expect("a script");
            assert_eq!(stored.to_bytes(), standard.to_bytes(), "{is_opened_again}");
        }
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
        let stored = wallet.store.get_note_script(standard.root().into()).await;
        assert_eq!(stored.expect("a script").to_bytes(), standard.to_bytes());
    }
}
