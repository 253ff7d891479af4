import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Golden messages, which the Rust side reads and writes as well")
struct GoldenMessagesTests {
    /// Which type a golden file shows.
    private static let types: [String: any (Codable & Sendable).Type] = [
        "answers/failure": SigningFailure.self,
        "answers/signature": SigningAnswer.self,
        "configurations/custom": ConfigurationMessage.self,
        "configurations/embedded": ConfigurationMessage.self,
        "configurations/mainnet": ConfigurationMessage.self,
        "configurations/testnet": ConfigurationMessage.self,
        "configurations/local": ConfigurationMessage.self,
        "configurations/restored_backup": ConfigurationMessage.self,
        "replies/back_up": BackUpReply.self,
        "replies/export_key": ExportKeyReply.self,
        "replies/export_key_unencrypted": ExportKeyReply.self,
        "replies/import_key": AccountIDReply.self,
        "replies/get_keys": GetKeysReply.self,
        "replies/rename_account": AccountIDReply.self,
        "requests/back_up": BackUpRequest.self,
        "requests/export_key": ExportKeyRequest.self,
        "requests/export_key_unencrypted": ExportKeyRequest.self,
        "requests/import_key": ImportKeyRequest.self,
        "requests/import_key_hex": ImportKeyRequest.self,
        "requests/rename_account": RenameAccountRequest.self,
        "events/log": LogEvent.self,
        "questions/sign_free_transaction": SigningQuestion.self,
        "questions/sign_message": SigningQuestion.self,
        "questions/sign_word": SigningQuestion.self,
        "questions/sign_transaction": SigningQuestion.self,
        "replies/consume_all": ConsumeAllReply.self,
        "replies/consume_all_nothing": ConsumeAllReply.self,
        "replies/preview_consume_all": PreviewConsumeAllReply.self,
        "replies/create_wallet": AccountIDReply.self,
        "replies/export_account": FileReply.self,
        "replies/export_note": FileReply.self,
        "replies/check_mnemonic": MnemonicReply.self,
        "replies/generate_mnemonic": MnemonicReply.self,
        "replies/follow_tag": TagReply.self,
        "replies/get_followed_tags": FollowedTagsReply.self,
        "requests/follow_tag": FollowTagRequest.self,
        "replies/get_addresses": GetAddressesReply.self,
        "requests/get_addresses": GetAddressesRequest.self,
        "requests/add_address": AddAddressRequest.self,
        "replies/format_address": AddressReply.self,
        "replies/parse_address": AccountIDReply.self,
        "replies/qr_code": QRCodeReply.self,
        "requests/format_address": FormatAddressRequest.self,
        "requests/parse_address": ParseAddressRequest.self,
        "requests/parse_address_of_any_network": ParseAddressRequest.self,
        "requests/qr_code": QRCodeRequest.self,
        "replies/create_faucet": AccountIDReply.self,
        "replies/get_faucet": GetFaucetReply.self,
        "replies/get_swaps": GetSwapsReply.self,
        "replies/register_account": AccountIDReply.self,
        "replies/check_invitation": CheckInvitationReply.self,
        "requests/check_invitation": CheckInvitationRequest.self,
        "replies/get_outcome": OutcomeReply.self,
        "replies/get_outcome_none": OutcomeReply.self,
        "replies/transact": TransactReply.self,
        "replies/transact_call": TransactReply.self,
        "replies/transact_consume": TransactReply.self,
        "replies/transact_send": TransactReply.self,
        "requests/create_faucet": CreateFaucetRequest.self,
        "requests/get_faucet": GetFaucetRequest.self,
        "requests/get_outcome": OutcomeRequest.self,
        "requests/preview_fill_swap": PreviewRequest.self,
        "requests/register_account": RegisterAccountRequest.self,
        "requests/transact_approved": TransactRequest.self,
        "requests/transact_burn": TransactRequest.self,
        "requests/transact_call": TransactRequest.self,
        "requests/transact_cancel_swap": TransactRequest.self,
        "requests/transact_consume": TransactRequest.self,
        "requests/transact_consume_with_prover": TransactRequest.self,
        "requests/transact_fill_swap": TransactRequest.self,
        "requests/transact_issue": TransactRequest.self,
        "requests/transact_partial_swap": TransactRequest.self,
        "requests/transact_send": TransactRequest.self,
        "requests/transact_swap": TransactRequest.self,
        "replies/get_accounts": GetAccountsReply.self,
        "replies/get_balance": GetBalanceReply.self,
        "replies/get_events": GetEventsReply.self,
        "replies/get_notes": GetNotesReply.self,
        "replies/get_public_account": PublicAccountReply.self,
        "replies/get_account_details": AccountDetailsReply.self,
        "replies/get_public_account_unchecked": PublicAccountReply.self,
        "replies/get_tokens": TokensReply.self,
        "replies/add_token": TokenReply.self,
        "replies/set_token_hidden": TokenReply.self,
        "replies/get_input_notes": GetInputNotesReply.self,
        "replies/get_note": GetNotesReply.Entry.self,
        "requests/get_note": GetNoteRequest.self,
        "replies/get_received_notes": GetReceivedNotesReply.self,
        "requests/get_received_notes": GetReceivedNotesRequest.self,
        "replies/describe_note_file": DescribeNoteFileReply.self,
        "requests/describe_note_file": DescribeNoteFileRequest.self,
        "replies/verify_notes": GetInputNotesReply.self,
        "requests/verify_notes": VerifyNotesRequest.self,
        "requests/dismiss_notes": DismissNotesRequest.self,
        "replies/get_transaction": GetTransactionReply.self,
        "replies/get_undelivered_notes": UndeliveredNotesReply.self,
        "replies/get_transactions": GetTransactionsReply.self,
        "replies/import_account": AccountIDReply.self,
        "replies/import_expected_note": ImportNoteReply.self,
        "replies/import_note": ImportNoteReply.self,
        "replies/info": InfoReply.self,
        "replies/mint": MintReply.self,
        "replies/restore": RestoreReply.self,
        // The reply says again what was asked for, and this side does not read it.
        "replies/set_default_account": SetDefaultAccountRequest.self,
        "replies/set_default_account_none": SetDefaultAccountRequest.self,
        "requests/set_default_account_none": SetDefaultAccountRequest.self,
        "replies/preview": TransactionSummaryMessage.self,
        "replies/sign_message": MessageSignature.self,
        "replies/sync": SyncReply.self,
        "replies/test_connection": TestConnectionReply.self,
        "replies/test_connection_unreachable": TestConnectionReply.self,
        "replies/test_sign": TestSignReply.self,
        "replies/verify_message": VerifyMessageReply.self,
        "replies/verify_payload": VerifyPayloadReply.self,
        "replies/describe_payload": DescribePayloadReply.self,
        "replies/describe_payload_arbitrary": DescribePayloadReply.self,
        "requests/describe_payload": DescribePayloadRequest.self,
        "replies/describe_request": DescribeRequestReply.self,
        "requests/describe_request": DescribeRequestRequest.self,
        "requests/preview_serialized": PreviewRequest.self,
        "replies/read_payload": ReadPayloadReply.self,
        "replies/read_payload_neither": ReadPayloadReply.self,
        "requests/check_mnemonic": CheckMnemonicRequest.self,
        "requests/consume_all": ConsumeAllRequest.self,
        "requests/preview_consume_all": PreviewConsumeAllRequest.self,
        "requests/create_wallet": CreateWalletRequest.self,
        "requests/create_wallet_named": CreateWalletRequest.self,
        "requests/create_wallet_of_mnemonic": CreateWalletRequest.self,
        "requests/create_wallet_of_signer": CreateWalletRequest.self,
        "requests/export_account": ExportAccountRequest.self,
        "requests/export_note": ExportNoteRequest.self,
        "requests/generate_mnemonic": GenerateMnemonicRequest.self,
        "requests/get_balance": GetBalanceRequest.self,
        "requests/get_events": GetEventsRequest.self,
        "requests/get_notes": GetNotesRequest.self,
        "requests/get_public_account": GetPublicAccountRequest.self,
        "requests/get_account_details": GetAccountDetailsRequest.self,
        "requests/add_token": AddTokenRequest.self,
        "requests/set_token_hidden": SetTokenHiddenRequest.self,
        "requests/get_input_notes": GetInputNotesRequest.self,
        "requests/get_transaction": GetTransactionRequest.self,
        "requests/get_transactions": GetTransactionsRequest.self,
        "requests/import_account": ImportAccountRequest.self,
        "requests/import_note": ImportNoteRequest.self,
        "requests/mint": MintRequest.self,
        "requests/restore": RestoreRequest.self,
        "requests/preview_consume": PreviewRequest.self,
        "requests/preview_send": PreviewRequest.self,
        "requests/set_default_account": SetDefaultAccountRequest.self,
        "requests/sign_message": SignMessageRequest.self,
        "requests/sign_word": SignMessageRequest.self,
        "requests/test_fill_history": FillHistoryRequest.self,
        "requests/test_sign": TestSignRequest.self,
        "requests/verify_message": VerifyMessageRequest.self,
        "requests/verify_payload": VerifyPayloadRequest.self,
        "requests/read_payload": ReadPayloadRequest.self,
        "requests/create_account": CreateAccountRequest.self,
        "requests/transact_custom": TransactRequest.self,
        "requests/transact_custom_notes": TransactRequest.self,
        "requests/preview_custom": PreviewRequest.self,
        "requests/run_program": RunProgramRequest.self,
        "requests/get_storage": GetStorageRequest.self,
        "requests/get_storage_of_index": GetStorageRequest.self,
        "requests/get_procedures": GetProceduresRequest.self,
        "requests/get_note_contents": GetNoteContentsRequest.self,
        "requests/get_network_note": GetNetworkNoteRequest.self,
        "requests/compile": CompileRequest.self,
        "requests/describe_package": DescribePackageRequest.self,
        "requests/describe_contract": DescribeContractRequest.self,
        "requests/describe_contract_component": DescribeContractRequest.self,
        "requests/describe_interface": DescribeInterfaceRequest.self,
        "requests/parse_advice": ParseAdviceRequest.self,
        "requests/encode_value": EncodeValueRequest.self,
        "requests/encode_storage_value": EncodeValueRequest.self,
        "requests/decode_value": DecodeValueRequest.self,
        "requests/parse_value": ParseValueRequest.self,
        "requests/hash_elements": HashElementsRequest.self,
        "replies/create_account": AccountIDReply.self,
        "replies/execute": TransactReply.self,
        "replies/run_program": RunProgramReply.self,
        "replies/get_storage": GetStorageReply.self,
        "replies/get_procedures": GetProceduresReply.self,
        "replies/get_note_contents": GetNoteContentsReply.self,
        "replies/get_network_note": GetNetworkNoteReply.self,
        "replies/compile": CompileReply.self,
        "replies/compile_refused": CompileReply.self,
        "replies/describe_package": PackageMessage.self,
        "replies/describe_contract": ContractDocumentMessage.self,
        "replies/describe_contract_bare": ContractDocumentMessage.self,
        "replies/describe_interface": ContractInterface.self,
        "replies/parse_advice": ParseAdviceReply.self,
        "replies/encode_value": EncodeValueReply.self,
        "replies/decode_value": ContractValueReply.self,
        "replies/parse_value": ContractValueReply.self,
        "replies/hash_elements": HashElementsReply.self,
        "questions/sign_receipt": SigningQuestion.self,
        "replies/open_request_refused": OpenedReply.self,
        "requests/derive_secret_keys": DeriveSecretKeysRequest.self,
        "replies/derive_secret_keys": SecretKeysReply.self,
        "requests/derive_link_keys": DeriveLinkKeysRequest.self,
        "replies/derive_link_keys": LinkKeysReply.self,
        "requests/requester_key": RequesterKeyRequest.self,
        "replies/requester_key": RequesterKeyReply.self,
        "requests/sign_request": SignRequestRequest.self,
        "replies/sign_request": SignRequestReply.self,
        "requests/verify_request": VerifyRequestRequest.self,
        "replies/verify_request": VerifyRequestReply.self,
        "requests/seal_request": SealRequestRequest.self,
        "replies/seal_request": SealedReply.self,
        "requests/open_request": OpenRequestRequest.self,
        "replies/open_request": OpenedReply.self,
        "requests/seal_receipt": SealReceiptRequest.self,
        "replies/seal_receipt": SealedReply.self,
        "requests/open_receipt": OpenReceiptRequest.self,
        "replies/open_receipt": OpenedReply.self,
    ]

