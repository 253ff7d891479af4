//! What becomes of references after a wallet was restored from a backup: a table of what an account was, what it did before
//! the backup, how the wallet was restored, and when the request is made again.
//!
//! Rows that are not here cannot differ from one that is:
//! - A seed of bytes and a new mnemonic take one way through the wallet, and so do a mnemonic with a past and the key of a
//!   public account: each has a row, with one history.
//! - A private account cannot come from a key alone, nor from a mnemonic with a past: its state is in its file.
//! - A public account is never locked: a sync brings its newest state.
//! - What an account did before the backup counts by whether there was anything. All histories are tried with the account
//!   that was made plain and with the one of a mnemonic, and one of them with the others.
//! - A journal with entries that the store may miss keeps a wallet from being restored there
//!   (`a_place_with_a_journal_is_not_empty`), and `.pending` entries know no references.

use std::fmt;

use miden_swift_wallet::{
    AccountId, BackupFile, Derivation, Draft, GivenKey, Mnemonic, MnemonicAccount, NewWallet,
    Payment, Restoration, RestoreOutcome, Seed, SentTransaction, SignatureScheme, Token,
    TransactionOptions, Visibility, Wallet, WalletError,
};

use crate::support::{self, World};

const PASSPHRASE: &str = "correct horse battery staple";
const PHRASE: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";

/// How long references wait: a transaction can be included for 128 blocks, and a node may lag behind by three.
const WAIT: u32 = 131;

/// How the lost wallet had its account, or the restored one got it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Account {
    MadePlain,
    OfNewMnemonic,
    OfMnemonicWithPast,
    OfSeed,
    OfFile,
    OfKey,
    /// Of a file that the restored wallet takes in.
    TakenInAfterRestore,
    /// Of a backup, then locked by what it did after it, then of a file.
    LockedAndReplaced,
}

/// What the account did in the lost wallet before the backup.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Before {
    Nothing,
    PaidWithoutReference,
    PaidWithReference,
}

/// What is restored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Restored {
    Backup,
    /// The same backup, for the second time.
    BackupAgain,
    /// A backup from before the account's last transaction before the newer backup.
    OlderBackup,
    /// A backup of the wallet that was restored from the backup.
    SecondBackup,
}

/// What the lost wallet did after the backup.
#[derive(Clone, Copy, Debug, PartialEq)]
enum After {
    /// It paid, with the reference that is asked for.
    Paid,
    /// Nothing: the reference is of no request.
    Nothing,
}

/// What comes of a request with a reference that the backup does not have. Rows with a reference that it has ask for that
/// one, too, and get the first outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    /// It fails with `references_not_known_yet`.
    NotKnownYet,
    /// The account of the restored wallet has nothing to pay with, or is locked.
    Impossible(&'static str),
    Paid,
    /// The restored wallet has paid before.
    PaidBefore,
}

use Answer::{Impossible, NotKnownYet, Paid, PaidBefore};

struct Row {
    account: Account,
    visibility: Visibility,
    before: Before,
    restored: Restored,
    after: After,
    /// At once, after a sync, and after the wait.
    answers: [Answer; 3],
}

impl fmt::Display for Row {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { account, visibility, before, restored, after, .. } = self;
        write!(text, "{account:?}, {visibility:?}, {before:?}, {restored:?}, {after:?}")
    }
}

const fn row(
    account: Account,
    visibility: Visibility,
    before: Before,
    restored: Restored,
    after: After,
    answers: [Answer; 3],
) -> Row {
    Row { account, visibility, before, restored, after, answers }
}

/// Known once the wait is over.
const WAITS: [Answer; 3] = [NotKnownYet, NotKnownYet, Paid];
/// The network has a state that the wallet does not have, and never gets without a file.
const LOCKED: [Answer; 3] = [Impossible("account_locked"); 3];
/// The backup has the account before its first transaction, and with nothing to pay. A sync brings its newest state.
const WAITS_FOR_STATE: [Answer; 3] = [Impossible("insufficient_balance"), NotKnownYet, Paid];
/// The same for a private account, whose newest state is nowhere but in the lost wallet.
const LOCKED_BY_SYNC: [Answer; 3] = [
    Impossible("insufficient_balance"),
    Impossible("account_locked"),
    Impossible("account_locked"),
];

