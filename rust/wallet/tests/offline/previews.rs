//! What a transaction would do, and what it may cost.

use crate::refusals::refused;
use crate::support::signer::{Desk, public_key};
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, Draft, ErrorCode, Issue, NewWallet, NoteId, NoteType, Payment, SignatureScheme,
    SwapAsset, SwapOffer, Token, TransactionSummary, Visibility, Wallet, parse_note_id,
};

/// What an account pays for a draft, as it is said before and as it is charged, and the notes it makes.
async fn carried_out(
    wallet: &Wallet,
    account: AccountId,
    draft: &Draft,
) -> (u64, u64, Vec<NoteId>) {
    let before = support::held(wallet, account, "MIDEN").await;
    let preview = wallet.preview(account, draft).await.expect("a preview");
    let said = preview.fee.as_ref().expect("there is a fee");
    assert_eq!(said.token.as_ref().map(|token| token.symbol.as_str()), Some("MIDEN"));
    assert_eq!(support::held(wallet, account, "MIDEN").await, before, "a preview changes nothing");
    // Just as much is enough, and it is taken.
    let maximum = Some(said.amount);
    let gained = amount(&preview.assets_in.fungible, said.faucet);
    let paid = amount(&preview.assets_out.fungible, said.faucet);
    let (_, notes) =
        wallet.transact(account, draft, maximum, |_| {}).await.expect("it is carried out");
    let balance = wallet.balance(account).await.expect("a balance");
    assert!(preview.remaining.iter().any(|left| left.faucet == said.faucet), "{draft:?}");
    for left in &preview.remaining {
        assert_eq!(amount(&balance.fungible, left.faucet), left.amount, "{draft:?}");
    }
    wallet.sync().await.expect("a sync");
    let after = support::held(wallet, account, "MIDEN").await;
    (said.amount, before + gained - paid - after, notes)
}

async fn fees(wallet: &Wallet, account: AccountId, draft: &Draft) -> (u64, u64) {
    let (said, charged, _) = carried_out(wallet, account, draft).await;
    (said, charged)
}

/// Carries out a draft, and sees that it costs what was said. Returns the notes it makes.
async fn as_said(wallet: &Wallet, account: AccountId, draft: Draft) -> Vec<NoteId> {
    let (said, charged, notes) = carried_out(wallet, account, &draft).await;
    assert!(said > 0, "{draft:?}");
    assert_eq!(said, charged, "{draft:?}");
    notes
}

fn amount(assets: &[miden_swift_wallet::FungibleAmount], faucet: AccountId) -> u64 {
    assets.iter().find(|asset| asset.faucet == faucet).map_or(0, |asset| asset.amount)
}

#[tokio::test]
async fn the_fee_that_is_said_is_the_fee_that_is_charged() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let to = support::new_account(&wallet).await;
    for scheme in [SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2] {
        for visibility in [Visibility::Public, Visibility::Private] {
            let new = NewWallet { scheme, visibility, ..NewWallet::default() };
            let account = wallet.create_wallet(new).await.expect("an account");
            let mut notes = Vec::new();
            for (token, units) in
                [(Token::Miden, 1_000_000), (Token::Tok, 5), (Token::Miden, 2), (Token::Tok, 1)]
            {
                notes.push(support::paid(&wallet, account, token, units).await);
            }
            // The first makes the account on the chain.
            let mut drafts =
                vec![Draft::Consume(notes[..1].to_vec()), Draft::Consume(notes[1..].to_vec())];
            let held = {
                let height = wallet.sync().await.expect("a sync").block_number;
                let minted = wallet
                    .mint(to, Token::Miden, 1, NoteType::Public, |_| {})
                    .await
                    .expect("the faucet mints");
                let plain = Payment::new(to, minted.faucet, 7);
                let private = Payment { note_type: NoteType::Private, ..plain.clone() };
                let locked = Payment {
                    reclaim_height: Some(height + 100),
                    timelock_height: Some(height + 50),
                    ..plain.clone()
                };
                drafts.push(Draft::Send(vec![plain.clone()]));
                drafts.push(Draft::Send(vec![private.clone()]));
                drafts.push(Draft::Send(vec![locked.clone()]));
                drafts.push(Draft::Send(vec![vec![plain, private, locked]; 7].concat()));
                minted.faucet
            };
            for draft in &drafts {
                let (said, charged) = fees(&wallet, account, draft).await;
                assert!(said > 0, "{scheme:?} {visibility:?} {draft:?}");
                assert_eq!(said, charged, "{scheme:?} {visibility:?} {draft:?}");
            }
            assert!(
                wallet
                    .balance(account)
                    .await
                    .expect("a balance")
                    .fungible
                    .iter()
                    .any(|asset| asset.faucet == held)
            );
        }
    }
}

