//! Faucets of one's own.

use crate::refusals::refused;
use crate::support::signer::{Desk, public_key};
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, AccountKind, Draft, ErrorCode, Issue, NewFaucet, NoteKind, NoteType, Payment,
    SignatureScheme, Token, TransactionKind, TransactionQuery, Visibility, Wallet,
};

pub fn gold() -> NewFaucet {
    NewFaucet {
        symbol: "GOLD".to_owned(),
        decimals: 3,
        maximum_supply: 1_000,
        name: Some("Fool's gold".to_owned()),
        scheme: SignatureScheme::EcdsaK256Keccak,
        visibility: Visibility::Public,
        public_key: None,
    }
}

pub fn issue(recipient: AccountId, amount: u64) -> Draft {
    Draft::Issue(Issue { recipient, amount, note_type: NoteType::Public })
}

/// What a faucet has issued, and what it may.
async fn supply(wallet: &Wallet, faucet: AccountId) -> (u64, u64) {
    let report = wallet.faucet(faucet).await.expect("it is a faucet");
    (report.issued, report.maximum_supply)
}

#[tokio::test]
async fn a_faucet_issues_and_burns_its_token() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let bob = world.wallet("bob").await;
    let own = support::new_account(&alice).await;
    let to = support::new_account(&bob).await;
    for (scheme, visibility) in [
        (SignatureScheme::EcdsaK256Keccak, Visibility::Public),
        (SignatureScheme::Falcon512Poseidon2, Visibility::Private),
    ] {
        let new = NewFaucet { scheme, visibility, ..gold() };
        let faucet = alice.create_faucet(new).await.expect("a faucet");
        let accounts = alice.accounts().await.expect("accounts");
        let kind = |id| accounts.iter().find(|account| account.account == id).map(|it| it.kind);
        assert_eq!(kind(faucet), Some(AccountKind::FungibleFaucet));
        assert_eq!(kind(own), Some(AccountKind::Wallet));
        assert_eq!(alice.default_account().await.expect("an answer"), Some(own));
        // The wallet knows its own without asking, a private one too.
        let tokens = alice.tokens().await.expect("tokens");
        let token = tokens.iter().find(|token| token.faucet == faucet).expect("it is listed");
        assert_eq!(token.name.as_deref(), Some("Fool's gold"));
        let known = token.supply.expect("it is known");
        assert_eq!((known.issued, known.maximum), (0, 1_000));
        let report = alice.faucet(faucet).await.expect("it is a faucet");
        assert_eq!((report.name.as_str(), report.token.symbol.as_str()), ("Fool's gold", "GOLD"));
        assert_eq!((report.token.decimals, report.issued, report.maximum_supply), (3, 0, 1_000));

        let (_, notes) =
            alice.transact(faucet, &issue(own, 600), None, |_| {}).await.expect("it is issued");
        alice.sync().await.expect("a sync");
        assert_eq!(supply(&alice, faucet).await, (600, 1_000));
        alice.consume(own, &notes, None, |_| {}).await.expect("it is consumed");
        // The token is known, also of a faucet that tells nobody else.
        assert_eq!(support::faucet(&alice, own, "GOLD").await, faucet);

        let private = Issue { recipient: to, amount: 1, note_type: NoteType::Private };
        let draft = Draft::Issue(private);
        let (_, notes) = alice.transact(faucet, &draft, None, |_| {}).await.expect("it is issued");
        alice.sync().await.expect("a sync delivers it");
        bob.sync().await.expect("a sync");
        bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");

        // It is sent as any other token.
        let payments = vec![Payment::new(own, faucet, 1)];
        let (_, notes) = alice.send(own, payments, None, |_| {}).await.expect("it is sent");
        alice.sync().await.expect("a sync");
        alice.consume(own, &notes, None, |_| {}).await.expect("it is consumed");

        let burn = Draft::Burn { faucet, amount: 250 };
        let (_, notes) = alice.transact(own, &burn, None, |_| {}).await.expect("it is given back");
        alice.sync().await.expect("a sync");
        assert_eq!(support::held(&alice, own, "GOLD").await, 350);
        assert_eq!(supply(&alice, faucet).await, (601, 1_000), "the faucet has not consumed it");
        let listed = alice.input_notes(Some(faucet)).await.expect("notes");
        assert_eq!(listed.len(), 1);
        assert_eq!((listed[0].note, listed[0].kind), (notes[0], NoteKind::Burn));
        assert_eq!(listed[0].consumable_by, [faucet]);
        alice.consume(faucet, &notes, None, |_| {}).await.expect("it is burned");
        alice.sync().await.expect("a sync");
        assert_eq!(supply(&alice, faucet).await, (351, 1_000));
        let rest = Draft::Burn { faucet, amount: 350 };
        alice.transact(own, &rest, None, |_| {}).await.expect("it is given back");
        alice.sync().await.expect("a sync");
        let burned = alice.consume_all(faucet, &[], None, |_| {}).await.expect("it is burned");
        assert_eq!(burned.consumed.len(), 1);
        alice.sync().await.expect("a sync");
        assert_eq!(supply(&alice, faucet).await, (1, 1_000));
    }
}