    @Test("There is a type for every file and a file for every type")
    func nothingIsLeftOut() throws {
        let files = try PackageFiles.goldenMessages().keys.filter { !$0.hasPrefix("errors/") }
        #expect(Set(files) == Set(Self.types.keys))
        let requests = Self.types.keys.filter { $0.hasPrefix("requests/") }
        #expect(Set(requests) == Set(Self.requests.keys.map { "requests/" + $0 }))
    }

    @Test("What is read and written back means the same", arguments: types.keys.sorted())
    func roundTrip(name: String) throws {
        let golden = try PackageFiles.goldenMessage(name)
        let type = try #require(Self.types[name])
        let message = try Wire.decode(type, from: golden)
        // A question may say that there is nothing by null, which is not written here.
        #expect(try JSONTree(Wire.encode(message)).withoutNulls == JSONTree(golden).withoutNulls)
    }

    @Test("What a signer is asked arrives with all there is to decide on")
    func signingRequest() throws {
        let golden = try PackageFiles.goldenMessage("questions/sign_transaction")
        let request = SigningRequest(try Wire.decode(SigningQuestion.self, from: golden))
        #expect(request.accountId == Self.account)
        #expect(request.publicKey == Self.publicKey)
        #expect(request.message == Data(0..<32))
        #expect(request.digest == Data((0..<32).reversed()))
        let transaction = try #require(request.transaction)
        #expect(transaction.accountId == Self.account)
        #expect(transaction.consumedNotes == [Self.note])
        #expect(transaction.createdNotes.map(\.recipientId) == [Self.otherAccount, nil])
        #expect(transaction.createdNotes.map(\.type) == [.public, .private])
        #expect(transaction.createdNotes.map(\.reclaimHeight) == [.max, nil])
        #expect(transaction.createdNotes.map(\.timelockHeight) == [120, nil])
        #expect(transaction.createdNotes.map(\.fungibleAssets.count) == [1, 0])
        #expect(transaction.createdNotes.map(\.nonFungibleAssets.count) == [0, 1])
        #expect(transaction.assetsIn.fungible.map(\.amount) == [(1 << 53) + 1])
        #expect(transaction.assetsOut.fungible.map(\.formatted) == ["0.0004 MIDEN"])
        #expect(transaction.assetsOut.nonFungible.count == 1)
        #expect(transaction.fee?.formatted == "0.0075 MIDEN")
        #expect(transaction.remaining.map(\.formatted) == ["0.0005 MIDEN"])

        let questions: [(String, SigningRequest.Kind, hasTransaction: Bool)] = [
            ("sign_message", .message, false), ("sign_word", .word, false), ("sign_receipt", .receipt, false),
            ("sign_free_transaction", .transaction, true),
        ]
        for (name, kind, hasTransaction) in questions {
            let golden = try PackageFiles.goldenMessage("questions/" + name)
            let request = SigningRequest(try Wire.decode(SigningQuestion.self, from: golden))
            #expect(request.kind == kind)
            #expect((request.transaction != nil) == hasTransaction)
            #expect(request.transaction?.fee == nil)
            #expect(request.transaction?.remaining.isEmpty != false)
            #expect((request.digest != nil) == (request.scheme == .ecdsaK256Keccak))
        }
    }

