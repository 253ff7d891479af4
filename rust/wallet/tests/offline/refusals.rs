//! What does not work says why, and nothing is lost.

use std::time::Duration;

use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, ErrorCode, Network, NewWallet, NoteType, Payment, Token, Wallet,
    WalletConfiguration, WalletError, parse_account_id, parse_note_id,
};

/// What a wallet looks like from outside.
pub async fn appearance(wallet: &Wallet, account: AccountId) -> String {
    format!(
        "{:?} {:?} {:?}",
        wallet.accounts().await.expect("accounts"),
        wallet.balance(account).await.expect("a balance"),
        wallet.input_notes(None).await.expect("notes"),
    )
}

fn paying(recipient: AccountId, faucet: AccountId, amount: u64) -> Vec<Payment> {
    vec![Payment::new(recipient, faucet, amount)]
}

pub async fn refused<T: std::fmt::Debug>(
    wallet: &Wallet,
    account: AccountId,
    code: ErrorCode,
    sentence: &str,
    result: impl Future<Output = Result<T, WalletError>>,
) {
    let before = appearance(wallet, account).await;
    let error = result.await.expect_err("it is refused");
    assert_eq!(error.to_string(), sentence);
    assert_eq!(error.code(), code);
    assert_eq!(appearance(wallet, account).await, before, "something changed");
}

#[tokio::test]
async fn notes_that_cannot_be_consumed_are_refused_by_name() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Miden, 5).await;
    let unknown = parse_note_id(&format!("0x{:064x}", 42)).expect("a note id");
    let named = [unknown];
    refused(
        &wallet,
        account,
        ErrorCode::NoteOperation,
        &format!(
            "Note {unknown} is not in this wallet. If it was sent recently, sync and try again."
        ),
        wallet.consume(account, &named, None, |_| {}),
    )
    .await;
    refused(
        &wallet,
        account,
        ErrorCode::InvalidParameter,
        "No notes were named: give at least one note id to consume.",
        wallet.consume(account, &[], None, |_| {}),
    )
    .await;
    let twice = [note, note];
    refused(
        &wallet,
        account,
        ErrorCode::InvalidParameter,
        &format!("Note {note} was named more than once."),
        wallet.consume(account, &twice, None, |_| {}),
    )
    .await;

    let notes = [note];
    wallet.consume(account, &notes, None, |_| {}).await.expect("the next call succeeds");
    refused(
        &wallet,
        account,
        ErrorCode::NoteOperation,
        &format!("Note {note} is being consumed by a transaction that has not been committed yet."),
        wallet.consume(account, &notes, None, |_| {}),
    )
    .await;
    wallet.sync().await.expect("a sync");
    refused(
        &wallet,
        account,
        ErrorCode::NoteOperation,
        &format!("Note {note} has already been consumed."),
        wallet.consume(account, &notes, None, |_| {}),
    )
    .await;
}

#[tokio::test]
async fn an_account_that_cannot_pay_the_fee_is_told_what_it_has_and_what_is_enough() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let note_sender = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Tok, 5).await;
    let miden = wallet
        .mint(account, Token::Miden, 1_000_000, NoteType::Public, |_| {})
        .await
        .expect("the faucet mints");
    let notes = [note];
    let code = ErrorCode::TransactionSubmission;
    let consuming = async || wallet.consume(account, &notes, None, |_| {}).await;
    let error = consuming().await.expect_err("there is nothing to pay with");
    let WalletError::InsufficientFee { shortage, .. } = &error else { panic!("{error}") };
    let of_nothing = shortage.fee.expect("it is known");
    let sentence = format!(
        "Account {account} cannot pay the transaction fee of {0} MIDEN: it holds 0 MIDEN, and {0} MIDEN is \
         missing (faucet {1}).",
        text_of(of_nothing),
        miden.faucet
    );
    refused(&wallet, account, code, &sentence, consuming()).await;

    // With a note that brings the fee, both are consumed.
    wallet.sync().await.expect("a sync");
    wallet
        .consume(account, &[note, miden.note], None, |_| {})
        .await
        .expect("the next call succeeds");

    // What is sent is not there for the fee.
    let held = wallet.balance(account).await.expect("a balance").fungible;
    let held = held.iter().find(|asset| asset.faucet == miden.faucet).expect("the rest").amount;
    assert!(held < 1_000_000, "{held}");
    // It is what another account pays for the same: a first transaction with one note.
    let fuel = support::paid(&wallet, note_sender, Token::Miden, 1_000_000).await;
    wallet.consume(note_sender, &[fuel], None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(&wallet, note_sender, "MIDEN").await, 1_000_000 - of_nothing);
    let send =
        |left| wallet.send(account, paying(note_sender, miden.faucet, held - left), None, |_| {});
    // What is missing is said to the last digit, whether something is left to try it out with or not: with as
    // much it can be paid.
    let mut fee = 0;
    for left in [3, 100] {
        let error = send(left).await.expect_err("too little is left");
        let WalletError::InsufficientFee { shortage, .. } = &error else { panic!("{error}") };
        let known = shortage.fee.expect("it is known");
        assert!(fee == 0 || fee == known, "{fee} and {known}");
        fee = known;
        assert_eq!((shortage.held, shortage.taken), (held, held - left));
        assert_eq!(shortage.missing(), Some(fee - left));
    }
    let missing = fee - 100;
    let units = |amount: u64| format!("{} MIDEN", text_of(amount));
    let sentence = format!(
        "Account {account} cannot pay the transaction fee of {}: it holds {}, the transaction itself \
         takes {}, and {} is missing (faucet {}).",
        units(fee),
        units(held),
        units(held - 100),
        units(missing),
        miden.faucet
    );
    refused(&wallet, account, code, &sentence, send(100)).await;
    send(100 + missing - 1).await.expect_err("one base unit is missing");
    send(100 + missing).await.expect("just as much is left as the fee takes");
    wallet.sync().await.expect("a sync");
    assert_eq!(support::held(&wallet, account, "MIDEN").await, 0);
}