#[tokio::test]
async fn the_history_tells_mints_and_burns() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let own = support::new_account(&alice).await;
    let faucet = alice.create_faucet(gold()).await.expect("a faucet");
    alice.transact(faucet, &issue(own, 600), None, |_| {}).await.expect("it is issued");
    alice.sync().await.expect("a sync");
    alice.consume_all(own, &[], None, |_| {}).await.expect("it is consumed");
    let burn = Draft::Burn { faucet, amount: 250 };
    let (_, notes) = alice.transact(own, &burn, None, |_| {}).await.expect("it is given back");
    alice.sync().await.expect("a sync");
    alice.consume(faucet, &notes, None, |_| {}).await.expect("it is burned");
    let kinds = async |account| {
        let query = TransactionQuery { account: Some(account), ..TransactionQuery::default() };
        let page = alice.transactions(query, None, 100).await.expect("a page");
        page.entries.into_iter().map(|entry| entry.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(own).await, [TransactionKind::Burn, TransactionKind::Consume]);
    assert_eq!(kinds(faucet).await, [TransactionKind::Burn, TransactionKind::Mint]);
}

#[tokio::test]
async fn what_others_burn_comes_to_the_faucet() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let bob = world.wallet("bob").await;
    let faucet = alice.create_faucet(gold()).await.expect("a faucet");
    let to = support::new_account(&bob).await;
    alice.transact(faucet, &issue(to, 100), None, |_| {}).await.expect("it is issued");
    bob.sync().await.expect("a sync");
    bob.consume_all(to, &[], None, |_| {}).await.expect("it is consumed");
    let burn = Draft::Burn { faucet, amount: 40 };
    let (_, notes) = bob.transact(to, &burn, None, |_| {}).await.expect("it is given back");
    bob.sync().await.expect("a sync");
    assert_eq!(bob.input_notes(None).await.expect("notes"), [], "it is not bob's to take back");
    alice.sync().await.expect("a sync");
    alice.consume(faucet, &notes, None, |_| {}).await.expect("it is burned");
    alice.sync().await.expect("a sync");
    assert_eq!(supply(&alice, faucet).await, (60, 1_000));
    assert_eq!(support::held(&bob, to, "GOLD").await, 60);
}

#[tokio::test]
async fn a_faucet_pays_its_fees_of_what_it_was_paid() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let to = support::new_account(&wallet).await;
    let faucet = wallet.create_faucet(gold()).await.expect("a faucet");
    let error = wallet
        .transact(faucet, &issue(to, 1), None, |_| panic!("it is submitted"))
        .await
        .expect_err("it has nothing to pay the fee with");
    assert_eq!(error.kind(), "insufficient_fee");
    assert!(
        error.to_string().contains(&format!("Account {faucet} cannot pay the transaction fee"))
    );

    let fuel = support::paid(&wallet, faucet, Token::Miden, 100_000).await;
    wallet.consume(faucet, &[fuel], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let left = support::held(&wallet, faucet, "MIDEN").await;
    assert!((1..100_000).contains(&left), "it has paid for its first transaction");
    wallet.transact(faucet, &issue(to, 1), None, |_| {}).await.expect("it is issued");
    wallet.sync().await.expect("a sync");
    assert!(support::held(&wallet, faucet, "MIDEN").await < left);
    assert_eq!(supply(&wallet, faucet).await, (1, 1_000));
}

