//! Every class of answer is judged alike, whether the wallet has just submitted the transaction or finds it in the journal
//! of an earlier run. Only what is refused for now differs: the earlier run may have submitted it.

use std::sync::Arc;

use miden_client::transaction::{ProvenTransaction, TransactionId};

use super::*;
use crate::NewWallet;
use crate::chain::client::WalletClient;
use crate::chain::embedded::{EmbeddedChain, FalseAnswer, NodeTraits};
use crate::fail_points::FailPoint;
use crate::test_wallet::{open, paid, proven_consumption};
use crate::transactions::Token;
use crate::transactions::states::State;
use crate::wallet::Wallet;

/// What the chain has to say once the node has answered.
#[derive(Debug, Clone, Copy)]
enum Chain {
    Committed,
    Replaced,
    NotFound,
    Silent,
}

#[derive(Debug, Clone, Copy)]
struct Case {
    answer: fn() -> RpcError,
    chain: Chain,
}

impl Chain {
    fn presence(self) -> Option<Presence> {
        match self {
            Self::Committed => Some(Presence::Committed(BlockNumber::from(7_u32))),
            Self::Replaced => Some(Presence::Replaced),
            Self::NotFound => Some(Presence::NotFound),
            Self::Silent => None,
        }
    }
}

impl Case {
    fn node(self, chain: &EmbeddedChain) -> Arc<dyn miden_client::rpc::NodeRpcClient> {
        let false_answer = Some(FalseAnswer {
            error: self.answer,
            takes_transaction: matches!(self.chain, Chain::Committed),
            falls_silent: matches!(self.chain, Chain::Silent),
        });
        chain.node(NodeTraits { false_answer, ..NodeTraits::default() })
    }

    async fn before_submission(self, rival: Rival) {
        if matches!(self.chain, Chain::Replaced) {
            rival.include().await;
        }
    }

    /// The state after a transaction that the wallet has just submitted.
    async fn live(self) -> State {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut wallet = open(folder.path()).await;
        let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        let rival = Rival::of(&wallet, account).await;
        let chain = wallet.chain.clone().expect("a chain");
        wallet.node = self.node(&chain);
        let proof = wallet.fail_points.hold(FailPoint::BeforeJournal);
        let mut submitted = None;
        let before_submit = |transaction| submitted = Some(transaction);
        let notes = [note];
        let consuming = wallet.consume(account, &notes, None, before_submit);
        let preparing = async {
            proof.arrived().await;
            self.before_submission(rival).await;
            proof.release();
        };
        let _ = tokio::join!(consuming, preparing);
        state_of(&wallet, submitted.expect("it is submitted")).await
    }

    /// The state after a transaction that an earlier run has left in the journal.
    async fn recovered(self) -> State {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut wallet = open(folder.path()).await;
        let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        let rival = Rival::of(&wallet, account).await;
        let (executed, proven) = proven_consumption(&wallet, account, note).await;
        wallet.journal.write(&executed, &proven, "").await.expect("it is written down");
        let chain = wallet.chain.clone().expect("a chain");
        self.before_submission(rival).await;
        wallet.node = self.node(&chain);
        let client = wallet.client_of_its_own().await.expect("a client");
        wallet.client = Arc::new(tokio::sync::Mutex::new(client));
        let client = wallet.exclusive_client().await.expect("the client");
        let (client, _) = wallet.settle_journal(client, None).await.expect("the journal is read");
        drop(client);
        state_of(&wallet, executed.id()).await
    }
}

/// Another transaction that begins with the same state of the account, and a client whose node takes it.
struct Rival {
    client: WalletClient,
    executed: TransactionResult,
    proven: ProvenTransaction,
}

impl Rival {
    async fn of(wallet: &Wallet, account: AccountId) -> Self {
        let note = paid(wallet, account, Token::Miden, 3).await;
        let (executed, proven) = proven_consumption(wallet, account, note).await;
        let client = wallet.client_of_its_own().await.expect("a client");
        Self { client, executed, proven }
    }

    async fn include(self) {
        let Self { mut client, executed, proven } = self;
        client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
    }
}

async fn state_of(wallet: &Wallet, transaction: TransactionId) -> State {
    let is_recorded = wallet.is_recorded(transaction).await.expect("the store");
    let is_unsettled = wallet.journal.path(transaction).exists();
    let is_refused = wallet.journal.refused_path(transaction).exists();
    match (is_recorded, is_unsettled, is_refused) {
        (true, false, false) => State::Pending,
        (false, true, false) => State::Unsettled,
        (false, false, true) => State::Refused,
        (false, false, false) => State::Dropped,
        several => panic!("{transaction} is in several states: {several:?}"),
    }
}

fn error(error_kind: GrpcError, refusal: Option<AddTransactionError>) -> RpcError {
    RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind,
        endpoint_error: refusal.map(EndpointError::AddTransaction),
        source: None,
    }
}

fn missing_fee() -> RpcError {
    error(GrpcError::InvalidArgument, Some(AddTransactionError::MissingFee))
}

fn state_conflict() -> RpcError {
    let message = "the account has another state".to_owned();
    error(GrpcError::InvalidArgument, Some(AddTransactionError::StateConflict { message }))
}

fn full_mempool() -> RpcError {
    error(GrpcError::InvalidArgument, Some(AddTransactionError::CapacityExceeded))
}

fn permission_denied() -> RpcError {
    error(GrpcError::PermissionDenied, None)
}

fn unavailable() -> RpcError {
    error(GrpcError::Unavailable, None)
}

/// Boxed for each case: the futures are large.
async fn require(answer: fn() -> RpcError, live: [State; 4], recovered: [State; 4]) {
    let chains = [Chain::Committed, Chain::Replaced, Chain::NotFound, Chain::Silent];
    for ((chain, live), recovered) in chains.into_iter().zip(live).zip(recovered) {
        let judged = Answer::of(&Err(ClientError::RpcError(answer())));
        let outcome = Outcome::of(judged, chain.presence());
        assert_eq!(State::after_submission(outcome), live, "live: {judged:?}, {chain:?}");
        assert_eq!(State::after_settling(outcome), recovered, "recovered: {judged:?}, {chain:?}");
        let case = Case { answer, chain };
        assert_eq!(Box::pin(case.live()).await, live, "live: {:?}, {chain:?}", answer());
        let found = Box::pin(case.recovered()).await;
        assert_eq!(found, recovered, "recovered: {:?}, {chain:?}", answer());
    }
}

#[tokio::test]
async fn a_transaction_refused_for_what_no_copy_caused_is_kept_as_refused_if_the_chain_does_not_have_it()
 {
    for answer in [missing_fee as fn() -> RpcError, permission_denied] {
        let states = [State::Pending, State::Refused, State::Refused, State::Unsettled];
        require(answer, states, states).await;
    }
}

#[tokio::test]
async fn a_transaction_refused_for_now_is_refused_at_first_and_pending_in_recovery() {
    let live = [State::Pending, State::Refused, State::Refused, State::Unsettled];
    let recovered = [State::Pending, State::Refused, State::Pending, State::Unsettled];
    require(state_conflict, live, recovered).await;
}

#[tokio::test]
async fn a_transaction_whose_answer_does_not_tell_waits_if_the_chain_does_not_have_it() {
    for answer in [full_mempool as fn() -> RpcError, unavailable] {
        let states = [State::Pending, State::Refused, State::Unsettled, State::Unsettled];
        require(answer, states, states).await;
    }
}