    @Test("Every error of the Rust side arrives with its code, its sentence and all else it has to say")
    func errors() throws {
        let files = try PackageFiles.goldenMessages().keys.filter { $0.hasPrefix("errors/") }
        #expect(files.count >= 50)
        var codes: Set<MidenError.Code> = []
        for name in files {
            let golden = try PackageFiles.goldenMessage(name)
            let message = try Wire.decode(ErrorMessage.self, from: golden)
            #expect(try JSONTree(Wire.encode(message)) == JSONTree(golden))
            let error = MidenError(code: message.code, bytes: golden)
            #expect("errors/\(error.kind)" == name)
            #expect(error.code.rawValue == message.code)
            #expect(error.localizedDescription == message.message)
            #expect(error.causes == message.causes)
            #expect(error.isRetryable == message.retryable)
            #expect(error.transactionId?.hex == message.transactionId)
            codes.insert(error.code)
        }
        #expect(codes == Set(MidenError.Code.allCases))
    }

    @Test("Requests made by the wallet mean what the golden ones mean", arguments: requests.keys.sorted())
    func requestsAsMade(name: String) throws {
        let request = try #require(Self.requests[name])
        #expect(try JSONTree(Wire.encode(request)) == JSONTree(PackageFiles.goldenMessage("requests/" + name)))
    }