#[tokio::test]
async fn no_more_is_issued_than_there_may_be() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let own = support::new_account(&wallet).await;
    let faucet = wallet.create_faucet(gold()).await.expect("a faucet");
    wallet.transact(faucet, &issue(own, 600), None, |_| {}).await.expect("it is issued");
    wallet.sync().await.expect("a sync");
    let sentence =
        format!("Faucet {faucet} cannot issue 0.401 GOLD: of 1 GOLD at most, 0.6 GOLD are issued.");
    let too_much = issue(own, 401);
    let issuing = wallet.transact(faucet, &too_much, None, |_| panic!("it is submitted"));
    refused(&wallet, faucet, ErrorCode::TransactionSubmission, &sentence, issuing).await;

    let sentence =
        format!("Account {own} is not a faucet of an amount of tokens, and has none to issue.");
    let by_a_wallet = issue(own, 1);
    let issuing = wallet.transact(own, &by_a_wallet, None, |_| panic!("it is submitted"));
    refused(&wallet, own, ErrorCode::AccountOperation, &sentence, issuing).await;

    let sentence =
        "0 base units are not an amount that can be sent: it has to be more than nothing.";
    let nothing = issue(own, 0);
    let issuing = wallet.transact(faucet, &nothing, None, |_| panic!("it is submitted"));
    refused(&wallet, own, ErrorCode::InvalidParameter, sentence, issuing).await;

    let sentence = format!(
        "Account {own} holds 0 GOLD, which is less than the 0.005 GOLD it would take (faucet {faucet})."
    );
    let not_held = Draft::Burn { faucet, amount: 5 };
    let burning = wallet.transact(own, &not_held, None, |_| panic!("it is submitted"));
    refused(&wallet, own, ErrorCode::TransactionSubmission, &sentence, burning).await;

    wallet.transact(faucet, &issue(own, 400), None, |_| {}).await.expect("just as much");
}

#[tokio::test]
async fn tokens_that_cannot_be_are_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let name = |name: &str| Some(name.to_owned());
    for new in [
        NewFaucet { symbol: String::new(), ..gold() },
        NewFaucet { symbol: "gold".to_owned(), ..gold() },
        NewFaucet { symbol: "GOLDGOLDGOLDG".to_owned(), ..gold() },
        NewFaucet { decimals: 13, ..gold() },
        NewFaucet { maximum_supply: 0, ..gold() },
        NewFaucet { maximum_supply: u64::MAX, ..gold() },
        NewFaucet { name: name(""), ..gold() },
        NewFaucet { name: name("a name of more than thirty-two bytes"), ..gold() },
    ] {
        let error = wallet.create_faucet(new.clone()).await.expect_err("there is no such token");
        assert_eq!((error.kind(), error.code()), ("invalid_token", ErrorCode::InvalidParameter));
        assert!(error.to_string().starts_with("There cannot be such a token: "), "{error}");
    }
    let key = NewFaucet { public_key: Some(vec![2; 33]), ..gold() };
    assert_eq!(
        wallet.create_faucet(key).await.expect_err("no signer").kind(),
        "invalid_public_key"
    );
    assert_eq!(wallet.accounts().await.expect("accounts"), []);
}

#[tokio::test]
async fn the_key_of_a_faucet_can_be_elsewhere() {
    const SEED: [u8; 32] = [8; 32];
    let scheme = SignatureScheme::EcdsaK256Keccak;
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let error = wallet.create_faucet(gold()).await.expect_err("a key is needed");
    assert_eq!(error.kind(), "invalid_public_key");
    let public_key = Some(public_key(SEED, scheme).await);
    let faucet = wallet.create_faucet(NewFaucet { public_key, ..gold() }).await.expect("a faucet");
    let draft = issue(faucet, 5);
    let (sent, question) = tokio::join!(wallet.transact(faucet, &draft, None, |_| {}), async {
        desk.asked().await.sign(SEED).await
    });
    sent.expect("it is issued");
    let asked = question.transaction.expect("a transaction");
    assert_eq!(asked.assets_out.fungible[0].amount, 5);
}
