//! The numbers of the ABI. None is ever renumbered, and that of a removed operation is not given to another: 8 and 9
//! consumed notes and made payments, which `WC_OPERATION_TRANSACT` does.

/// The version of this ABI. It changes when a caller has to.
pub const WC_ABI_VERSION: u32 = 4;

/// Success.
pub const WC_OK: i32 = 0;
/// An argument cannot be what it should be.
pub const WC_INVALID_PARAMETER: i32 = -1;
/// The handle names no wallet, or its worker is closed.
pub const WC_INVALID_HANDLE: i32 = -2;
/// An account or key operation failed.
pub const WC_ACCOUNT_OPERATION: i32 = -3;
/// A note cannot be used, or its id is none.
pub const WC_NOTE_OPERATION: i32 = -4;
/// What was asked for is not in the wallet.
pub const WC_LOOKUP: i32 = -5;
/// A transaction was not carried out.
pub const WC_TRANSACTION_SUBMISSION: i32 = -6;
/// 256 requests wait already.
pub const WC_QUEUE_FULL: i32 = -8;
/// No node answered.
pub const WC_NODE_UNREACHABLE: i32 = -10;
/// The node or the store belongs to another network or version.
pub const WC_NETWORK_MISMATCH: i32 = -11;
/// The store cannot be opened, read or written.
pub const WC_STORE: i32 = -12;
/// The caller cancelled the request; nothing was submitted.
pub const WC_CANCELLED: i32 = -13;
/// A blocking call from a callback would wait for itself.
pub const WC_WOULD_DEADLOCK: i32 = -14;
/// This build or this machine cannot do it.
pub const WC_UNSUPPORTED: i32 = -15;
/// A fault of this library.
pub const WC_INTERNAL: i32 = -16;
/// The time allowed has passed.
pub const WC_TIMED_OUT: i32 = -99;