fn table() -> Vec<Row> {
    use Account::*;
    use Before::{Nothing, PaidWithReference, PaidWithoutReference};
    use Restored::*;
    use Visibility::{Private, Public};
    let mut rows = Vec::new();
    for account in [MadePlain, OfNewMnemonic] {
        for before in [PaidWithoutReference, PaidWithReference] {
            for restored in [Backup, SecondBackup] {
                rows.push(row(account, Public, before, restored, After::Paid, WAITS));
            }
            rows.push(row(account, Public, before, OlderBackup, After::Paid, WAITS_FOR_STATE));
            rows.push(row(account, Public, before, Backup, After::Nothing, WAITS));
            rows.push(row(account, Private, before, Backup, After::Paid, LOCKED));
            rows.push(row(account, Private, before, Backup, After::Nothing, WAITS));
        }
        rows.extend([
            row(account, Public, Nothing, Backup, After::Paid, WAITS_FOR_STATE),
            row(account, Private, Nothing, Backup, After::Paid, LOCKED_BY_SYNC),
            row(account, Public, PaidWithReference, BackupAgain, After::Paid, WAITS),
            row(account, Private, PaidWithReference, SecondBackup, After::Nothing, WAITS),
        ]);
    }
    for account in [OfMnemonicWithPast, OfSeed, OfFile, OfKey] {
        rows.push(row(account, Public, PaidWithReference, Backup, After::Paid, WAITS));
        rows.push(row(account, Public, PaidWithoutReference, Backup, After::Nothing, WAITS));
    }
    for visibility in [Public, Private] {
        let after = TakenInAfterRestore;
        rows.push(row(after, visibility, Nothing, Backup, After::Paid, WAITS));
        rows.push(row(after, visibility, Nothing, Backup, After::Nothing, WAITS));
    }
    rows.extend([
        row(OfFile, Public, Nothing, Backup, After::Paid, WAITS),
        row(OfFile, Private, PaidWithReference, Backup, After::Paid, LOCKED),
        row(OfFile, Private, PaidWithoutReference, Backup, After::Nothing, WAITS),
        row(OfFile, Private, Nothing, SecondBackup, After::Nothing, WAITS),
        row(OfSeed, Private, PaidWithReference, Backup, After::Nothing, WAITS),
        row(LockedAndReplaced, Private, PaidWithReference, Backup, After::Paid, WAITS),
        row(LockedAndReplaced, Private, PaidWithoutReference, OlderBackup, After::Paid, WAITS),
    ]);
    rows
}

/// An account, the wallet that is lost, and whom it pays.
struct Scene {
    world: World,
    account: AccountId,
    to: AccountId,
    miden: AccountId,
    elder: Option<Wallet>,
    /// What came of the request with another reference that the backup has.
    in_backup: Option<SentTransaction>,
}

fn mnemonic() -> Mnemonic {
    Mnemonic::parse(PHRASE).expect("a mnemonic")
}

fn new(seed: Option<Seed>, visibility: Visibility) -> NewWallet {
    NewWallet { seed, visibility, ..NewWallet::default() }
}

fn of_mnemonic() -> Seed {
    let account = MnemonicAccount { mnemonic: mnemonic(), index: 0, derivation: Derivation::V1 };
    Seed::Mnemonic(account)
}

fn named(reference: &str) -> TransactionOptions {
    TransactionOptions { reference: Some(reference.to_owned()), ..TransactionOptions::default() }
}

async fn fund(wallet: &Wallet, account: AccountId) {
    let note = support::paid(wallet, account, Token::Miden, 1_000).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
}

/// An account that an elder wallet has used.
async fn used_by_elder(world: &World, new: NewWallet) -> (Wallet, AccountId) {
    let elder = world.wallet("elder").await;
    let account = elder.create_wallet(new).await.expect("an account");
    fund(&elder, account).await;
    (elder, account)
}