    @Test("Operations that need no payload send no bytes")
    func bareRequests() throws {
        let requests: [any Request] = [
            PingRequest(), InfoRequest(), SyncRequest(), TestConnectionRequest(), GetAccountsRequest(),
            GetUndeliveredNotesRequest(), GetFollowedTagsRequest(), GetTokensRequest(), GetSwapsRequest(),
            GetKeysRequest(),
        ]
        for request in requests {
            #expect(try request.payload().isEmpty)
        }
    }

    @Test("A field that is not set is left out")
    func absentFields() throws {
        #expect(try JSONTree(GetInputNotesRequest(accountId: nil).payload()) == .object([:]))
        #expect(try JSONTree(GetAddressesRequest(accountId: nil).payload()) == .object([:]))
        let plain = TransactRequest(
            accountId: Self.account,
            draft: .send([Payment(to: Self.otherAccount, faucetId: Self.faucet, amount: 1)]),
            maximumFee: nil
        )
        guard case .object(let members) = try JSONTree(plain.payload()), case .object(let draft)? = members["draft"],
            case .list(let sent)? = draft["send"], case .object(let payment)? = sent.first
        else {
            Issue.record("a payment is an object")
            return
        }
        #expect(Set(members.keys) == ["account_id", "draft"] && Set(draft.keys) == ["send"])
        #expect(Set(payment.keys) == ["recipient_id", "fungible_assets", "note_type"])
        let page = GetTransactionsRequest(TransactionQuery(), after: nil, limit: 7)
        #expect(try JSONTree(page.payload()) == .object(["limit": .natural(7)]))
        let request = CreateWalletRequest(seed: nil, scheme: .falcon512Poseidon2, visibility: .private)
        #expect(
            try JSONTree(request.payload())
                == .object(["scheme": .text("falcon512_poseidon2"), "visibility": .text("private")])
        )
    }

    @Test("A configuration with a backup to restore means what the golden one means")
    func restoringConfiguration() throws {
        var configuration = MidenWallet.Configuration(network: .devnet, dataDirectory: "/data")
        configuration.keys = .passphrase("correct horse battery staple")
        var message = try ConfigurationMessage(configuration, places: Places(configuration, environment: [:]))
        message.restoredBackup = .init(path: "/backups/wallet.backup", passphrase: "another passphrase")
        let golden = try PackageFiles.goldenMessage("configurations/restored_backup")
        #expect(try JSONTree(Wire.encode(message)) == JSONTree(golden))
    }

    @Test("Configurations made by the wallet mean what the golden ones mean")
    func configurationsAsMade() throws {
        let embedded = MidenWallet.EmbeddedOptions(
            proofs: .dummy,
            verificationBaseFee: 500,
            nodeVersion: "0.18.2",
            submissionDelay: .milliseconds(250),
            syncDelay: .seconds(5),
            noteTransportIsDown: true
        )
        let networks: [String: (MidenWallet.Network, proverThreads: Int)] = [
            "testnet": (.testnet, 0),
            "custom": (.custom(rpcEndpoint: "http://127.0.0.1:57291"), 2),
            "embedded": (.embedded(embedded), 2),
        ]
        for (name, (network, proverThreads)) in networks {
            #if canImport(Security)
                // There the platform's key is in the Keychain, and not the same on two machines.
                guard name != "testnet" else {
                    continue
                }
            #endif
            var configuration = MidenWallet.Configuration(
                network: network,
                dataDirectory: "/data",
                proverThreads: proverThreads
            )
            if name == "embedded" {
                configuration.keys = .signer(SilentSigner())
            }
            if name == "custom" {
                configuration.concurrentProofs = 2
                configuration.maximumProofMemory = 8 << 30
                configuration.prover = .remoteWithLocalFallback(url: "http://127.0.0.1:50051", timeout: .seconds(90))
                configuration.noteTransport = .at(url: "http://127.0.0.1:57292")
                configuration.keys = .passphrase("correct horse battery staple")
                configuration.storePath = "/data/custom/store.sqlite3"
                configuration.keystorePath = "/data/custom/keystore"
            }
            let message = try ConfigurationMessage(configuration, places: Places(configuration, environment: [:]))
            let golden = try PackageFiles.goldenMessage("configurations/" + name)
            #expect(try JSONTree(Wire.encode(message)) == JSONTree(golden))
        }
    }
}
