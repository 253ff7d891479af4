//! Swaps between two wallets.

use crate::refusals::refused;
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, Draft, ErrorCode, InputNoteStage, ListedSwap, NoteFileContent, NoteId, NoteKind,
    NoteType, SwapAsset, SwapOffer, TransactionKind, TransactionQuery, Wallet, parse_account_id,
};

/// Who offers TOK, and who has MIDEN to pay for it.
struct Market {
    _world: World,
    alice: Wallet,
    maker: AccountId,
    bob: Wallet,
    taker: AccountId,
    miden: AccountId,
    tok: AccountId,
}

impl Market {
    async fn new() -> Self {
        let world = World::new();
        let alice = world.wallet("alice").await;
        let bob = world.wallet("bob").await;
        let maker = support::funded(&alice, 0, 1_000).await;
        let taker = support::funded(&bob, 500, 0).await;
        let miden = support::faucet(&bob, taker, "MIDEN").await;
        let tok = support::faucet(&alice, maker, "TOK").await;
        Self { _world: world, alice, maker, bob, taker, miden, tok }
    }

    /// 100 TOK for 40 MIDEN.
    fn offer(&self) -> SwapOffer {
        SwapOffer {
            offered: SwapAsset::Fungible { faucet: self.tok, amount: 100 },
            requested: SwapAsset::Fungible { faucet: self.miden, amount: 40 },
            is_partial: false,
            minimum_fill: None,
            note_type: NoteType::Public,
            payback_type: NoteType::Public,
        }
    }

    async fn offered(&self, offer: SwapOffer) -> NoteId {
        let draft = Draft::Swap(offer);
        let (_, notes) =
            self.alice.transact(self.maker, &draft, None, |_| {}).await.expect("it is offered");
        self.alice.sync().await.expect("a sync");
        assert_eq!(notes.len(), 1);
        notes[0]
    }

    async fn fill(&self, note: NoteId, amount: Option<u64>) {
        let draft = Draft::FillSwap { note, amount };
        self.bob.transact(self.taker, &draft, None, |_| {}).await.expect("it is filled");
        self.bob.sync().await.expect("a sync");
        self.alice.sync().await.expect("a sync");
    }

    /// What maker and taker hold: TOK and MIDEN of the one, TOK and MIDEN of the other.
    async fn held(&self) -> [u64; 4] {
        [
            support::held(&self.alice, self.maker, "TOK").await,
            support::held(&self.alice, self.maker, "MIDEN").await,
            support::held(&self.bob, self.taker, "TOK").await,
            support::held(&self.bob, self.taker, "MIDEN").await,
        ]
    }

    async fn take_in(&self) -> usize {
        let taken = self.alice.consume_all(self.maker, &[], None, |_| {}).await;
        let taken = taken.expect("it is consumed");
        assert!(taken.failures.is_empty() && taken.remaining.is_empty(), "{taken:?}");
        self.alice.sync().await.expect("a sync");
        taken.consumed.len()
    }
}

fn amounts(swap: &ListedSwap) -> (u64, u64) {
    (swap.terms.offered.fungible[0].amount, swap.terms.requested.fungible[0].amount)
}

#[tokio::test]
async fn a_swap_moves_both_assets() {
    let market = Market::new().await;
    for payback_type in [NoteType::Public, NoteType::Private] {
        let note = market.offered(SwapOffer { payback_type, ..market.offer() }).await;
        let own = market.alice.swaps().await.expect("swaps");
        assert_eq!(own.len(), 1);
        assert_eq!((own[0].note, own[0].own), (note, Some(market.maker)));
        assert_eq!((own[0].stage, amounts(&own[0])), (InputNoteStage::Committed, (100, 40)));
        assert_eq!((own[0].terms.is_partial, own[0].terms.payback_type), (false, payback_type));

        // Whoever has the id of a public one can have it.
        market.fill(note, None).await;
        assert_eq!(market.alice.swaps().await.expect("swaps"), [], "{payback_type:?}");
        assert_eq!(market.bob.swaps().await.expect("swaps"), []);
        let paid = market.alice.input_notes(Some(market.maker)).await.expect("notes");
        assert_eq!(paid.len(), 1, "{paid:?}");
        assert_eq!((paid[0].kind, paid[0].sender), (NoteKind::Payment, Some(market.taker)));
        assert_eq!(market.take_in().await, 1);
    }
    assert_eq!(market.held().await, [800, 80, 200, 420]);
}

