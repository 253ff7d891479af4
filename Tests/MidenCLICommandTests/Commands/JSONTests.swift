import Foundation
import Testing

/// What programs read. A name that is here must stay.
@Suite("--json", .timeLimit(.minutes(5)))
struct JSONTests {
    private static let asset = [
        "amount: text", "decimals: number", "faucet_id: text", "formatted: text", "symbol: text",
    ]

    private static let left = [
        "left[].remaining: text", "left[].remaining_base_units: text", "left[].remaining_faucet_id: text",
    ]

    @Test("has the same names always, in every command")
    func shapes() async throws {
        let sandbox = try Sandbox()
        let made = try await sandbox.answer("init")
        #expect(
            made.shape == [
                "account_count: number", "directory: text", "network: text", "rpc_endpoint: text", "store_path: text",
            ]
        )
        let emptyInfo = try await sandbox.answer("info")
        #expect(emptyInfo["default_account_id"].isNull && emptyInfo["genesis_commitment"].isNull)
        #expect(try await sandbox.answer("accounts").shape == ["accounts[]"])

        let created = try await sandbox.answer("new-wallet")
        #expect(
            created.shape == [
                "account_id: text", "derivation: null", "index: null", "is_default: bool", "mnemonic: null",
                "name: null", "signature_scheme: text", "visibility: text",
            ]
        )
        let account = created["account_id"].text
        #expect(
            try await sandbox.answer("accounts").shape == [
                "accounts[].account_id: text", "accounts[].is_default: bool", "accounts[].kind: text",
                "accounts[].name: null",
                "accounts[].nonce: number",
                "accounts[].status: text", "accounts[].visibility: text",
            ]
        )
        #expect(try await sandbox.answer("use", account).shape == ["account_id: text"])
        #expect(
            try await sandbox.answer("balance").shape == [
                "account_id: text", "fungible_assets[]", "hidden_count: number", "is_locked: bool",
                "non_fungible_assets[]",
            ]
        )
        let minted = try await sandbox.answer("faucet", "--amount", "1.5")
        #expect(
            minted.shape
                == (Self.asset.map { "asset.\($0)" } + [
                    "account_id: text", "chain_height: number", "faucet_transaction_id: text", "note_id: text",
                    "note_type: text",
                ]).sorted()
        )
        #expect(minted["asset"]["amount"].text == "1500000")
        #expect(minted["asset"]["decimals"].number == 6)
        #expect(minted["asset"]["formatted"].text == "1.5 MIDEN")
        let synced = try await sandbox.answer("sync")
        #expect(
            synced.shape == [
                "consumable_note_count: number", "discarded_transactions[]", "left_out_note_count: number",
                "locked_account_ids[]", "refused_private_note_count: number", "sync_height: number",
            ]
        )
        #expect(synced["sync_height"].number == 2)

        let notes = try await sandbox.answer("notes")
        #expect(
            notes.shape
                == (Self.asset.map { "notes[].fungible_assets[].\($0)" } + [
                    "consumable_count: number", "contents: null", "next: null", "notes[].block_number: null",
                    "notes[].consumable_after_block: null", "notes[].consumable_by[]: text",
                    "notes[].consumed_in_block: null", "notes[].direction: text", "notes[].is_authenticated: bool",
                    "notes[].kind: text", "notes[].left_out: null", "notes[].non_fungible_assets[]",
                    "notes[].note_id: text",
                    "notes[].recipient: null", "notes[].recorded_at: null", "notes[].sender: text",
                    "notes[].state: text", "notes[].swap: null", "notes[].transaction_id: null", "notes[].type: text",
                    "notes[].unverified: null", "total_count: number",
                ]).sorted()
        )
        #expect(notes["notes"][0]["note_id"].text == minted["note_id"].text)

        let consumed = try await sandbox.answer("consume", "--all")
        #expect(
            consumed.shape
                == (Self.asset.map { "fungible_assets[].\($0)" } + [
                    "account_id: text", "assets_out[]", "failures[]", "fee: null", "fee_faucet_id: null",
                    "fee_formatted: null", "further_note_count: number", "is_preview: bool", "left_out[]",
                    "non_fungible_assets[]", "note_ids[]: text", "provers[]: text", "transaction_id: text",
                    "transaction_ids[]: text",
                    "unique_out[]",
                ] + Self.left).sorted()
        )
        let nothing = try await sandbox.answer("consume", "--all")
        #expect(
            nothing.shape == [
                "account_id: text", "assets_out[]", "failures[]", "fee: null", "fee_faucet_id: null",
                "fee_formatted: null", "fungible_assets[]", "further_note_count: number", "is_preview: bool",
                "left[]", "left_out[]", "non_fungible_assets[]", "note_ids[]", "provers[]", "transaction_id: null",
                "transaction_ids[]", "unique_out[]",
            ]
        )
        let pending = try await sandbox.answer("transaction", consumed["transaction_id"].text)
        #expect(
            pending.shape
                == (Self.asset.map { "assets_in.fungible_assets[].\($0)" } + [
                    "account_id: text", "assets_in.non_fungible_assets[]", "assets_out.fungible_assets[]",
                    "assets_out.non_fungible_assets[]", "block_number: null", "committed_at: null",
                    "consumed_note_ids[]: text", "counterparty_ids[]: text", "created_at: text", "created_note_ids[]",
                    "discard_reason: null", "fee: null", "is_from_chain: bool", "kind: text", "state: text",
                    "transaction_id: text", "unknown_consumed_notes: number", "unknown_created_notes: number",
                ]).sorted()
        )
        #expect(pending["state"].text == "pending")
        _ = try await sandbox.answer("sync")
        let committed = try await sandbox.answer("transaction", consumed["transaction_id"].text)
        #expect(committed["state"].text == "committed")
        #expect(committed["block_number"].number == 3)
        let history = try await sandbox.answer("transactions")
        #expect(
            history.shape
                == (Self.asset.map { "transactions[].assets_in.fungible_assets[].\($0)" } + [
                    "next: null", "transactions[].account_id: text", "transactions[].assets_in.non_fungible_assets[]",
                    "transactions[].assets_out.fungible_assets[]", "transactions[].assets_out.non_fungible_assets[]",
                    "transactions[].block_number: number", "transactions[].committed_at: text",
                    "transactions[].consumed_note_ids[]: text", "transactions[].counterparty_ids[]: text",
                    "transactions[].created_at: text", "transactions[].created_note_ids[]",
                    "transactions[].discard_reason: null", "transactions[].fee: null",
                    "transactions[].is_from_chain: bool", "transactions[].kind: text", "transactions[].state: text",
                    "transactions[].transaction_id: text", "transactions[].unknown_consumed_notes: number",
                    "transactions[].unknown_created_notes: number",
                ]).sorted()
        )

        let balance = try await sandbox.answer("balance")
        #expect(
            balance.shape
                == (Self.asset.map { "fungible_assets[].\($0)" } + [
                    "account_id: text", "hidden_count: number", "is_locked: bool", "non_fungible_assets[]",
                ])
                .sorted()
        )
        let sent = try await sandbox.answer("send", account, "0.000001", "--yes")
        #expect(
            sent.shape
                == (Self.asset.map { "asset.\($0)" } + [
                    "account_id: text", "assets[]", "chain_height: number", "fee: null", "fee_faucet_id: null",
                    "fee_formatted: null", "non_fungible_assets[]", "note_id: text", "note_type: text",
                    "payments[].base_units: text",
                    "payments[].note: text", "payments[].to: text", "proven_by: text", "recipient_id: text",
                    "reclaim_height: null", "timelock_height: null", "transaction_id: text", "warnings[]",
                ] + Self.left).sorted()
        )
        #expect(
            try await sandbox.answer("info").shape == [
                "account_count: number", "client_version: text", "default_account_id: text", "genesis_commitment: text",
                "network: text", "node_fits: bool", "node_height: number", "node_problem: null", "node_version: text",
                "rpc_endpoint: text", "store_path: text", "sync_height: number", "unsettled_transaction_ids[]",
                "version: text",
            ]
        )
        #expect(
            try await sandbox.answer("ping").shape == [
                "milliseconds: number", "network: text", "reachable: bool", "rpc_endpoint: text",
            ]
        )
    }

    @Test("writes an imported account, and null for what is not known")
    func unknownToken() async throws {
        let sandbox = try Sandbox()
        let file = sandbox.directory.path + "/account.mac"
        try AccountFile.write(to: file)
        let imported = try await sandbox.answer("import", file)
        #expect(
            imported["files"][0].shape == [
                "account_id: text", "error: null", "file: text", "is_consumed: null", "is_default: bool",
                "key_place: text",
                "note_id: null",
            ]
        )
        let asset = try await sandbox.answer("balance")["fungible_assets"][0]
        #expect(asset["amount"].text == AccountFile.balance)
        #expect(
            asset.shape == ["amount: text", "decimals: null", "faucet_id: text", "formatted: text", "symbol: null"]
        )
    }

    @Test("sorts the names, on one line")
    func text() async throws {
        let sandbox = try Sandbox()
        let written = try await sandbox.check("sync", "--json")
        #expect(
            written == #"{"consumable_note_count":0,"discarded_transactions":[],"left_out_note_count":0,"#
                + #""locked_account_ids":[],"refused_private_note_count":0,"sync_height":1}"# + "\n"
        )
    }
}