/// Nothing at all, through the whole door. No payload, no reply.
pub const WC_OPERATION_PING: u32 = 0;
/// What the wallet can say of itself. No payload.
pub const WC_OPERATION_INFO: u32 = 1;
/// Catch up with the chain. No payload.
pub const WC_OPERATION_SYNC: u32 = 2;
/// Ask the node how it is. No payload.
pub const WC_OPERATION_TEST_CONNECTION: u32 = 3;
/// Make an account.
pub const WC_OPERATION_CREATE_WALLET: u32 = 4;
/// List the accounts. No payload.
pub const WC_OPERATION_GET_ACCOUNTS: u32 = 5;
/// What an account holds.
pub const WC_OPERATION_GET_BALANCE: u32 = 6;
/// The notes that came in.
pub const WC_OPERATION_GET_INPUT_NOTES: u32 = 7;
/// Take in an account file.
pub const WC_OPERATION_IMPORT_ACCOUNT: u32 = 10;
/// What became of a transaction.
pub const WC_OPERATION_GET_TRANSACTION: u32 = 11;
/// Mint from the embedded chain's faucet.
pub const WC_OPERATION_MINT: u32 = 12;
/// Choose the account that is meant where none is named.
pub const WC_OPERATION_SET_DEFAULT_ACCOUNT: u32 = 13;
/// Sign a message, or what a web page asked for, with an account's key.
pub const WC_OPERATION_SIGN_MESSAGE: u32 = 14;
/// What a transaction would do, its fee included. Nothing is signed, proven or submitted.
pub const WC_OPERATION_PREVIEW: u32 = 16;
/// Consume as many notes as fit in one transaction.
pub const WC_OPERATION_CONSUME_ALL: u32 = 17;
/// An account with its key as an account file.
pub const WC_OPERATION_EXPORT_ACCOUNT: u32 = 21;
/// A note as a note file.
pub const WC_OPERATION_EXPORT_NOTE: u32 = 22;
/// Take in a note file.
pub const WC_OPERATION_IMPORT_NOTE: u32 = 23;
/// The private notes that are still to be delivered. No payload.
pub const WC_OPERATION_GET_UNDELIVERED_NOTES: u32 = 24;
/// The tags of notes that syncs ask for.
pub const WC_OPERATION_GET_FOLLOWED_TAGS: u32 = 25;
/// Has syncs ask for the notes of a tag.
pub const WC_OPERATION_FOLLOW_TAG: u32 = 26;
/// Has them no longer ask for it.
pub const WC_OPERATION_UNFOLLOW_TAG: u32 = 27;
/// What is in a note besides its assets: its script and what the script is given.
pub const WC_OPERATION_GET_NOTE_CONTENTS: u32 = 28;
/// Look for the accounts of a mnemonic on the network, and take them in.
pub const WC_OPERATION_RESTORE: u32 = 15;
/// The transactions of the wallet in pages, newest first.
pub const WC_OPERATION_GET_TRANSACTIONS: u32 = 18;
/// The notes of the wallet in pages, newest first: those that came in and those that were made.
pub const WC_OPERATION_GET_NOTES: u32 = 19;
/// What has happened, in its order, after a place in it.
pub const WC_OPERATION_GET_EVENTS: u32 = 20;
/// Write the whole wallet into one file, under a passphrase.
pub const WC_OPERATION_BACK_UP: u32 = 30;
/// The key of an account as a file under a passphrase, or, said so, as hexadecimal digits.
pub const WC_OPERATION_EXPORT_KEY: u32 = 31;
/// Take in the key of an account.
pub const WC_OPERATION_IMPORT_KEY: u32 = 32;
/// Give an account a name, or take it away.
pub const WC_OPERATION_RENAME_ACCOUNT: u32 = 33;
/// The keys that the wallet has or its accounts need. No payload.
pub const WC_OPERATION_GET_KEYS: u32 = 34;
/// Say what consuming all there is would do, and do nothing.
pub const WC_OPERATION_PREVIEW_CONSUME_ALL: u32 = 35;
/// The tokens the wallet knows. No payload.
pub const WC_OPERATION_GET_TOKENS: u32 = 36;
/// Add the token of a faucet.
pub const WC_OPERATION_ADD_TOKEN: u32 = 37;
/// Hide a token, or show it again.
pub const WC_OPERATION_SET_TOKEN_HIDDEN: u32 = 38;
/// A public account of anybody as it was at a block, each value checked.
pub const WC_OPERATION_GET_PUBLIC_ACCOUNT: u32 = 39;
/// Make an account of components of one's own.
pub const WC_OPERATION_CREATE_ACCOUNT: u32 = 42;
/// Run a script without changing anything, for what it leaves on the stack.
pub const WC_OPERATION_RUN_PROGRAM: u32 = 44;
/// What is in an account's storage.
pub const WC_OPERATION_GET_STORAGE: u32 = 45;
/// What has become of a note for a network account.
pub const WC_OPERATION_GET_NETWORK_NOTE: u32 = 46;
/// What an account lets others call.
pub const WC_OPERATION_GET_PROCEDURES: u32 = 47;
/// Make a faucet, an account that issues a token.
pub const WC_OPERATION_CREATE_FAUCET: u32 = 50;
/// Make the transaction of a draft, of any kind that a preview takes.
pub const WC_OPERATION_TRANSACT: u32 = 51;
/// How a faucet of the wallet stands: its token, and how much there is of it.
pub const WC_OPERATION_GET_FAUCET: u32 = 52;
/// The swaps that are open. No payload.
pub const WC_OPERATION_GET_SWAPS: u32 = 53;
/// Use an invitation code for a new account.
pub const WC_OPERATION_REGISTER_ACCOUNT: u32 = 54;
/// The addresses that are kept for accounts of the wallet.
pub const WC_OPERATION_GET_ADDRESSES: u32 = 55;
/// Keep an address of an account, by whose tag syncs find notes.
pub const WC_OPERATION_ADD_ADDRESS: u32 = 56;
/// Keep it no longer.
pub const WC_OPERATION_REMOVE_ADDRESS: u32 = 57;
/// All that the wallet knows of one of its accounts.
pub const WC_OPERATION_GET_ACCOUNT_DETAILS: u32 = 58;
/// Whether an invitation code can still be used. Uses none up.
pub const WC_OPERATION_CHECK_INVITATION: u32 = 59;
/// Run the scripts of notes, within limits, to find out which accounts can consume them.
pub const WC_OPERATION_VERIFY_NOTES: u32 = 60;
/// Leave notes out of lists and of what consumes all notes, for good.
pub const WC_OPERATION_DISMISS_NOTES: u32 = 61;
/// What came of the transaction of a draft that was made with a reference before.
pub const WC_OPERATION_GET_OUTCOME: u32 = 62;
/// The notes that came in for an account, whatever has become of them, as other Miden clients describe them.
pub const WC_OPERATION_GET_RECEIVED_NOTES: u32 = 63;
/// A note of the history.
pub const WC_OPERATION_GET_NOTE: u32 = 64;
/// Sign 32 bytes as a signer would, with the key that a seed gives: for tests of signers. There is no
/// such operation in a library without the embedded chain.
pub const WC_OPERATION_TEST_SIGN: u32 = 1000;
/// Put copies of a transaction into the store: for tests of long histories. There is no such operation in
/// a library without the embedded chain.
pub const WC_OPERATION_TEST_FILL_HISTORY: u32 = 1018;