#[tokio::test]
async fn a_private_swap_is_filled_by_who_has_its_file() {
    let market = Market::new().await;
    for is_partial in [false, true] {
        let offer = SwapOffer { is_partial, note_type: NoteType::Private, ..market.offer() };
        let note = market.offered(SwapOffer { payback_type: NoteType::Private, ..offer }).await;
        let draft = Draft::FillSwap { note, amount: None };
        let error = market.bob.preview(market.taker, &draft).await.expect_err("it has no details");
        assert_eq!(error.kind(), "note_not_on_chain");
        let file = market.alice.export_note(note, NoteFileContent::DetailsWithProof).await;
        market.bob.import_note(&file.expect("a file")).await.expect("it is taken in");
        market.bob.sync().await.expect("a sync");
        let notes = market.bob.input_notes(None).await.expect("notes");
        let listed = notes.iter().find(|listed| listed.note == note).expect("it came in");
        assert_eq!(listed.kind, if is_partial { NoteKind::PartialSwap } else { NoteKind::Swap });
        assert_eq!(listed.consumable_by, [market.taker]);
        let terms = listed.swap.as_ref().expect("its terms");
        assert_eq!(terms.requested.fungible[0].amount, 40);

        market.fill(note, None).await;
        assert_eq!(market.take_in().await, 1, "{is_partial}");
    }
    assert_eq!(market.held().await, [800, 80, 200, 420]);
}

#[tokio::test]
async fn a_partial_swap_is_filled_in_parts_and_what_is_left_is_taken_back() {
    let market = Market::new().await;
    for payback_type in [NoteType::Public, NoteType::Private] {
        let before = market.held().await;
        let offer = SwapOffer { is_partial: true, minimum_fill: Some(5), ..market.offer() };
        let note = market.offered(SwapOffer { payback_type, ..offer }).await;
        let draft = Draft::FillSwap { note, amount: Some(10) };
        let preview = market.bob.preview(market.taker, &draft).await.expect("a preview");
        assert_eq!(preview.assets_in.fungible[0].amount, 100);
        assert_eq!(preview.created_notes.len(), 2, "what is paid, and what is left");

        market.fill(note, Some(10)).await;
        let left = market.alice.swaps().await.expect("swaps");
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!((left[0].own, amounts(&left[0])), (Some(market.maker), (75, 30)));
        assert_eq!(left[0].terms.minimum_fill, Some(5));
        assert_ne!(left[0].note, note);
        let seen = market.bob.swaps().await.expect("swaps");
        assert_eq!((seen[0].note, seen[0].own), (left[0].note, None));
        market.fill(left[0].note, Some(20)).await;
        let left = market.alice.swaps().await.expect("swaps");
        assert_eq!(amounts(&left[0]), (25, 10));
        // What was paid so far, and not what is left.
        assert_eq!(market.take_in().await, 2);

        let cancel = Draft::CancelSwap { note: left[0].note };
        market.alice.transact(market.maker, &cancel, None, |_| {}).await.expect("it is taken back");
        market.alice.sync().await.expect("a sync");
        market.bob.sync().await.expect("a sync");
        assert_eq!(market.alice.swaps().await.expect("swaps"), []);
        assert_eq!(market.bob.swaps().await.expect("swaps"), []);
        let after = market.held().await;
        assert_eq!(
            after,
            [before[0] - 75, before[1] + 30, before[2] + 75, before[3] - 30],
            "{payback_type:?}"
        );
    }
}

async fn kinds(wallet: &Wallet) -> Vec<TransactionKind> {
    let page = wallet.transactions(TransactionQuery::default(), None, 100).await.expect("a page");
    page.entries.into_iter().map(|entry| entry.kind).collect()
}

#[tokio::test]
async fn the_history_tells_who_offers_who_fills_and_who_takes_back() {
    use TransactionKind::{Cancel, Consume, Fill, Swap};
    let market = Market::new().await;
    for note_type in [NoteType::Public, NoteType::Private] {
        let offer = SwapOffer { note_type, payback_type: note_type, ..market.offer() };
        let note = market.offered(offer).await;
        let file = market.alice.export_note(note, NoteFileContent::DetailsWithProof).await;
        market.bob.import_note(&file.expect("a file")).await.expect("it is taken in");
        market.bob.sync().await.expect("a sync");
        market.fill(note, None).await;
        assert_eq!(market.take_in().await, 1);
    }
    let partial = SwapOffer { is_partial: true, ..market.offer() };
    let note = market.offered(partial).await;
    market.fill(note, Some(10)).await;
    let left = market.alice.swaps().await.expect("swaps")[0].note;
    let whole = market.offered(market.offer()).await;
    for note in [left, whole] {
        let cancel = Draft::CancelSwap { note };
        market.alice.transact(market.maker, &cancel, None, |_| {}).await.expect("it is taken back");
        market.alice.sync().await.expect("a sync");
    }
    let of_maker =
        [[Cancel, Cancel, Swap, Swap].as_slice(), &[Consume, Swap, Consume, Swap], &[Consume]]
            .concat();
    assert_eq!(kinds(&market.alice).await, of_maker);
    assert_eq!(kinds(&market.bob).await, [Fill, Fill, Fill, Consume]);
    for (kind, count) in [(Cancel, 2), (Swap, 4), (Fill, 0), (TransactionKind::Send, 0)] {
        let query = TransactionQuery { kind: Some(kind), ..TransactionQuery::default() };
        let page = market.alice.transactions(query, None, 100).await.expect("a page");
        assert_eq!(page.entries.len(), count, "{kind:?}");
        assert!(page.entries.iter().all(|entry| entry.kind == kind));
    }

    // The same is told by the store's records alone.
    let Market { _world: world, alice, .. } = market;
    drop(alice);
    let store = world.configuration("alice").store_path;
    for suffix in [".history", ".history-wal", ".history-shm"] {
        let _absent = std::fs::remove_file(format!("{}{suffix}", store.display()));
    }
    assert_eq!(kinds(&world.wallet("alice").await).await, of_maker);
}

