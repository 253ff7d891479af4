//! What can go wrong with code of one's own.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::note::NoteId;
use thiserror::Error;

use super::notes::limit;
use super::{Cause, ErrorCode};
use crate::notes::screening::{NoteScriptBudget, UnverifiedReason};

/// What is wrong with a package, a component, a script or what it is given.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ContractError {
    /// Bytes that are no package.
    #[error("This is not a package (.masp) this version can read.")]
    InvalidPackage {
        /// What the decoder said.
        #[source]
        source: Cause,
    },
    /// A text that is not the path of a module.
    #[error("“{text}” is not the path of a module: {reason}. It should look like project::module.")]
    InvalidModulePath {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A component's description that cannot be read.
    #[error("This is not the description of an account component in TOML.")]
    InvalidMetadata {
        /// What the decoder said.
        #[source]
        source: Cause,
    },
    /// A configuration of the Swift that is generated for a contract, with the place at which something is wrong.
    #[error("{file}:{line}:{column}: error: {reason}")]
    InvalidContractConfiguration {
        /// The name of the file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A name that no component has.
    #[error(
        "Miden ships no component {name}. There are, the nearest first: {}.",
        known.join(", ")
    )]
    UnknownComponent {
        /// What was given, in quotes.
        name: String,
        /// The names of all components, the nearest first.
        known: Vec<String>,
    },
    /// Sources that are too long to compile together.
    #[error("The sources have {bytes} bytes; at most {limit} can be compiled together.")]
    SourceTooLong {
        /// How many bytes they have.
        bytes: usize,
        /// How many they may have.
        limit: usize,
    },
    /// Sources that become too large when they are assembled.
    #[error(
        "The sources have {instructions} instructions with each repeat and each called procedure written out; \
         at most {limit} can be assembled. Use a while loop in place of a long repeat."
    )]
    TooManyInstructions {
        /// How many instructions they have after expansion. The largest number if there are more.
        instructions: u64,
        /// How many they may have.
        limit: u64,
    },
    /// A number that is no element of the field.
    #[error("{number} is not an element of the field: the largest is 18446744069414584320.")]
    InvalidFelt {
        /// What was given.
        number: u64,
    },
    /// A text that is not a word.
    #[error("“{text}” is not a word: {reason}.")]
    InvalidWord {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is not the name of a storage slot.
    #[error(
        "“{text}” is not the name of a storage slot: {reason}. It should look like \
         project::component::slot."
    )]
    InvalidSlotName {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Advice that cannot be read.
    #[error("This is not a file of advice inputs in TOML.")]
    InvalidAdvice {
        /// What the decoder said.
        #[source]
        source: Cause,
    },
    /// Entries of the advice map that exclude each other.
    #[error("The advice has two different entries under the key {}.", key.to_hex())]
    AdviceNamedTwice {
        /// The key.
        key: Word,
    },
    /// Initial storage that does not fit.
    #[error("The initial storage of the account cannot be used.")]
    InvalidInitialStorage {
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
    /// A map with two initial entries under one key.
    #[error("The initial map of storage slot {slot} has two entries under the key {}.", key.to_hex())]
    MapKeyNamedTwice {
        /// The slot.
        slot: String,
        /// The key.
        key: Word,
    },
    /// An initial value that a component needs and that was not given.
    #[error("The component needs an initial value for {value}, and none was given.")]
    InitialValueMissing {
        /// The slot, or the slot and the field.
        value: String,
    },
    /// A storage slot with two initial values.
    #[error("Storage slot {slot} was named more than once.")]
    SlotNamedTwice {
        /// The slot.
        slot: String,
    },
    /// A storage slot that no component has.
    #[error("No component of the account has a storage slot {slot}.")]
    UndeclaredSlot {
        /// The slot.
        slot: String,
    },
    /// An account of nothing.
    #[error("No components were given: name at least one package of an account component.")]
    NoComponents,
    /// Components that no account can be made of.
    #[error("No account can be made of these components.")]
    InvalidComponent {
        /// What is wrong with them.
        #[source]
        source: Cause,
    },
    /// A package that is not the script it should be.
    #[error("This package is not the script that is needed here.")]
    NotAScript {
        /// What is missing.
        #[source]
        source: Cause,
    },
    /// More arguments than a procedure can take.
    #[error("These are {count} arguments, and a procedure can take {most}.")]
    TooManyArguments {
        /// How many were given.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// More calls than one script can make.
    #[error("These are {count} calls, and a transaction can make {most}.")]
    TooManyCalls {
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A call that has failed, and with it the transaction.
    #[error(
        "{}{}. Nothing was submitted.",
        failed_call(*place, *count, *account, *procedure),
        reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default()
    )]
    CallFailed {
        /// Its place among the calls, from 0.
        place: usize,
        /// How many calls there are.
        count: usize,
        /// The account that has the procedure.
        account: AccountId,
        /// The root of the procedure.
        procedure: Word,
        /// What the virtual machine said, if it was no assertion that failed.
        reason: Option<String>,
        /// Why the transaction could not be carried out.
        #[source]
        source: Cause,
    },
    /// A note whose script has failed, and with it the transaction.
    #[error(
        "The script of note {note} failed, in it or in code that it calls, before any call was made. Nothing was submitted."
    )]
    NoteFailed {
        /// The note.
        note: NoteId,
        /// Why the transaction could not be carried out.
        #[source]
        source: Cause,
    },
    /// A run that changes nothing and that has failed.
    #[error("The code could not be run.")]
    ProgramFailed {
        /// What the client said.
        #[source]
        source: Cause,
    },
    /// An assertion that failed, if its message is not known.
    #[error("{} failed {place}.", assertion(*code))]
    AssertionFailed {
        /// In which code it is, to follow “failed”.
        place: String,
        /// Its code, which is 0 if it has no message.
        code: u64,
        /// What the client said.
        #[source]
        source: Cause,
    },
    /// A procedure that acts for an account which does not have it.
    #[error(
        "The code calls procedure {} as one of the account that it runs on, and the account does not have it.",
        procedure.to_hex()
    )]
    ProcedureNotInAccount {
        /// The root of the procedure.
        procedure: Word,
        /// What the virtual machine said.
        #[source]
        source: Cause,
    },
    /// A procedure of another account that does more than read.
    #[error(
        "A procedure of another account than the one that runs was called, and it changes its account or makes a note. \
         Procedures of other accounts can only read."
    )]
    ForeignChange {
        /// What the virtual machine said.
        #[source]
        source: Cause,
    },
    /// A value that is not one of its type.
    #[error("{path}: {reason}.")]
    InvalidValue {
        /// The place of the part that is wrong, such as `by.amount`.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A type whose values no call can pass.
    #[error("{name} {explanation}: no call can pass a value of it.")]
    UnsupportedType {
        /// The name of the type, or how it is written.
        name: String,
        /// Why, to follow the name.
        explanation: &'static str,
    },
    /// A procedure that takes or returns more than a call passes.
    #[error(
        "The procedure takes {} and returns {returned}. A call passes at most {most} each way, so it cannot be called.",
        counted(*taken, "element")
    )]
    TooManyElements {
        /// How many elements its arguments have.
        taken: u64,
        /// How many elements its results have.
        returned: u64,
        /// How many a call passes each way.
        most: usize,
    },
    /// A transaction that would do nothing.
    #[error("There is nothing to do: give a script, notes to consume or notes to make.")]
    NothingToDo,
    /// A script beside notes to make.
    #[error("A transaction with a script makes its notes in the script: give one or the other.")]
    ScriptAndNotes,
    /// A note that cannot be made.
    #[error("The note cannot be made.")]
    InvalidNote {
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
    /// The account that runs, named as another.
    #[error("Account {account} is the one that runs the code: it cannot be a foreign one as well.")]
    OwnAccountAsForeign {
        /// The account.
        account: AccountId,
    },
    /// A private account of somebody else.
    #[error(
        "Account {account} is private and not in this wallet: nobody but its owner knows what is in it."
    )]
    AccountNotPublic {
        /// The account.
        account: AccountId,
    },
    /// A private account that code reads and the caller did not name.
    #[error(
        "The code reads account {account}, which is private. If it is an account of this wallet, name it as a foreign \
         account: then the code learns what is in it, and may tell it to others. If not, nobody but its owner \
         knows what is in it, and no code of yours can read it."
    )]
    PrivateAccountRead {
        /// The account.
        account: AccountId,
    },
    /// No account that a program could run on.
    #[error("There is no account to run the program on: name one, or make one first.")]
    NoAccountToRunOn,
    /// A storage slot the account does not have.
    #[error("Account {account} has no storage slot {slot}.")]
    NoSuchSlot {
        /// The account.
        account: AccountId,
        /// The name or the index.
        slot: String,
    },
    /// A key for a slot that is no map.
    #[error("Storage slot {slot} of account {account} is a value: it has no keys.")]
    SlotIsNoMap {
        /// The account.
        account: AccountId,
        /// The slot.
        slot: String,
    },
    /// A map of which a node does not send all.
    #[error(
        "The map in storage slot {slot} of account {account} is too large to be fetched as a whole: ask \
         for one key of it."
    )]
    MapTooLarge {
        /// The account.
        account: AccountId,
        /// The slot.
        slot: String,
    },
    /// A note of which this wallet knows no more than that it made it.
    #[error(
        "What is in note {note} is not known: this wallet has only the commitment to its script and storage."
    )]
    NoteContentsUnknown {
        /// The note.
        note: NoteId,
    },
    /// Bytes that are no transaction request, or one that is not carried out.
    #[error("These bytes are not a transaction request that this version can carry out.")]
    InvalidRequest {
        /// What is wrong with them.
        #[source]
        source: Cause,
    },
    /// A request of a stranger, or with a script, that would take too much of this machine.
    #[error(
        "The code of the transaction request exceeds the limit of {}. Nothing was signed or submitted. Raise the limit if \
         you trust its author.",
        limit(*reason, *budget)
    )]
    RequestOverBudget {
        /// In what it exceeds the budget.
        reason: UnverifiedReason,
        /// What it may take.
        budget: NoteScriptBudget,
    },
    /// A run that would take too much of this machine.
    #[error(
        "The code that was called on account {account} exceeds the limit of {}. Raise the limit if you trust its author.",
        limit(*reason, *budget)
    )]
    CallOverBudget {
        /// The account whose procedure was called, or that the script ran on.
        account: AccountId,
        /// In what it exceeds the budget.
        reason: UnverifiedReason,
        /// What it may take.
        budget: NoteScriptBudget,
    },
    /// A transaction that was to change something and would not.
    #[error(
        "The transaction would change nothing on account {account}, so it was not made. To call a procedure for its \
         result, use simulate."
    )]
    ChangesNothing {
        /// The account.
        account: AccountId,
        /// What the virtual machine said, if it was the one that refused the transaction.
        #[source]
        source: Option<Cause>,
    },
    /// A note that is for no network account.
    #[error("The network does not know note {note} as one for an account that it drives itself.")]
    NotANetworkNote {
        /// The note.
        note: NoteId,
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// A node without what makes transactions for network accounts.
    #[error(
        "The node answers, but cannot tell what has become of note {note}: what makes the transactions of the \
         accounts that the network drives itself does not answer it. Try again later."
    )]
    NoNetworkTransactions {
        /// The note.
        note: NoteId,
        /// What the node said.
        #[source]
        source: Cause,
    },
}