/// Whether a signature that `WC_OPERATION_SIGN_MESSAGE` made of a message holds.
pub const WC_COMPUTATION_VERIFY_MESSAGE: u32 = 0;
/// Make a new mnemonic.
pub const WC_COMPUTATION_GENERATE_MNEMONIC: u32 = 1;
/// Read a mnemonic that somebody has written, or say what is wrong with it.
pub const WC_COMPUTATION_CHECK_MNEMONIC: u32 = 2;
/// The address of an account on a network.
pub const WC_COMPUTATION_FORMAT_ADDRESS: u32 = 3;
/// The account of an address.
pub const WC_COMPUTATION_PARSE_ADDRESS: u32 = 4;
/// A text as a QR code.
pub const WC_COMPUTATION_QR_CODE: u32 = 5;
/// Compile Miden assembly, or say what is wrong with it and where.
pub const WC_COMPUTATION_COMPILE: u32 = 15;
/// A package with its interface.
pub const WC_COMPUTATION_DESCRIBE_PACKAGE: u32 = 16;
/// Read a file of advice inputs.
pub const WC_COMPUTATION_PARSE_ADVICE: u32 = 17;
/// Whether a signature in the form that web pages get is one by the key of a commitment.
pub const WC_COMPUTATION_VERIFY_PAYLOAD: u32 = 18;
/// What the bytes are that a web page wants to have signed.
pub const WC_COMPUTATION_READ_PAYLOAD: u32 = 19;
/// What a signature over bytes would authorise.
pub const WC_COMPUTATION_DESCRIBE_PAYLOAD: u32 = 20;
/// What can be read in a transaction request without running anything.
pub const WC_COMPUTATION_DESCRIBE_REQUEST: u32 = 21;
/// What a note file says of its note.
pub const WC_COMPUTATION_DESCRIBE_NOTE_FILE: u32 = 22;
/// The interface of an account, by the roots of its procedures.
pub const WC_COMPUTATION_DESCRIBE_INTERFACE: u32 = 23;
/// The field elements of a value of a type.
pub const WC_COMPUTATION_ENCODE_VALUE: u32 = 24;
/// The value of a type that field elements are.
pub const WC_COMPUTATION_DECODE_VALUE: u32 = 25;
/// Read a value that somebody has written as JSON.
pub const WC_COMPUTATION_PARSE_VALUE: u32 = 26;
/// The hash of field elements.
pub const WC_COMPUTATION_HASH_ELEMENTS: u32 = 27;
/// The keys that derive from the secret of a request between apps.
pub const WC_COMPUTATION_DERIVE_SECRET_KEYS: u32 = 28;
/// The keys that derive from the key of a request's link.
pub const WC_COMPUTATION_DERIVE_LINK_KEYS: u32 = 29;
/// The public key of the seed that a requester signs requests with.
pub const WC_COMPUTATION_REQUESTER_KEY: u32 = 30;
/// A requester's signature over a request text.
pub const WC_COMPUTATION_SIGN_REQUEST: u32 = 31;
/// Whether a signature over a request text is one by a requester's key.
pub const WC_COMPUTATION_VERIFY_REQUEST: u32 = 32;
/// Seal a signed request with the key of its link.
pub const WC_COMPUTATION_SEAL_REQUEST: u32 = 33;
/// Open a sealed request with the key of its link.
pub const WC_COMPUTATION_OPEN_REQUEST: u32 = 34;
/// Seal a signed receipt to the requester.
pub const WC_COMPUTATION_SEAL_RECEIPT: u32 = 35;
/// Open a sealed receipt with the secret of its request.
pub const WC_COMPUTATION_OPEN_RECEIPT: u32 = 36;
/// All that a generator of code has to know of a contract.
pub const WC_COMPUTATION_DESCRIBE_CONTRACT: u32 = 37;

/// A signature is asked for. The bytes are the JSON of what is to be signed.
pub const WC_QUESTION_SIGN: u32 = 0;
/// Nobody waits for the answer to this question any more. No bytes.
pub const WC_QUESTION_WITHDRAWN: u32 = 1;
