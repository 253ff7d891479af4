import Foundation
import MidenTestSupport

@testable import MidenSwiftClient

/// The requests of the golden files, as the wallet makes them.
extension GoldenMessagesTests {
    static let account: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
    static let otherAccount: AccountID = .of("0x1b2c3d4e5f60718293a4b5c6d7e8f0")
    static let faucet: AccountID = .of("0x2c3d4e5f60718293a4b5c6d7e8f091")
    private static let otherFaucet: AccountID = .of("0x4e5f60718293a4b5c6d7e8f0911223")
    static let note: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
    static let transaction: TransactionID =
        .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")

    static let payments = [
        Payment(to: otherAccount, faucetId: faucet, amount: Amount(.max), noteType: .private),
        Payment(
            to: account,
            nonFungibleAssets: [NonFungibleAsset(faucetId: .of("0x4e5f60718293a4b5c6d7e8f0911223"), asset: note.hex)],
            reclaimHeight: .max,
            timelockHeight: 120
        ),
    ]

    static let publicKey = Data(base64Encoded: "AoeoDJ9Eq4vqUKuB0uY9FqVZ3pC2b3cm8S4Z0l3n5q7w") ?? Data()

    struct SilentSigner: MidenSigner {
        func sign(_ request: SigningRequest) async throws -> Data { Data() }
    }