/// Which call has failed. The virtual machine does not say whose code it was in.
fn failed_call(place: usize, count: usize, account: AccountId, procedure: Word) -> String {
    let procedure = procedure.to_hex();
    match count {
        1 => format!(
            "The call of procedure {procedure} of account {account} failed, in it or in code that it calls"
        ),
        _ => format!(
            "Call {} of {count} failed, in procedure {procedure} of account {account} or in code that it calls",
            place + 1
        ),
    }
}

fn assertion(code: u64) -> String {
    match code {
        0 => "An assertion without a message".to_owned(),
        code => format!("An assertion with the error code {code}"),
    }
}

/// A number of things.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

impl ContractError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::NoAccountToRunOn
            | Self::NoSuchSlot { .. }
            | Self::AccountNotPublic { .. }
            | Self::PrivateAccountRead { .. }
            | Self::MapTooLarge { .. }
            | Self::NoNetworkTransactions { .. } => ErrorCode::Lookup,
            Self::NotANetworkNote { .. } | Self::NoteContentsUnknown { .. } => {
                ErrorCode::NoteOperation
            }
            Self::InvalidComponent { .. } => ErrorCode::AccountOperation,
            Self::RequestOverBudget { .. }
            | Self::CallOverBudget { .. }
            | Self::CallFailed { .. }
            | Self::NoteFailed { .. }
            | Self::ProgramFailed { .. }
            | Self::AssertionFailed { .. }
            | Self::ProcedureNotInAccount { .. }
            | Self::ForeignChange { .. }
            | Self::ChangesNothing { .. } => ErrorCode::TransactionSubmission,
            _ => ErrorCode::InvalidParameter,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::InvalidPackage { .. } => "invalid_package",
            Self::InvalidModulePath { .. } => "invalid_module_path",
            Self::InvalidMetadata { .. } => "invalid_metadata",
            Self::InvalidContractConfiguration { .. } => "invalid_contract_configuration",
            Self::UnknownComponent { .. } => "unknown_component",
            Self::SourceTooLong { .. } => "source_too_long",
            Self::TooManyInstructions { .. } => "too_many_instructions",
            Self::InvalidFelt { .. } => "invalid_felt",
            Self::InvalidWord { .. } => "invalid_word",
            Self::InvalidSlotName { .. } => "invalid_slot_name",
            Self::InvalidAdvice { .. } => "invalid_advice",
            Self::AdviceNamedTwice { .. } => "advice_named_twice",
            Self::InvalidInitialStorage { .. } | Self::MapKeyNamedTwice { .. } => {
                "invalid_initial_storage"
            }
            Self::SlotNamedTwice { .. } => "slot_named_twice",
            Self::UndeclaredSlot { .. } => "undeclared_slot",
            Self::NoComponents => "no_components",
            Self::InvalidComponent { .. } | Self::InitialValueMissing { .. } => "invalid_component",
            Self::NotAScript { .. } => "not_a_script",
            Self::TooManyArguments { .. } => "too_many_arguments",
            Self::TooManyCalls { .. } => "too_many_calls",
            // A transaction of one call is that call.
            Self::CallFailed { count: 1, .. }
            | Self::NoteFailed { .. }
            | Self::ProgramFailed { .. }
            | Self::AssertionFailed { .. }
            | Self::ProcedureNotInAccount { .. }
            | Self::ForeignChange { .. } => "execution",
            Self::CallFailed { .. } => "call_failed",
            Self::InvalidValue { .. } => "invalid_value",
            Self::UnsupportedType { .. } => "unsupported_type",
            Self::TooManyElements { .. } => "too_many_elements",
            Self::NothingToDo => "nothing_to_do",
            Self::ScriptAndNotes => "script_and_notes",
            Self::InvalidNote { .. } => "invalid_note",
            Self::OwnAccountAsForeign { .. } => "own_account_as_foreign",
            Self::AccountNotPublic { .. } | Self::PrivateAccountRead { .. } => "account_not_public",
            Self::NoAccountToRunOn => "no_account_to_run_on",
            Self::NoSuchSlot { .. } => "no_such_slot",
            Self::SlotIsNoMap { .. } => "slot_is_no_map",
            Self::MapTooLarge { .. } => "map_too_large",
            Self::NoteContentsUnknown { .. } => "note_contents_unknown",
            Self::InvalidRequest { .. } => "invalid_transaction_request",
            Self::RequestOverBudget { .. } => "request_over_budget",
            Self::CallOverBudget { .. } => "call_over_budget",
            Self::ChangesNothing { .. } => "changes_nothing",
            Self::NotANetworkNote { .. } => "not_a_network_note",
            Self::NoNetworkTransactions { .. } => "no_network_transactions",
        }
    }
}
