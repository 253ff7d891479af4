use miden_client::asset::FungibleAsset;
use miden_client::note::Note;
use miden_client::store::{InputNoteRecord, NoteFilter};

use super::*;
use crate::contracts::{CodeKind, Compilation, CustomNote, Source, compile};
use crate::ids::parse_account_id;
use crate::{AccountId, NewWallet, NoteType, test_wallet};

const ENDLESS: &str = "@note_script pub proc main push.1 while.true push.1 end end";

/// A transport with one page.
struct OnePage(Vec<Note>);

#[async_trait]
impl NoteTransportClient for OnePage {
    async fn send_note_with_proof(
        &self,
        _: TransportNote,
        _: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        Ok(())
    }

    async fn fetch_notes_page(
        &self,
        _: &[NoteTag],
        _: Option<NoteTransportCursor>,
        _: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let info = |note: &Note| {
            let (header, details) = TransportNote::from(note.clone()).into_parts();
            NoteInfo::new(header, miden_client::Serializable::to_bytes(&details))
        };
        let cursor = NoteTransportCursor { nonce: 1, sequence: self.0.len() as u64 };
        let notes = self.0.iter().map(info).collect();
        Ok(NoteTransportPage { notes, cursor, has_more: false, sync_to: cursor })
    }
}

fn endless_note(client: &mut WalletClient, account: AccountId) -> Note {
    let compiled = compile(&Source::new(CodeKind::NoteScript, ENDLESS)).expect("it compiles");
    let Compilation::Compiled(script, _) = compiled else { panic!("{compiled:?}") };
    let note = CustomNote {
        script,
        storage: vec![],
        recipient: Some(account),
        fungible: vec![],
        note_type: NoteType::Private,
    };
    note.note(account, client.rng()).expect("a note")
}

#[tokio::test]
async fn notes_with_other_scripts_are_held_back_and_imported_without_running_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    wallet.sync().await.expect("a sync");
    let mut client = wallet.client().await.expect("the client");
    let hostile = endless_note(&mut client, account);
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let asset = FungibleAsset::new(faucet, 1).expect("an asset");
    let payment = test_wallet::payment_note(account, asset, 1);
    let notes = vec![hostile.clone(), payment.clone()];
    let transport = HoldingTransport::new(Arc::new(OnePage(notes)), wallet.store.clone());

    for _ in 0..2 {
        let page = transport.fetch_notes_page(&[], None, None).await.expect("a page");
        let passed: Vec<_> = page.notes.iter().map(|note| note.header.id()).collect();
        assert_eq!(passed, [payment.id()]);
    }
    assert_eq!(read(wallet.store.as_ref()).await.expect("the held notes").len(), 1);

    let imported = wallet.import_held_notes(&mut client).await.expect("they are imported");
    assert_eq!(imported, [hostile.id()]);
    assert!(read(wallet.store.as_ref()).await.expect("the held notes").is_empty());
    let expected = wallet.store.get_input_notes(NoteFilter::Expected).await.expect("notes");
    let commitments: Vec<_> = expected.iter().map(InputNoteRecord::details_commitment).collect();
    assert_eq!(commitments, [hostile.details_commitment()]);
}