impl Scene {
    /// The wallet that is going to be lost, with its account where it has one before the backup.
    async fn new(row: &Row) -> (Self, Wallet) {
        let world = World::new();
        let lost = world.wallet("lost").await;
        let (account, elder) = match row.account {
            Account::MadePlain | Account::LockedAndReplaced => {
                let made = lost.create_wallet(new(None, row.visibility)).await;
                (made.expect("an account"), None)
            }
            Account::OfNewMnemonic => {
                let made = lost.create_wallet(new(Some(of_mnemonic()), row.visibility)).await;
                (made.expect("an account"), None)
            }
            Account::OfSeed => {
                let seed = Some(vec![7; 32].into());
                let made = lost.create_wallet(new(seed, row.visibility)).await;
                (made.expect("an account"), None)
            }
            Account::OfMnemonicWithPast => {
                let (elder, account) =
                    used_by_elder(&world, new(Some(of_mnemonic()), row.visibility)).await;
                let restoration = Restoration {
                    mnemonic: mnemonic(),
                    gap_limit: 1,
                    schemes: vec![SignatureScheme::EcdsaK256Keccak],
                    derivations: vec![Derivation::V1],
                };
                let found = lost.restore(restoration).await.expect("the network answers");
                assert_eq!(found[0].outcome, RestoreOutcome::Restored);
                lost.sync().await.expect("a sync");
                (account, Some(elder))
            }
            Account::OfFile => {
                let (elder, account) = used_by_elder(&world, new(None, row.visibility)).await;
                let file = elder.export_account(account).await.expect("a file");
                lost.import_account(&file).await.expect("it is taken in");
                lost.sync().await.expect("a sync");
                (account, Some(elder))
            }
            Account::OfKey => {
                let (elder, account) = used_by_elder(&world, new(None, row.visibility)).await;
                let key = elder.export_key_unencrypted(account).await.expect("a key");
                lost.import_key(GivenKey::Hex(key), Some(account)).await.expect("it is taken in");
                lost.sync().await.expect("a sync");
                (account, Some(elder))
            }
            Account::TakenInAfterRestore => {
                let (elder, account) = used_by_elder(&world, new(None, row.visibility)).await;
                lost.sync().await.expect("a sync");
                (account, Some(elder))
            }
        };
        let to = support::new_account(&lost).await;
        let payer = support::funded(&lost, 1, 0).await;
        let miden = support::faucet(&lost, payer, "MIDEN").await;
        (Self { world, account, to, miden, elder, in_backup: None }, lost)
    }

    fn draft(&self) -> Draft {
        Draft::Send(vec![Payment::new(self.to, self.miden, 5)])
    }

    async fn pay(
        &self,
        wallet: &Wallet,
        options: impl Into<TransactionOptions>,
    ) -> Result<SentTransaction, WalletError> {
        let payments = vec![Payment::new(self.to, self.miden, 5)];
        wallet.send(self.account, payments, options, |_| {}).await.map(|(sent, _)| sent)
    }

    async fn back_up(&self, wallet: &Wallet, name: &str) -> BackupFile {
        let path = self.world.folder.path().join(name);
        wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
        BackupFile { path, passphrase: PASSPHRASE.to_owned().into() }
    }

    async fn restore(&self, backup: &BackupFile, name: &str) -> Wallet {
        let restored = Wallet::restore_backup(self.world.configuration(name), backup.clone());
        restored.await.expect("a wallet")
    }

    /// What comes of the request with the reference, by each way of asking.
    async fn asked(&self, wallet: &Wallet) -> Answer {
        let draft = self.draft();
        // What the backup has keeps its outcome.
        if let Some(first) = &self.in_backup {
            let found = wallet.outcome_with_reference(self.account, &draft, "order 7").await;
            assert_eq!(found.expect("an outcome").map(|(sent, _)| sent).as_ref(), Some(first));
            assert_eq!(&self.pay(wallet, named("order 7")).await.expect("it was paid"), first);
        }
        let found = wallet.outcome_with_reference(self.account, &draft, "order 8").await;
        let all = wallet.consume_all(self.account, &[], named("income 8"), |_| {}).await;
        let sent = self.pay(wallet, named("order 8")).await;
        let answer = match &sent {
            Ok(_) if matches!(&found, Ok(Some(_))) => PaidBefore,
            Ok(_) => Paid,
            Err(error) if error.kind() == "references_not_known_yet" => NotKnownYet,
            Err(error) => Impossible(error.kind()),
        };
        match answer {
            NotKnownYet => {
                assert_eq!(found.expect_err("not known").kind(), "references_not_known_yet");
                assert_eq!(all.expect_err("not known").kind(), "references_not_known_yet");
            }
            Paid => {
                assert!(found.expect("it is known").is_none());
                all.expect("nothing is in the way");
            }
            Impossible(_) | PaidBefore => {}
        }
        answer
    }
}