    /// What Swift sends, made as the wallet makes it.
    static let requests: [String: any Encodable & Sendable] = [
        "back_up": BackUpRequest(path: "/backups/wallet.backup", passphrase: "another passphrase"),
        "export_key": ExportKeyRequest(accountId: account, passphrase: "another passphrase"),
        "export_key_unencrypted": ExportKeyRequest(unencryptedKeyOf: account),
        "import_key": ImportKeyRequest(
            file: Array(0..<8),
            passphrase: "another passphrase",
            accountId: account
        ),
        "import_key_hex": ImportKeyRequest(hex: "0x0102", accountId: nil),
        "rename_account": RenameAccountRequest(accountId: account, name: "Savings"),
        "check_mnemonic": CheckMnemonicRequest(
            phrase: "Abandon abandon abandon abandon abandon abandon\nabandon abandon abandon abandon abandon about"
        ),
        "consume_all": ConsumeAllRequest(
            accountId: account,
            except: [note],
            maximumNotes: 40,
            maximumFee: 7500,
            reference: "income of March"
        ),
        "preview_consume_all": PreviewConsumeAllRequest(accountId: account, maximumNotes: 40),
        "follow_tag": FollowTagRequest(tag: .max),
        "create_wallet": CreateWalletRequest(seed: Array(0..<32), scheme: .ecdsaK256Keccak, visibility: .public),
        "create_wallet_named": CreateWalletRequest(
            seed: nil,
            scheme: .ecdsaK256Keccak,
            visibility: .public,
            name: "Savings"
        ),
        "create_wallet_of_mnemonic": CreateWalletRequest(
            mnemonic: .abandon,
            index: 1,
            derivation: .legacy,
            scheme: .ecdsaK256Keccak,
            visibility: .private
        ),
        "create_wallet_of_signer": CreateWalletRequest(
            publicKey: publicKey,
            scheme: .ecdsaK256Keccak,
            visibility: .private
        ),
        "export_account": ExportAccountRequest(accountId: account),
        "export_note": ExportNoteRequest(noteId: note, content: .detailsWithProof),
        "generate_mnemonic": GenerateMnemonicRequest(wordCount: Mnemonic.WordCount.twentyFour.rawValue),
        "get_addresses": GetAddressesRequest(accountId: account),
        "add_address": AddAddressRequest(address: "memb1ap2qrmeks90y052tv50ga95p2v4psngx_qq2qqmsdml4"),
        "format_address": FormatAddressRequest(accountId: .of("0x5401ef36815e47d14b651e8e968153"), network: "embedded"),
        "parse_address_of_any_network": ParseAddressRequest(
            address: "memb1ap2qrmeks90y052tv50ga95p2v4psngx",
            network: nil
        ),
        "parse_address": ParseAddressRequest(address: "memb1ap2qrmeks90y052tv50ga95p2v4psngx", network: "embedded"),
        "qr_code": QRCodeRequest(text: "memb1ap2qrmeks90y052tv50ga95p2v4psngx", format: .png),
        "get_balance": GetBalanceRequest(accountId: account),
        "get_events": GetEventsRequest(after: EventCursor(rawValue: "RQABAgMEBQYHCAkKCwwNDg8AAAAAAAAABw"), limit: 100),
        "get_input_notes": GetInputNotesRequest(accountId: account),
        "get_note": GetNoteRequest(noteId: note),
        "get_received_notes": GetReceivedNotesRequest(accountId: account, query: .notes([note])),
        "describe_note_file": DescribeNoteFileRequest(file: Data("note".utf8)),
        "verify_notes": VerifyNotesRequest(noteIds: [note]),
        "dismiss_notes": DismissNotesRequest(
            noteIds: [note, .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")]
        ),
        "get_notes": GetNotesRequest(
            NoteQuery(
                accountId: account,
                direction: .received,
                state: .committed,
                type: .private,
                kind: .conditionalPayment,
                recordedFrom: Date(timeIntervalSince1970: 1_767_225_599.5),
                recordedBefore: Date(timeIntervalSince1970: 1_798_761_600),
                blockFrom: 7,
                blockBefore: .max
            ),
            after: HistoryCursor(rawValue: "TgABAgMEBQYHCAkKCwwNDg8"),
            limit: 50
        ),
        "get_public_account": GetPublicAccountRequest(accountId: otherAccount, blockNumber: 120),
        "get_account_details": GetAccountDetailsRequest(accountId: account),
        "add_token": AddTokenRequest(faucetId: faucet),
        "set_token_hidden": SetTokenHiddenRequest(faucetId: faucet, isHidden: true),
        "get_transaction": GetTransactionRequest(transactionId: transaction),
        "get_transactions": GetTransactionsRequest(
            TransactionQuery(
                accountId: account,
                state: .committed,
                kind: .send,
                createdFrom: Date(timeIntervalSince1970: 1_767_225_599.5),
                createdBefore: Date(timeIntervalSince1970: 1_798_761_600),
                reference: "order 7"
            ),
            after: HistoryCursor(rawValue: "VAABAgMEBQYHCAkKCwwNDg8"),
            limit: 50
        ),
        "import_account": ImportAccountRequest(file: Array(0..<8)),
        "import_note": ImportNoteRequest(file: Array(0..<8)),
        "mint": MintRequest(accountId: account, token: "MIDEN", amount: 1_000_000, noteType: .public),
        "restore": RestoreRequest(
            phrase: Mnemonic.abandon.phrase,
            gapLimit: 20,
            schemes: [.ecdsaK256Keccak],
            derivations: Mnemonic.Derivation.allCases
        ),
        "create_faucet": CreateFaucetRequest(
            symbol: "GOLD",
            decimals: 12,
            maximumSupply: (1 << 63) - (1 << 31),
            name: "Fool's gold",
            scheme: .falcon512Poseidon2,
            visibility: .private,
            publicKey: Data([2, 3, 4])
        ),
        "get_faucet": GetFaucetRequest(accountId: faucet),
        "register_account": RegisterAccountRequest(accountId: account, invitationCode: "Miden-2026"),
        "check_invitation": CheckInvitationRequest(invitationCode: "Miden-2026"),
        "preview_fill_swap": PreviewRequest(accountId: account, draft: .fillSwap(note)),
        "transact_send": TransactRequest(
            accountId: account,
            draft: .send(payments),
            maximumFee: Amount(.max),
            reference: "order 7"
        ),
        "transact_consume": TransactRequest(accountId: account, draft: .consume([note]), maximumFee: 7500),
        "transact_consume_with_prover": TransactRequest(
            accountId: account,
            draft: .consume([note]),
            maximumFee: nil,
            prover: .remoteWithLocalFallback(url: "https://prover.example:443", timeout: .seconds(90))
        ),
        "transact_approved": TransactRequest(
            accountId: account,
            draft: .consume([note]),
            approved: TransactionApproval(digest: Data(0..<32), content: Data("MIDENAP1".utf8)),
            maximumFee: nil
        ),
        "transact_fill_swap": TransactRequest(
            accountId: account,
            draft: .fillSwap(note, amount: Amount(.max)),
            maximumFee: 7500
        ),
        "transact_cancel_swap": TransactRequest(accountId: account, draft: .cancelSwap(note), maximumFee: nil),
        "transact_issue": TransactRequest(
            accountId: faucet,
            draft: .mint(to: otherAccount, amount: Amount(.max), noteType: .private),
            maximumFee: Amount(.max)
        ),
        "transact_burn": TransactRequest(
            accountId: account,
            draft: .burn(faucetId: faucet, amount: 40),
            maximumFee: nil
        ),
        "transact_swap": TransactRequest(
            accountId: account,
            draft: .swap(
                SwapOffer(
                    offering: .nonFungible(NonFungibleAsset(faucetId: otherFaucet, asset: note.hex)),
                    for: .fungible(faucetId: faucet, amount: 1_500_000),
                    noteType: .private,
                    paybackType: .public
                )
            ),
            maximumFee: nil
        ),
        "transact_partial_swap": TransactRequest(
            accountId: account,
            draft: .swap(
                SwapOffer(
                    offering: .fungible(faucetId: faucet, amount: Amount(.max)),
                    for: .fungible(faucetId: otherFaucet, amount: Amount((1 << 53) + 1)),
                    isPartial: true,
                    minimumFill: 20
                )
            ),
            maximumFee: 7500
        ),
        "preview_consume": PreviewRequest(accountId: account, draft: .consume([note])),
        "get_outcome": OutcomeRequest(accountId: account, draft: .consume([note]), reference: "order 7"),
        "preview_send": PreviewRequest(accountId: account, draft: .send(payments)),
        "set_default_account": SetDefaultAccountRequest(accountId: account),
        "set_default_account_none": SetDefaultAccountRequest(accountId: nil),
        "sign_message": SignMessageRequest(accountId: account, kind: .message, message: Data("I am Alice".utf8)),
        "sign_word": SignMessageRequest(accountId: account, kind: .word, message: Data(0..<32)),
        "test_fill_history": FillHistoryRequest(count: 10_000),
        "test_sign": TestSignRequest(seed: Data(0..<32), scheme: .falcon512Poseidon2, message: Data(0..<32)),
        "verify_message": VerifyMessageRequest(
            scheme: .ecdsaK256Keccak,
            publicKey: publicKey,
            signature: Data(0..<8),
            message: Data("I am Alice".utf8)
        ),
        "verify_payload": VerifyPayloadRequest(
            signature: Data(0..<8),
            kind: .webMessage,
            payload: Data("I am Alice".utf8),
            keyCommitment: Data(0..<32)
        ),
        "describe_payload": DescribePayloadRequest(kind: .word, payload: Data(0..<32)),
        "describe_request": DescribeRequestRequest(request: Data(0..<4)),
        "preview_serialized": PreviewRequest(
            accountId: account,
            draft: .serialized(SerializedTransactionRequest(Data(0..<4)))
        ),
        "read_payload": ReadPayloadRequest(payload: Data(0..<32)),
    ].merging(contractRequests) { $1 }.merging(sealingRequests) { $1 }

    /// The computations for requests between apps.
    private static let sealingRequests: [String: any Encodable & Sendable] = [
        "derive_secret_keys": DeriveSecretKeysRequest(secret: Data(0..<32)),
        "derive_link_keys": DeriveLinkKeysRequest(linkKey: Data(0..<32)),
        "requester_key": RequesterKeyRequest(seed: Data(0..<32)),
        "sign_request": SignRequestRequest(text: Data(#"{"version":1}"#.utf8), seed: Data(0..<32)),
        "verify_request": VerifyRequestRequest(
            signature: Data(0..<64),
            text: Data(#"{"version":1}"#.utf8),
            publicKey: Data(0..<32)
        ),
        "seal_request": SealRequestRequest(request: Data(0..<8), linkKey: Data(0..<32)),
        "open_request": OpenRequestRequest(sealed: Data(0..<8), linkKey: Data(0..<32)),
        "seal_receipt": SealReceiptRequest(
            receipt: Data(0..<8),
            receiptKey: Data(0..<32),
            requestDigest: Data(32..<64)
        ),
        "open_receipt": OpenReceiptRequest(
            sealed: Data(0..<8),
            secret: Data(0..<32),
            requestDigest: Data(32..<64)
        ),
    ]
}