/// An amount of MIDEN as people write it.
fn text_of(amount: u64) -> String {
    let text = format!("{}.{:06}", amount / 1_000_000, amount % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Before anything is executed: the virtual machine would only say that an assertion failed.
#[tokio::test]
async fn a_note_for_another_account_is_refused_and_waits_for_that_one() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let owner = support::new_account(&wallet).await;
    let other = support::new_account(&wallet).await;
    let note = support::paid(&wallet, owner, Token::Miden, 5).await;
    let own = support::paid(&wallet, other, Token::Miden, 7).await;
    for notes in [vec![note], vec![own, note]] {
        refused(
            &wallet,
            other,
            ErrorCode::NoteOperation,
            &format!("Note {note} is for account {owner}, and account {other} cannot consume it."),
            wallet.consume(other, &notes, None, |_| panic!("it is submitted")),
        )
        .await;
    }
    let error = wallet.consume(other, &[note], None, |_| {}).await.expect_err("it is refused");
    assert_eq!(error.kind(), "note_of_another_account");
    wallet.consume(owner, &[note], None, |_| {}).await.expect("it is the owner's");
    wallet.consume(other, &[own], None, |_| {}).await.expect("it is the other's");
}

#[tokio::test]
async fn what_is_not_there_or_not_enough_is_not_sent() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Miden, 5).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    let faucet = wallet.balance(account).await.expect("a balance").fungible[0].faucet;
    let send = |amount| wallet.send(account, paying(faucet, faucet, amount), None, |_| {});
    refused(
        &wallet,
        account,
        ErrorCode::TransactionSubmission,
        &format!(
            "Account {account} holds 0.000005 MIDEN, which is less than the 0.000006 MIDEN it would \
             take (faucet {faucet})."
        ),
        send(6),
    )
    .await;
    refused(
        &wallet,
        account,
        ErrorCode::InvalidParameter,
        "0 base units are not an amount that can be sent: it has to be more than nothing.",
        send(0),
    )
    .await;
    let error = send(u64::MAX).await.expect_err("more than the protocol can carry");
    assert_eq!(error.code(), ErrorCode::InvalidParameter);

    let nobody = faucet;
    let error = wallet.balance(nobody).await.expect_err("not an account of this wallet");
    assert_eq!(error.to_string(), format!("Account {nobody} is not in this wallet."));
    assert_eq!(error.code(), ErrorCode::Lookup);
}

#[tokio::test]
async fn ids_and_seeds_of_the_wrong_shape_are_named() {
    let error = parse_account_id("0x12").expect_err("too short");
    assert!(error.to_string().starts_with("“0x12” is not an account id: "), "{error}");
    let mistyped = "0x5401ef36815e47df4b651e8e968153";
    assert_eq!(
        parse_account_id(mistyped).expect_err("no such account").to_string(),
        format!(
            "“{mistyped}” is not an account id: no account has these digits, so one of them is probably mistyped."
        )
    );
    let error = parse_note_id("hello").expect_err("no hex");
    assert!(error.to_string().starts_with("“hello” is not a note id: "), "{error}");

    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let short = NewWallet { seed: Some(vec![0; 31].into()), ..NewWallet::default() };
    refused(
        &wallet,
        account,
        ErrorCode::InvalidParameter,
        "A seed must have exactly 32 bytes; this one has 31.",
        wallet.create_wallet(short),
    )
    .await;
    refused(
        &wallet,
        account,
        ErrorCode::InvalidParameter,
        "This is not an account file (.mac) this version can read.",
        wallet.import_account(b"not an account"),
    )
    .await;
    let seeded = NewWallet { seed: Some(vec![7; 32].into()), ..NewWallet::default() };
    let same = wallet.create_wallet(seeded.clone()).await.expect("the next call succeeds");
    refused(
        &wallet,
        account,
        ErrorCode::AccountOperation,
        &format!("Account {same} is already in this wallet."),
        wallet.create_wallet(seeded),
    )
    .await;
}