async fn answers(row: &Row) -> [Answer; 3] {
    let (mut scene, lost) = Scene::new(row).await;
    let older = scene.back_up(&lost, "older.backup").await;
    let is_here = row.account != Account::TakenInAfterRestore;
    if is_here && scene.elder.is_some() {
        // The lost wallet knows by now what the account did elsewhere before.
        scene.world.advance(WAIT, &[&lost]).await;
    }
    if is_here && row.before != Before::Nothing {
        if scene.elder.is_none() {
            fund(&lost, scene.account).await;
        }
        if row.before == Before::PaidWithReference {
            let sent = scene.pay(&lost, named("order 7")).await.expect("it is paid");
            if row.restored != Restored::OlderBackup {
                scene.in_backup = Some(sent);
            }
        } else {
            scene.pay(&lost, None).await.expect("it is paid");
        }
        lost.sync().await.expect("a sync");
    }
    let backup = scene.back_up(&lost, "newer.backup").await;
    if row.after == After::Paid {
        let (payer, wallet) = match &scene.elder {
            Some(elder) if !is_here => (elder, "elder"),
            _ => (&lost, "lost"),
        };
        if scene.elder.is_none() && row.before == Before::Nothing {
            fund(payer, scene.account).await;
        }
        payer.sync().await.expect("a sync");
        scene.pay(payer, named("order 8")).await.expect(wallet);
        payer.sync().await.expect("a sync");
    }
    let restored = match row.restored {
        Restored::Backup => scene.restore(&backup, "restored").await,
        Restored::BackupAgain => {
            drop(scene.restore(&backup, "first").await);
            scene.restore(&backup, "restored").await
        }
        Restored::OlderBackup => scene.restore(&older, "restored").await,
        Restored::SecondBackup => {
            let first = scene.restore(&backup, "first").await;
            let again = scene.back_up(&first, "again.backup").await;
            drop(first);
            scene.restore(&again, "restored").await
        }
    };
    let owner = if is_here { &lost } else { scene.elder.as_ref().expect("the elder wallet") };
    match row.account {
        Account::TakenInAfterRestore => {
            let file = owner.export_account(scene.account).await.expect("a file");
            restored.import_account(&file).await.expect("it is taken in");
        }
        Account::LockedAndReplaced => {
            restored.sync().await.expect("a sync");
            let file = owner.export_account(scene.account).await.expect("a file");
            restored.import_account(&file).await.expect("it is unlocked");
        }
        _ => {}
    }
    scene.elder = None;
    drop(lost);
    let at_once = scene.asked(&restored).await;
    restored.sync().await.expect("a sync");
    let synced = scene.asked(&restored).await;
    scene.world.advance(WAIT, &[&restored]).await;
    let waited = scene.asked(&restored).await;
    [at_once, synced, waited]
}

/// Tries the rows of some accounts.
async fn answers_as_the_table_says(accounts: &[Account]) {
    let mut wrong = Vec::new();
    for row in table().iter().filter(|row| accounts.contains(&row.account)) {
        let answers = answers(row).await;
        if answers != row.answers {
            wrong.push(format!("{row}: {answers:?}, expected {:?}", row.answers));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// One test for some accounts each, so that they run side by side.

#[tokio::test]
async fn references_of_an_account_made_plain_wait_after_a_restore_as_the_table_says() {
    answers_as_the_table_says(&[Account::MadePlain]).await;
}

#[tokio::test]
async fn references_of_an_account_of_a_new_mnemonic_wait_after_a_restore_as_the_table_says() {
    answers_as_the_table_says(&[Account::OfNewMnemonic]).await;
}

#[tokio::test]
async fn references_of_an_account_with_a_past_wait_after_a_restore_as_the_table_says() {
    answers_as_the_table_says(&[Account::OfMnemonicWithPast, Account::OfKey]).await;
}

#[tokio::test]
async fn references_of_an_account_of_a_file_or_a_seed_wait_after_a_restore_as_the_table_says() {
    answers_as_the_table_says(&[Account::OfFile, Account::OfSeed]).await;
}

#[tokio::test]
async fn references_of_an_account_that_comes_after_a_restore_wait_as_the_table_says() {
    answers_as_the_table_says(&[Account::TakenInAfterRestore, Account::LockedAndReplaced]).await;
}