#[tokio::test]
async fn a_faucet_and_those_who_swap_are_charged_what_is_said() {
    let world = World::with(true, 500);
    let alice = world.wallet("alice").await;
    let bob = world.wallet("bob").await;
    let maker = support::funded(&alice, 1_000_000, 1_000).await;
    let taker = support::funded(&bob, 1_000_000, 0).await;
    let miden = support::faucet(&bob, taker, "MIDEN").await;
    let tok = support::faucet(&alice, maker, "TOK").await;

    let faucet = alice.create_faucet(crate::faucets::gold()).await.expect("a faucet");
    let fuel = support::paid(&alice, faucet, Token::Miden, 1_000_000).await;
    // The first makes the faucet on the chain.
    as_said(&alice, faucet, Draft::Consume(vec![fuel])).await;
    as_said(&alice, faucet, crate::faucets::issue(taker, 100)).await;
    let issue = Issue { recipient: taker, amount: 50, note_type: NoteType::Private };
    as_said(&alice, faucet, Draft::Issue(issue)).await;
    bob.sync().await.expect("a sync");
    let notes = bob.input_notes(Some(taker)).await.expect("notes");
    assert_eq!(notes.len(), 2);
    as_said(&bob, taker, Draft::Consume(notes.iter().map(|note| note.note).collect())).await;
    let burned = as_said(&bob, taker, Draft::Burn { faucet, amount: 60 }).await;
    alice.sync().await.expect("a sync");
    as_said(&alice, faucet, Draft::Consume(burned)).await;
    assert_eq!(alice.faucet(faucet).await.expect("a faucet").issued, 90);

    for is_partial in [false, true] {
        for payback_type in [NoteType::Public, NoteType::Private] {
            let offer = SwapOffer {
                offered: SwapAsset::Fungible { faucet: tok, amount: 100 },
                requested: SwapAsset::Fungible { faucet: miden, amount: 40 },
                is_partial,
                minimum_fill: None,
                note_type: NoteType::Public,
                payback_type,
            };
            // Half of it where that can be, and what is left of it is taken back.
            let note = as_said(&alice, maker, Draft::Swap(offer.clone())).await[0];
            let amount = is_partial.then_some(20);
            as_said(&bob, taker, Draft::FillSwap { note, amount }).await;
            alice.sync().await.expect("a sync");
            let mut left = as_said(&alice, maker, Draft::Swap(offer)).await;
            left.extend(alice.swaps().await.expect("swaps").iter().map(|swap| swap.note));
            left.sort_unstable();
            left.dedup();
            assert_eq!(left.len(), 1 + usize::from(is_partial), "{is_partial} {payback_type:?}");
            for note in left {
                as_said(&alice, maker, Draft::CancelSwap { note }).await;
            }
            let before = support::held(&alice, maker, "MIDEN").await;
            let listed = alice.input_notes(Some(maker)).await.expect("notes");
            let notes: Vec<_> = listed.iter().map(|note| note.note).collect();
            let preview = alice.preview(maker, &Draft::Consume(notes)).await.expect("a preview");
            let all = alice.consume_all(maker, &[], None, |_| {}).await.expect("it is consumed");
            assert_eq!((all.consumed.len(), all.failures.len()), (listed.len(), 0));
            let gained = amount_in(&preview, miden);
            let fee = preview.fee.expect("there is a fee").amount;
            assert_eq!(support::held(&alice, maker, "MIDEN").await, before + gained - fee);
            alice.sync().await.expect("a sync");
        }
    }
    assert_eq!(alice.swaps().await.expect("swaps"), []);
    assert_eq!(support::held(&bob, taker, "TOK").await, 300);
}

fn amount_in(preview: &TransactionSummary, faucet: AccountId) -> u64 {
    amount(&preview.assets_in.fungible, faucet)
}

#[tokio::test]
async fn a_preview_tells_what_comes_in_and_what_goes_out() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::funded(&wallet, 1_000, 5).await;
    let miden = support::faucet(&wallet, account, "MIDEN").await;
    let tok = support::faucet(&wallet, account, "TOK").await;
    let to = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Tok, 3).await;

    let preview = wallet.preview(account, &Draft::Consume(vec![note])).await.expect("a preview");
    assert_eq!((preview.account, preview.consumed_notes.as_slice()), (account, &[note][..]));
    assert_eq!(amount(&preview.assets_in.fungible, tok), 3);
    assert!(preview.created_notes.is_empty() && preview.assets_out.fungible.is_empty());
    // Nothing is charged on this chain.
    assert_eq!(preview.fee, None);

    let payments = vec![
        Payment::new(to, miden, 10),
        Payment {
            fungible: vec![(miden, 20), (tok, 1)],
            note_type: NoteType::Private,
            reclaim_height: Some(4_000),
            timelock_height: Some(3_000),
            ..Payment::new(account, miden, 1)
        },
    ];
    let draft = Draft::Send(payments.clone());
    let preview = wallet.preview(account, &draft).await.expect("a preview");
    assert_eq!(amount(&preview.assets_out.fungible, miden), 30);
    assert_eq!(amount(&preview.assets_out.fungible, tok), 1);
    let created: Vec<_> = preview
        .created_notes
        .iter()
        .map(|note| (note.recipient, note.note_type, note.reclaim_height, note.timelock_height))
        .collect();
    assert_eq!(
        created,
        [
            (Some(to), NoteType::Public, None, None),
            (Some(account), NoteType::Private, Some(4_000), Some(3_000)),
        ]
    );
    assert!(preview.consumed_notes.is_empty() && preview.assets_in.fungible.is_empty());
    let accounts = wallet.accounts().await.expect("accounts");
    wallet.send(account, payments, None, |_| {}).await.expect("it is sent");
    assert_ne!(accounts, wallet.accounts().await.expect("accounts"));
}

