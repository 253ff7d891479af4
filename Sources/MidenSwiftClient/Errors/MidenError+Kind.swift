extension MidenError {
    /// The exact failure, as a stable name such as `note_already_consumed`.
    ///
    /// The set is open: compare with the names below, or with a string literal, and expect others.
    public struct Kind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// Wraps a name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Wraps a name written in the source.
        ///
        /// - Parameter value: The name.
        public init(stringLiteral value: String) {
            self.init(rawValue: value)
        }

        /// The name.
        public var description: String { rawValue }
    }
}

extension MidenError.Kind {
    /// A text that is not an account id.
    public static var invalidAccountId: Self { "invalid_account_id" }
    /// A text that is not a note id.
    public static var invalidNoteId: Self { "invalid_note_id" }
    /// A text that is not a transaction id.
    public static var invalidTransactionId: Self { "invalid_transaction_id" }
    /// A seed that does not have 32 bytes.
    public static var invalidSeed: Self { "invalid_seed" }
    /// Words that are not a mnemonic: the sentence says why not.
    public static var invalidMnemonic: Self { "invalid_mnemonic" }
    /// An index that no account of a mnemonic has.
    public static var invalidAccountIndex: Self { "invalid_account_index" }
    /// A gap limit with which nothing would be found, or that would take for ever.
    public static var invalidGapLimit: Self { "invalid_gap_limit" }
    /// A text that is not an amount, or an amount that cannot be carried.
    public static var invalidAmount: Self { "invalid_amount" }
    /// A sum, difference or product of amounts that there cannot be.
    public static var amountOutOfRange: Self { "amount_out_of_range" }
    /// Amounts of different tokens, or with different decimals, that were to be added or compared.
    public static var amountsDiffer: Self { "amounts_differ" }
    /// A price that cannot be one, or is in another currency than was asked for.
    public static var invalidPrice: Self { "invalid_price" }
    /// An account of which the network has only a commitment: the message has it.
    public static var accountPrivate: Self { "account_private" }
    /// An account the chain does not have.
    public static var accountNotOnChain: Self { "account_not_on_chain" }
    /// A block whose accounts the node does not keep any more.
    public static var blockPruned: Self { "block_pruned" }
    /// The wallet stands at a block whose accounts the node does not keep any more: it has to sync.
    public static var walletBehind: Self { "wallet_behind" }
    /// A block there is not yet.
    public static var blockUnknown: Self { "block_unknown" }
    /// An account that issues no fungible token.
    public static var noFaucet: Self { "no_faucet" }
    /// A token this wallet has never met.
    public static var unknownToken: Self { "unknown_token" }
    /// What the node says does not hold: it contradicts a commitment.
    public static var nodeAnswerInvalid: Self { "node_answer_invalid" }
    /// A name that is not that of a network, or an address that cannot be a node's.
    public static var invalidEndpoint: Self { "invalid_endpoint" }
    /// A cursor that is none, or one of another wallet.
    public static var invalidCursor: Self { "invalid_cursor" }
    /// A page of no entries, or of too many.
    public static var invalidPageSize: Self { "invalid_page_size" }
    /// An argument that cannot be, where nothing says more.
    public static var invalidParameter: Self { "invalid_parameter" }
    /// The number of an operation that the Rust core does not have, or has no longer.
    public static var unsupportedOperation: Self { "unsupported_operation" }
    /// A transaction was given up: it will not be in a block.
    public static var transactionDiscarded: Self { "transaction_discarded" }
    /// A setting that cannot be.
    public static var invalidConfiguration: Self { "invalid_configuration" }
    /// An account this wallet does not have.
    public static var unknownAccount: Self { "unknown_account" }
    /// A note this wallet does not have.
    public static var unknownNote: Self { "unknown_note" }
    /// A note of which this wallet has only the commitment to its script and storage.
    public static var noteContentsUnknown: Self { "note_contents_unknown" }
    /// A transaction this wallet does not have.
    public static var unknownTransaction: Self { "unknown_transaction" }
    /// An account this wallet has already.
    public static var accountAlreadyTracked: Self { "account_already_tracked" }
    /// A note that was consumed before.
    public static var noteAlreadyConsumed: Self { "note_already_consumed" }
    /// A note that another account is to consume.
    public static var noteOfAnotherAccount: Self { "note_of_another_account" }
    /// The network does not have a note, or has no more than a commitment of it.
    public static var noteNotOnChain: Self { "note_not_on_chain" }
    /// Bytes that are not an account file.
    public static var invalidAccountFile: Self { "invalid_account_file" }
    /// Bytes that are not a note file.
    public static var invalidNoteFile: Self { "invalid_note_file" }
    /// Bytes with code that takes too much memory to read. It was not read.
    public static var codeTooLarge: Self { "code_too_large" }
    /// The account cannot pay the network's fee.
    public static var insufficientFee: Self { "insufficient_fee" }
    /// The account holds less than is to be sent.
    public static var insufficientBalance: Self { "insufficient_balance" }
    /// A service that should have made a proof did not: nothing was submitted.
    public static var remoteProver: Self { "remote_prover" }
    /// The fee would be more than the caller allowed. Nothing was made.
    public static var feeAboveMaximum: Self { "fee_above_maximum" }
    /// Bytes that are no transaction request, one of another version of the SDK, or one that is not carried out.
    public static var invalidTransactionRequest: Self { "invalid_transaction_request" }
    /// The code of a transaction request takes more than the budget for code of strangers.
    public static var requestOverBudget: Self { "request_over_budget" }
    /// The transaction would do more than the user approved. Nothing was signed or submitted.
    public static var approvalExceeded: Self { "approval_exceeded" }
    /// What the user approved is another request, or of another account or network. Nothing was executed.
    public static var approvalOfAnotherRequest: Self { "approval_of_another_request" }
    /// An approval that no preview of this version made.
    public static var invalidApproval: Self { "invalid_approval" }
    /// A note that can be consumed from a later block on: it is locked, or cannot be taken back yet.
    public static var noteNotYetConsumable: Self { "note_not_yet_consumable" }
    /// A list of payments without a payment.
    public static var noPayments: Self { "no_payments" }
    /// More payments than one transaction can make.
    public static var tooManyPayments: Self { "too_many_payments" }
    /// More notes than one transaction can consume.
    public static var tooManyNotes: Self { "too_many_notes" }
    /// A transaction has more bytes than a node reads. It was not proven.
    public static var transactionTooLarge: Self { "transaction_too_large" }
    /// The proof of a transaction needs more memory than proofs may take on this machine. It was not proven.
    public static var proofTooLarge: Self { "proof_too_large" }
    /// A payment that carries nothing.
    public static var paymentWithoutAssets: Self { "payment_without_assets" }
    /// A payment of more assets than a note can carry.
    public static var tooManyAssets: Self { "too_many_assets" }
    /// Heights of a payment that contradict each other, or are none.
    public static var invalidHeights: Self { "invalid_heights" }
    /// A text that does not identify a unique token.
    public static var invalidAsset: Self { "invalid_asset" }
    /// A unique token that was to go to two places.
    public static var assetNamedTwice: Self { "asset_named_twice" }
    /// A unique token the account does not hold.
    public static var assetNotHeld: Self { "asset_not_held" }
    /// A token that cannot be: the sentence says why not.
    public static var invalidToken: Self { "invalid_token" }
    /// An account that issues no token.
    public static var notAFaucet: Self { "not_a_faucet" }
    /// More of a token than there may be.
    public static var supplyExceeded: Self { "supply_exceeded" }
    /// A swap that cannot be: the sentence says why not.
    public static var invalidSwap: Self { "invalid_swap" }
    /// A note that is no swap.
    public static var notASwap: Self { "not_a_swap" }
    /// A swap that was to be consumed as if it were a payment.
    public static var noteIsSwap: Self { "note_is_swap" }
    /// An amount with which a swap cannot be filled.
    public static var invalidFill: Self { "invalid_fill" }
    /// A swap that another account made, and can cancel.
    public static var swapOfAnotherAccount: Self { "swap_of_another_account" }
    /// A swap without a way back, whose account does not hold what it takes to fill it itself.
    public static var noWayBack: Self { "no_way_back" }
    /// The network takes new accounts by invitation only, and this one has none.
    public static var notInvited: Self { "not_invited" }
    /// An account that needs no invitation. The code was not used.
    public static var invitationNotNeeded: Self { "invitation_not_needed" }
    /// An invitation code that the network does not know.
    public static var invitationUnknown: Self { "invitation_unknown" }
    /// An invitation code that was used before.
    public static var invitationUsed: Self { "invitation_used" }
    /// A text that cannot be an invitation code.
    public static var invalidInvitation: Self { "invalid_invitation" }
    /// No node answers.
    public static var nodeUnreachable: Self { "node_unreachable" }
    /// The node belongs to another network than the store.
    public static var nodeOfAnotherNetwork: Self { "node_of_another_network" }
    /// The node speaks another version of the protocol.
    public static var nodeOfAnotherVersion: Self { "node_of_another_version" }
    /// The store was made for another network.
    public static var storeOfAnotherNetwork: Self { "store_of_another_network" }
    /// Another wallet has the store open.
    public static var storeInUse: Self { "store_in_use" }
    /// The time passed before anything had been handed to the network: nothing has come of the call.
    public static var timedOut: Self { "timed_out" }
    /// The time had passed, and nobody said in time what has come of the operation: a transaction may have been submitted.
    public static var timedOutUnanswered: Self { "timed_out_unanswered" }
    /// The time had passed, and what had begun goes on all the same: an account is written, or an invitation is used.
    public static var timedOutWhileWriting: Self { "timed_out_while_writing" }
    /// The time passed after a transaction had been handed to the network: it completes in the background.
    public static var timedOutAfterSubmission: Self { "timed_out_after_submission" }
    /// The wallet was closed after a transaction had been handed to the network: the next sync, once it is open again, finds
    /// out what became of it.
    public static var closedAfterSubmission: Self { "closed_after_submission" }
    /// The wallet was closed while an account was written, or an invitation used: once it is open again, it says what has come
    /// of it.
    public static var closedWhileWriting: Self { "closed_while_writing" }
    /// The library was built for a newer CPU than this one.
    public static var unsupportedProcessor: Self { "unsupported_processor" }
    /// What became of a transaction an earlier run submitted is not known yet. Its account makes no other until it is.
    public static var notSettled: Self { "not_settled" }
    /// The account waits for a transaction that is in no block yet and cannot be submitted again: the message names it and
    /// the block at which the wait ends.
    public static var dependencyLost: Self { "dependency_lost" }
    /// A transaction was not submitted, because it could not be written down in the journal first.
    public static var journalNotWritten: Self { "journal_not_written" }
    /// The journal of transactions on their way cannot be read.
    public static var journalNotRead: Self { "journal_not_read" }
    /// An entry of the journal is damaged or belongs to another store: the message names the file.
    public static var journalEntryUnusable: Self { "journal_entry_unusable" }
    /// A reference is empty or too long.
    public static var invalidReference: Self { "invalid_reference" }
    /// A reference was used for another request: the message says when and for what.
    public static var referenceUsed: Self { "reference_used" }
    /// A transaction that was made for a reference may still be included, and no other one can be made meanwhile.
    public static var referenceUnsettled: Self { "reference_unsettled" }
    /// The wallet was restored from a backup, or the account taken in, and the transactions that the account has made elsewhere
    /// are not known yet. Do not repeat the call blindly: look for the payment in the history first, as such a transaction has
    /// no reference here.
    public static var referencesNotKnownYet: Self { "references_not_known_yet" }
    /// A fault left a transaction between its submission and its record: the wallet has to be opened again.
    public static var walletPoisoned: Self { "wallet_poisoned" }
    /// The network may or may not have accepted a transaction: the next sync finds out.
    public static var submissionUnknown: Self { "submission_unknown" }
    /// The network has accepted a transaction that the store could not record: the next sync does.
    public static var notRecorded: Self { "not_recorded" }
    /// The disk that holds the wallet's files is full.
    public static var diskFull: Self { "disk_full" }
    /// The store, its folder or the disk is read-only.
    public static var storeReadOnly: Self { "store_read_only" }
    /// The store is damaged, or is something else.
    public static var storeDamaged: Self { "store_damaged" }
    /// The store cannot be opened for another reason.
    public static var storeUnusable: Self { "store_unusable" }
    /// The file of the history cannot be read or written. It is made of what is in the store.
    public static var history: Self { "history" }
    /// The keystore is under a passphrase, and none was given.
    public static var passphraseNeeded: Self { "passphrase_needed" }
    /// A passphrase of no characters for a keystore that is to be made.
    public static var passphraseEmpty: Self { "passphrase_empty" }
    /// The passphrase is not the one of the keystore.
    public static var wrongPassphrase: Self { "wrong_passphrase" }
    /// The keystore is protected in another way than it was opened with.
    public static var keySourceMismatch: Self { "key_source_mismatch" }
    /// The key over the keystore is gone from where the platform keeps it.
    public static var keyFileMissing: Self { "key_file_missing" }
    /// Others than the user can read the file with the key over the keystore.
    public static var keyFileExposed: Self { "key_file_exposed" }
    /// The Keychain does not give or take the key over the keystore.
    public static var keychainUnusable: Self { "keychain_unusable" }
    /// The keystore cannot be read, or was changed by somebody who does not have its key.
    public static var keystoreDamaged: Self { "keystore_damaged" }
    /// A text that cannot be an account's name.
    public static var invalidAccountName: Self { "invalid_account_name" }
    /// A name that another account has.
    public static var accountNameTaken: Self { "account_name_taken" }
    /// A text that is not a key.
    public static var invalidKey: Self { "invalid_key" }
    /// The key of an account is not in this wallet.
    public static var keyNotHere: Self { "key_not_here" }
    /// A key is not the one that the account signs with.
    public static var keyOfAnotherAccount: Self { "key_of_another_account" }
    /// Nobody says which account a key is of.
    public static var keyOfUnknownAccount: Self { "key_of_unknown_account" }
    /// The state of an account is neither here nor on the network: its account file has it.
    public static var accountStateNeeded: Self { "account_state_needed" }
    /// A backup cannot be read or written.
    public static var backupFileUnusable: Self { "backup_file_unusable" }
    /// A backup is of a wallet on another network.
    public static var backupOfAnotherNetwork: Self { "backup_of_another_network" }
    /// There is a wallet already where a backup was to be restored.
    public static var walletNotEmpty: Self { "wallet_not_empty" }
    /// A passphrase of no characters for a backup or a key file.
    public static var filePassphraseEmpty: Self { "file_passphrase_empty" }
    /// A file that is not a backup, or not a key file.
    public static var invalidSealedFile: Self { "invalid_sealed_file" }
    /// A backup or key file of another version of this library.
    public static var sealedFileOfAnotherVersion: Self { "sealed_file_of_another_version" }
    /// The passphrase is not the one of the backup or key file.
    public static var wrongFilePassphrase: Self { "wrong_file_passphrase" }
    /// A backup or key file is not what was written once.
    public static var sealedFileDamaged: Self { "sealed_file_damaged" }
    /// The app's signer has thrown, or was cancelled.
    public static var signerFailed: Self { "signer_failed" }
    /// A signature is needed, and there is no signer to ask.
    public static var signerUnavailable: Self { "signer_unavailable" }
    /// Bytes that are not a public key of the scheme.
    public static var invalidPublicKey: Self { "invalid_public_key" }
    /// Bytes that are not a signature of what was to be signed by the key that was to sign it.
    public static var invalidSignature: Self { "invalid_signature" }
    /// An ECDSA signature whose s is above half the order of the curve. Only the form with the low s counts.
    public static var signatureWithHighS: Self { "signature_with_high_s" }
    /// Bytes to sign that are not a word, or not signing inputs, as they are said to be.
    public static var invalidSigningPayload: Self { "invalid_signing_payload" }
    /// A folder for the wallet's files cannot be made.
    public static var directoryUnusable: Self { "directory_unusable" }
    /// The two halves of this library do not understand each other.
    public static var bridge: Self { "bridge" }
    /// A text that is not the address of an account.
    public static var invalidAddress: Self { "invalid_address" }
    /// An address of an account on another network.
    public static var addressOfAnotherNetwork: Self { "address_of_another_network" }
    /// A text that is too long for a QR code.
    public static var invalidQRText: Self { "invalid_qr_text" }
    /// Another copy of an account has made transactions, and this wallet has an older state of it than the network.
    public static var accountLocked: Self { "account_locked" }
    /// An account could not be made.
    public static var accountCreation: Self { "account_creation" }
    /// The key of an account could not be made, read or stored.
    public static var key: Self { "key" }
    /// A transaction of this wallet that is not committed yet consumes a note.
    public static var noteBeingConsumed: Self { "note_being_consumed" }
    /// A transaction would make a note that exists already. Only one of the two could be consumed. Nothing was submitted.
    public static var noteAlreadyExists: Self { "note_already_exists" }
    /// A transaction would make one note twice. Only one of the two could be consumed. Nothing was submitted.
    public static var noteMadeTwice: Self { "note_made_twice" }
    /// A note is not on the chain yet, as far as the wallet has synced.
    public static var noteNotCommitted: Self { "note_not_committed" }
    /// A note was consumed, and the wallet no longer has the proof that it is on the chain.
    public static var noteProofNotKept: Self { "note_proof_not_kept" }
    /// The script of a note exceeds ``MidenWallet/Configuration/noteScripts``.
    public static var noteScriptOverBudget: Self { "note_script_over_budget" }
    /// What a faucet runs when its token moves exceeds ``MidenWallet/Configuration/noteScripts``.
    public static var tokenCallbackOverBudget: Self { "token_callback_over_budget" }
    /// Another script still runs in this process, beyond its time. Try again later.
    public static var noteScriptsBusy: Self { "note_scripts_busy" }
    /// The wallet does not know enough of a note to write it into a file.
    public static var noteDetailsUnknown: Self { "note_details_unknown" }
    /// A note cannot be consumed: the proof that it is on the chain does not hold.
    public static var noteInvalid: Self { "note_invalid" }
    /// A note was named more than once.
    public static var noteNamedTwice: Self { "note_named_twice" }
    /// No note was named.
    public static var noNotesNamed: Self { "no_notes_named" }
    /// A transaction could not be carried out: the causes say what its code ran into.
    public static var execution: Self { "execution" }
    /// A transaction could not be proven on this machine.
    public static var proving: Self { "proving" }
    /// The network refused a transaction.
    public static var rejected: Self { "rejected" }
    /// The wallet has never synced, and what was asked for is about the chain.
    public static var notSynced: Self { "not_synced" }
    /// The node is too busy to answer.
    public static var nodeBusy: Self { "node_busy" }
    /// The node answered that it failed.
    public static var nodeFailed: Self { "node_failed" }
    /// The node does not take calls of this wallet: it is of another network or another version.
    public static var nodeRefusesWallet: Self { "node_refuses_wallet" }
    /// The node cannot tell what has become of notes for accounts that the network drives itself.
    public static var noNetworkTransactions: Self { "no_network_transactions" }
    /// The network does not know a note as one for an account that it drives itself.
    public static var notANetworkNote: Self { "not_a_network_note" }
    /// The store could not be read or written.
    public static var store: Self { "store" }
    /// This account, network or build cannot do what was asked for.
    public static var unsupported: Self { "unsupported" }
    /// 256 requests wait already.
    public static var queueFull: Self { "queue_full" }
    /// The task was cancelled, and nothing was submitted.
    public static var cancelled: Self { "cancelled" }
    /// The wallet was closed before the operation was done. Nothing was submitted; an account that was being written may be there.
    public static var closed: Self { "closed" }
    /// A blocking call from a callback of the library, which would wait for itself.
    public static var wouldDeadlock: Self { "would_deadlock" }
    /// Something that must not happen has happened inside the wallet.
    public static var `internal`: Self { "internal" }
    /// The same, with a panic in Rust.
    public static var panicked: Self { "panicked" }
}