#[tokio::test]
async fn a_whole_swap_has_no_way_back_but_to_pay_oneself() {
    let market = Market::new().await;
    for payback_type in [NoteType::Public, NoteType::Private] {
        let before = support::held(&market.alice, market.maker, "TOK").await;
        let note = market.offered(SwapOffer { payback_type, ..market.offer() }).await;
        let cancel = Draft::CancelSwap { note };
        if payback_type == NoteType::Public {
            let sentence = format!(
                "Swap {note} has no way back of its own: account {} gets back what it offers by filling \
                 it itself, and has not what it requests. What it pays comes back to it. A partial swap \
                 can always be cancelled.",
                market.maker
            );
            let cancelling =
                market.alice.transact(market.maker, &cancel, None, |_| panic!("it is submitted"));
            let code = ErrorCode::TransactionSubmission;
            refused(&market.alice, market.maker, code, &sentence, cancelling).await;
            let paid =
                support::paid(&market.alice, market.maker, miden_swift_wallet::Token::Miden, 40);
            let paid = paid.await;
            market
                .alice
                .consume(market.maker, &[paid], None, |_| {})
                .await
                .expect("it is consumed");
        }
        market.alice.transact(market.maker, &cancel, None, |_| {}).await.expect("it is taken back");
        market.alice.sync().await.expect("a sync");
        assert_eq!(support::held(&market.alice, market.maker, "MIDEN").await, 0);
        assert_eq!(market.take_in().await, 1);
        assert_eq!(support::held(&market.alice, market.maker, "MIDEN").await, 40);
        assert_eq!(support::held(&market.alice, market.maker, "TOK").await, before);
        assert_eq!(market.alice.swaps().await.expect("swaps"), []);
    }
}

#[tokio::test]
async fn nobody_pays_for_a_swap_without_saying_so() {
    let market = Market::new().await;
    for is_partial in [false, true] {
        let note = market.offered(SwapOffer { is_partial, ..market.offer() }).await;
        // It is known to both of them, and each could consume it.
        let draft = Draft::FillSwap { note, amount: None };
        market.bob.preview(market.taker, &draft).await.expect("a preview");
        let sentence = format!(
            "Note {note} is a swap: who consumes it pays for what it carries. Fill it to take the offer, \
             or cancel it where it is your own."
        );
        let named = [note];
        let consuming = market.bob.consume(market.taker, &named, None, |_| panic!("submitted"));
        refused(&market.bob, market.taker, ErrorCode::NoteOperation, &sentence, consuming).await;
        for (wallet, account) in [(&market.bob, market.taker), (&market.alice, market.maker)] {
            let all = wallet.consume_all(account, &[], None, |_| panic!("submitted")).await;
            let all = all.expect("there is nothing to consume");
            assert!(all.sent.is_none() && all.failures.is_empty() && all.remaining.is_empty());
        }
        assert_eq!(market.alice.swaps().await.expect("swaps").len(), 1 + usize::from(is_partial));
    }
}