#[tokio::test]
async fn what_cannot_be_carried_out_cannot_be_previewed() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Tok, 5).await;
    let previewed = async |draft: Draft| {
        wallet.preview(account, &draft).await.expect_err("it is refused").kind()
    };
    assert_eq!(previewed(Draft::Consume(vec![])).await, "no_notes_named");
    let many = (0..1_025).map(|number| parse_note_id(&format!("0x{number:064x}")).expect("an id"));
    assert_eq!(previewed(Draft::Consume(many.collect())).await, "too_many_notes");
    assert_eq!(previewed(Draft::Consume(vec![note])).await, "insufficient_fee");
    assert_eq!(previewed(Draft::Send(vec![])).await, "no_payments");
    let faucet = wallet.input_notes(None).await.expect("notes")[0].fungible[0].faucet;
    let payment = Payment::new(account, faucet, 1);
    assert_eq!(previewed(Draft::Send(vec![payment])).await, "insufficient_balance");
    let stranger = faucet;
    let error = wallet.preview(stranger, &Draft::Consume(vec![note])).await;
    assert_eq!(error.expect_err("not an account of this wallet").kind(), "unknown_account");
}

#[tokio::test]
async fn a_signer_is_not_asked_for_a_preview_nor_for_what_costs_too_much() {
    const SEED: [u8; 32] = [7; 32];
    let scheme = SignatureScheme::EcdsaK256Keccak;
    let world = World::with(true, 500);
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let public_key = Some(public_key(SEED, scheme).await);
    let new = NewWallet { public_key, scheme, ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    let notes = vec![support::paid(&wallet, account, Token::Miden, 1_000_000).await];

    let draft = Draft::Consume(notes.clone());
    let preview = wallet.preview(account, &draft).await.expect("a preview");
    let fee = preview.fee.clone().expect("there is a fee");
    let error = wallet
        .consume(account, &notes, Some(fee.amount - 1), |_| panic!("it is submitted"))
        .await
        .expect_err("it costs more");
    assert_eq!(error.kind(), "fee_above_maximum");
    assert!(desk.is_empty(), "nobody was asked");

    let (sent, question) =
        tokio::join!(wallet.consume(account, &notes, Some(fee.amount), |_| {}), async {
            desk.asked().await.sign(SEED).await
        });
    sent.expect("it is consumed");
    // A signer is asked what is signed now, and has nothing to approve.
    let (changed_slots, changes_code) = (Vec::new(), false);
    let asked = TransactionSummary { approval: None, changed_slots, changes_code, ..preview };
    assert_eq!(question.transaction, Some(asked));
}

#[tokio::test]
async fn a_transaction_that_costs_more_than_allowed_is_not_made() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account = support::funded(&wallet, 1_000_000, 0).await;
    let miden = support::faucet(&wallet, account, "MIDEN").await;
    let note = support::paid(&wallet, account, Token::Miden, 5).await;
    let payments = vec![Payment::new(account, miden, 1)];
    let sentence = |maximum: &str| {
        format!(
            "The transaction of account {account} was not made: its fee would be 0.0075 MIDEN, which is \
             more than the {maximum} MIDEN allowed (faucet {miden})."
        )
    };
    let code = ErrorCode::TransactionSubmission;
    let sending =
        wallet.send(account, payments.clone(), Some(7_499), |_| panic!("it is submitted"));
    refused(&wallet, account, code, &sentence("0.007499"), sending).await;
    let named = [note];
    let consuming = wallet.consume(account, &named, Some(0), |_| panic!("it is submitted"));
    refused(&wallet, account, code, &sentence("0"), consuming).await;
    wallet.send(account, payments, Some(7_500), |_| {}).await.expect("it costs just that");
    wallet.consume(account, &named, Some(7_500), |_| {}).await.expect("it costs just that");
}
