//! What a wallet can be asked to do. Each operation is one type: its number, how it runs, its request, its reply and its work.
//! `OPERATIONS` lists them all.

mod accounts;
mod commit;
mod contracts;
mod faucets;
mod history;
mod job;
mod json;
mod keys;
mod notes;
mod reply;
mod tags;
#[cfg(feature = "embedded-chain")]
mod testing;
mod tokens;
mod transactions;
mod wallet;

use std::future::Future;

use miden_swift_runtime::Lane;

use crate::messages::ErrorMessage;
pub(crate) use commit::CommitState;
pub(crate) use job::Job;
use job::{Begin, Call};
use json::{Decode, Encode};
pub(crate) use reply::{Reply, reply};

/// An operation of a wallet.
trait Operation: 'static {
    /// How it runs.
    const PROPERTIES: Properties;
    /// The JSON it takes, or [`json::NoRequest`].
    type Request: Decode;
    /// The JSON it answers with, or [`json::NoReply`].
    type Reply: Encode;

    /// Carries it out.
    fn run(
        call: &Call,
        request: Self::Request,
    ) -> impl Future<Output = Result<Self::Reply, ErrorMessage>>;
}

/// What is known of an operation before it runs. No property has a default, so that each is decided on.
pub(crate) struct Properties {
    /// Its number in the ABI.
    number: u32,
    /// What it waits behind.
    pub(crate) lane: Lane,
    /// Whether it has a point from which on it is carried out to its end.
    commit: Commit,
    /// Whether a wallet that is opened read-only answers it.
    access: Access,
    /// Whether the bytes of its reply are wiped after use.
    reply: ReplyContent,
}

/// From which point on an operation is carried out to its end, whatever becomes of its caller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commit {
    /// None: it can be dropped at any time.
    Never,
    /// When it begins to write an account, or to use up an invitation. Restoring takes in one account after the other and
    /// does not commit: what it leaves in part the next try completes.
    Write,
    /// When it submits a transaction.
    Transaction,
}

/// What an operation does to the store.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// It only reads it, so that a wallet on a copy can answer.
    ReadOnly,
    /// It changes it, needs keys, or concerns what a copy does not have.
    ReadWrite,
}

/// What is in a reply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplyContent {
    /// Nothing that must not be seen.
    Public,
    /// Keys in clear.
    Secret,
}

/// An operation in the list of all.
pub(crate) struct Entry {
    pub(crate) properties: Properties,
    begin: Begin,
}

impl Entry {
    const fn of<O: Operation>() -> Self {
        Self { properties: O::PROPERTIES, begin: job::begin::<O> }
    }
}

/// The operation with a number, if there is one.
pub(crate) fn find(number: u32) -> Option<&'static Entry> {
    OPERATIONS.iter().find(|entry| entry.properties.number == number)
}

/// Every operation there is.
static OPERATIONS: &[Entry] = &[
    Entry::of::<wallet::Ping>(),
    Entry::of::<wallet::Info>(),
    Entry::of::<wallet::Sync>(),
    Entry::of::<wallet::TestConnection>(),
    Entry::of::<accounts::GetAccounts>(),
    Entry::of::<accounts::GetBalance>(),
    Entry::of::<accounts::GetAccountDetails>(),
    Entry::of::<accounts::GetPublicAccount>(),
    Entry::of::<accounts::CreateWallet>(),
    Entry::of::<accounts::SetDefaultAccount>(),
    Entry::of::<accounts::RenameAccount>(),
    Entry::of::<accounts::ImportAccount>(),
    Entry::of::<accounts::ExportAccount>(),
    Entry::of::<accounts::Restore>(),
    Entry::of::<accounts::RegisterAccount>(),
    Entry::of::<accounts::CheckInvitation>(),
    Entry::of::<notes::GetInputNotes>(),
    Entry::of::<notes::VerifyNotes>(),
    Entry::of::<notes::DismissNotes>(),
    Entry::of::<notes::GetReceivedNotes>(),
    Entry::of::<notes::GetNoteContents>(),
    Entry::of::<notes::ExportNote>(),
    Entry::of::<notes::ImportNote>(),
    Entry::of::<notes::GetUndeliveredNotes>(),
    Entry::of::<notes::GetNetworkNote>(),
    Entry::of::<transactions::GetTransaction>(),
    Entry::of::<transactions::Transact>(),
    Entry::of::<transactions::ConsumeAll>(),
    Entry::of::<transactions::GetOutcome>(),
    Entry::of::<transactions::Preview>(),
    Entry::of::<transactions::PreviewConsumeAll>(),
    Entry::of::<transactions::Mint>(),
    Entry::of::<history::GetTransactions>(),
    Entry::of::<history::GetNotes>(),
    Entry::of::<history::GetNote>(),
    Entry::of::<history::GetEvents>(),
    Entry::of::<tokens::GetTokens>(),
    Entry::of::<tokens::AddToken>(),
    Entry::of::<tokens::SetTokenHidden>(),
    Entry::of::<faucets::CreateFaucet>(),
    Entry::of::<faucets::GetFaucet>(),
    Entry::of::<faucets::GetSwaps>(),
    Entry::of::<contracts::CreateAccount>(),
    Entry::of::<contracts::RunProgram>(),
    Entry::of::<contracts::GetStorage>(),
    Entry::of::<contracts::GetProcedures>(),
    Entry::of::<keys::BackUp>(),
    Entry::of::<keys::ExportKey>(),
    Entry::of::<keys::ImportKey>(),
    Entry::of::<keys::GetKeys>(),
    Entry::of::<keys::SignMessage>(),
    Entry::of::<tags::GetFollowedTags>(),
    Entry::of::<tags::FollowTag>(),
    Entry::of::<tags::UnfollowTag>(),
    Entry::of::<tags::GetAddresses>(),
    Entry::of::<tags::AddAddress>(),
    Entry::of::<tags::RemoveAddress>(),
    #[cfg(feature = "embedded-chain")]
    Entry::of::<testing::TestSign>(),
    #[cfg(feature = "embedded-chain")]
    Entry::of::<testing::TestFillHistory>(),
];

/// Two operations with one number do not compile.
const _: () = {
    let mut one = 0;
    while one < OPERATIONS.len() {
        let mut other = one + 1;
        while other < OPERATIONS.len() {
            assert!(OPERATIONS[one].properties.number != OPERATIONS[other].properties.number);
            other += 1;
        }
        one += 1;
    }
};

#[cfg(test)]
mod tests;

#[cfg(all(test, feature = "embedded-chain"))]
mod poison_tests;