#[tokio::test]
async fn swaps_that_cannot_be_are_refused() {
    let market = Market::new().await;
    let (maker, taker) = (market.maker, market.taker);
    let invalid = |reason: &str| format!("There cannot be such a swap: {reason}.");
    let same = SwapAsset::Fungible { faucet: market.tok, amount: 7 };
    let unique = SwapAsset::NonFungible(miden_swift_wallet::NonFungibleItem {
        faucet: market.tok,
        commitment: miden_swift_wallet::parse_asset(&format!("0x{:064x}", 7)).expect("an asset"),
    });
    let nothing = SwapAsset::Fungible { faucet: market.miden, amount: 0 };
    let code = ErrorCode::InvalidParameter;
    for (offer, sentence) in [
        (
            SwapOffer { requested: same, ..market.offer() },
            invalid("what it offers and what it requests are of the same token"),
        ),
        (
            SwapOffer { minimum_fill: Some(1), ..market.offer() },
            invalid("it is filled whole, so it has no least part"),
        ),
        (
            SwapOffer { requested: unique, ..market.offer() },
            invalid("unique tokens cannot be swapped yet"),
        ),
        (
            SwapOffer { is_partial: true, minimum_fill: Some(0), ..market.offer() },
            invalid("0 is no least part; without one every part is large enough"),
        ),
        (
            SwapOffer { is_partial: true, minimum_fill: Some(41), ..market.offer() },
            invalid("its least part is more than all that it requests"),
        ),
        (
            SwapOffer { requested: nothing, ..market.offer() },
            "0 base units are not an amount that can be sent: it has to be more than nothing."
                .to_owned(),
        ),
    ] {
        let draft = Draft::Swap(offer);
        let offering = market.alice.transact(maker, &draft, None, |_| panic!("it is submitted"));
        refused(&market.alice, maker, code, &sentence, offering).await;
    }
    let nobody = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an id");
    let own = support::new_account(&market.alice).await;
    for (asked, kind) in
        [(nobody, "account_not_on_chain"), (own, "no_faucet"), (taker, "no_faucet")]
    {
        let requested = SwapAsset::Fungible { faucet: asked, amount: 1 };
        let draft = Draft::Swap(SwapOffer { requested, ..market.offer() });
        let offering = market.alice.transact(maker, &draft, None, |_| panic!("it is submitted"));
        assert_eq!(offering.await.expect_err("nobody can pay that").kind(), kind, "{asked}");
    }
    let much = SwapAsset::Fungible { faucet: market.tok, amount: 1_001 };
    let draft = Draft::Swap(SwapOffer { offered: much, ..market.offer() });
    let error = market.alice.preview(maker, &draft).await.expect_err("it is not held");
    assert_eq!(error.kind(), "insufficient_balance");

    let whole = market.offered(market.offer()).await;
    let partial = SwapOffer { is_partial: true, minimum_fill: Some(5), ..market.offer() };
    let partial = market.offered(partial).await;
    let refused_fill = async |note, amount, reason: &str| {
        let draft = Draft::FillSwap { note, amount };
        let filling = market.bob.transact(taker, &draft, None, |_| panic!("it is submitted"));
        let error = filling.await.expect_err("it is refused");
        assert_eq!(error.to_string(), format!("Swap {note} cannot be filled so: {reason}."));
    };
    let text_of = |amount: u64| match amount {
        0 => "0 MIDEN".to_owned(),
        u64::MAX => "18446744073709.551615 MIDEN".to_owned(),
        amount => format!("0.{amount:06} MIDEN"),
    };
    refused_fill(whole, Some(39), "it is filled whole, for 0.00004 MIDEN").await;
    for amount in [0, 4, 41, u64::MAX] {
        let reason = format!(
            "it takes 0.000005 MIDEN to 0.00004 MIDEN of what it requests, and {} was given",
            text_of(amount)
        );
        refused_fill(partial, Some(amount), &reason).await;
    }
    let own = Draft::FillSwap { note: partial, amount: None };
    let error = market.alice.preview(maker, &own).await.expect_err("it is its own");
    assert!(error.to_string().contains("it is the account's own, which can cancel it"), "{error}");
    for note in [whole, partial] {
        let draft = Draft::CancelSwap { note };
        let cancelling = market.bob.transact(taker, &draft, None, |_| panic!("it is submitted"));
        let sentence = format!(
            "Swap {note} was made by account {maker}, and account {taker} cannot cancel it."
        );
        refused(&market.bob, taker, ErrorCode::NoteOperation, &sentence, cancelling).await;
    }
    let paid = support::paid(&market.bob, taker, miden_swift_wallet::Token::Tok, 1).await;
    for draft in [Draft::FillSwap { note: paid, amount: None }, Draft::CancelSwap { note: paid }] {
        let error = market.bob.preview(taker, &draft).await.expect_err("it is a payment");
        assert_eq!(error.kind(), "not_a_swap");
    }
    let poor = support::new_account(&market.bob).await;
    for note in [whole, partial] {
        let draft = Draft::FillSwap { note, amount: None };
        let error = market.bob.preview(poor, &draft).await.expect_err("it has nothing");
        assert_eq!(error.kind(), "insufficient_balance");
    }
    market.fill(whole, Some(40)).await;
}