pub fn nowhere(world: &World) -> WalletConfiguration {
    WalletConfiguration {
        // A port nobody listens at.
        network: Network::Custom { rpc_endpoint: "http://127.0.0.1:9".to_owned() },
        ..world.configuration("nowhere")
    }
}

#[tokio::test]
async fn a_node_that_is_down_is_said_to_be_down() {
    let world = World::new();
    let wallet = Wallet::open(nowhere(&world)).await.expect("no connection is made");
    let account = support::new_account(&wallet).await;
    let sentence = "No node answers at http://127.0.0.1:9. Check the address and the connection, \
                    then try again.";
    refused(&wallet, account, ErrorCode::NodeUnreachable, sentence, wallet.sync()).await;
    assert!(wallet.sync().await.expect_err("still down").is_retryable());
    refused(&wallet, account, ErrorCode::NodeUnreachable, sentence, wallet.test_connection()).await;
    let error = wallet.test_connection().await.expect_err("still down");
    assert!(error.causes().iter().any(|cause| cause.contains("refused")), "{:?}", error.causes());
    assert_eq!(wallet.accounts().await.expect("the next call succeeds").len(), 1);
}

#[tokio::test]
async fn a_node_that_does_not_answer_has_the_time_it_was_given() {
    let world = World::new();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("its address");
    let configuration = WalletConfiguration {
        network: Network::Custom { rpc_endpoint: format!("http://{address}") },
        node_call_timeout: Duration::from_millis(200),
        ..world.configuration("alice")
    };
    let wallet = Wallet::open(configuration).await.expect("it needs no node to be opened");
    let half = WalletConfiguration::NODE_CALL_TIMEOUT / 2;
    let synced = tokio::time::timeout(half, wallet.sync()).await.expect("it gives up before that");
    assert_eq!(synced.expect_err("nobody answers").code(), ErrorCode::NodeUnreachable);
}

#[tokio::test]
async fn a_sync_that_nobody_waits_for_lets_the_client_go_although_the_node_does_not_answer() {
    let world = World::new();
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = silent.local_addr().expect("its address");
    let configuration = WalletConfiguration {
        network: Network::Custom { rpc_endpoint: format!("http://{address}") },
        node_call_timeout: Duration::from_hours(1),
        ..world.configuration("alice")
    };
    let wallet = Wallet::open(configuration).await.expect("it needs no node to be opened");
    let mut sync = wallet.sync();
    // Kept: it is still open when nobody waits any more.
    let _connection = tokio::select! {
        synced = &mut sync => panic!("nobody answers: {synced:?}"),
        connection = silent.accept() => connection.expect("a connection"),
    };
    drop(sync);
    let patience = Duration::from_mins(1);
    let made = tokio::time::timeout(patience, support::new_account(&wallet)).await;
    made.expect("the client is free");
}

#[tokio::test]
async fn an_endpoint_that_is_none_is_named_before_anything_is_made() {
    let world = World::new();
    let endpoints = [
        ("", "it does not begin with http:// or https://"),
        ("hello", "it does not begin with http:// or https://"),
        ("127.0.0.1:57291", "it does not begin with http:// or https://"),
        ("http://", "it names no host"),
        ("https://:57291", "it names no host"),
        ("http://127.0.0.1:99999", "“99999” is not a port"),
        ("ftp://example.org", "“ftp” is neither http nor https"),
    ];
    for (endpoint, reason) in endpoints {
        let network = Network::Custom { rpc_endpoint: endpoint.to_owned() };
        let configuration = WalletConfiguration { network, ..world.configuration("alice") };
        let error = Wallet::open(configuration).await.map(drop).expect_err("no node there");
        assert_eq!(
            error.to_string(),
            format!(
                "“{endpoint}” is not the address of a node: {reason}. It should look like \
                 https://host:port."
            )
        );
        assert_eq!(error.code(), ErrorCode::InvalidParameter);
    }
    assert_eq!(std::fs::read_dir(world.folder.path()).expect("a folder").count(), 0);

    let network = Network::Custom { rpc_endpoint: "HTTP://127.0.0.1:9/".to_owned() };
    let configuration = WalletConfiguration { network, ..world.configuration("alice") };
    let wallet = Wallet::open(configuration).await.expect("capitals are no matter");
    assert_eq!(wallet.info().await.expect("it reads").rpc_endpoint, "http://127.0.0.1:9");
}
