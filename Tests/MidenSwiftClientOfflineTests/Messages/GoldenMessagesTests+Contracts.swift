import Foundation
import MidenTestSupport

@testable import MidenSwiftClient

extension GoldenMessagesTests {
    private static let otherNote: NoteID = .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")

    /// Words with the texts of the notes.
    private static func word(_ note: NoteID) -> Word {
        (try? Word(note.hex)) ?? .zero
    }

    private static let package = MidenPackage(
        PackageMessage(
            file: Data("masp".utf8),
            interface: ContractInterface(
                formatVersion: ContractInterface.currentFormatVersion,
                name: "note-script",
                version: "0.1.0",
                documentation: nil,
                procedures: [],
                types: [],
                constants: [],
                component: nil,
                errors: [],
                authenticationRoot: nil,
                unknownRoots: nil
            )
        )
    )

    private static let entry = StorageSlot.MapEntry(key: word(note), value: word(otherNote))

    /// The type and the value of the messages about values.
    private static let entryType = ContractType.structure(
        name: "Entry",
        fields: [
            .init("owner", .accountID),
            .init("amount", .u64),
            .init(
                "side",
                .enumeration(
                    name: "Side",
                    discriminant: .u8,
                    variants: [.init("BUY", UInt8(0)), .init("SELL", UInt8(5))]
                )
            ),
            .init("flags", .array(of: .bool, length: 2)),
        ]
    )

    /// Those about code of one's own, made as the wallet makes them.
    static let contractRequests: [String: any Encodable & Sendable] = [
        "create_account": CreateAccountRequest(
            components: [Data("masp".utf8), Data("pasm".utf8)],
            basicWallet: true,
            storage: [
                InitialStorageSlot("miden::counter::owner", value: word(note)),
                InitialStorageSlot("miden::counter::counts", entries: [entry]),
                InitialStorageSlot("miden::counter::empty", entries: []),
            ],
            initialStorage: "\"miden::token::symbol\" = \"TOK\"",
            seed: Array(0..<32),
            scheme: .falcon512Poseidon2,
            visibility: .private
        ),
        "transact_custom": TransactRequest(
            accountId: account,
            draft: .custom(
                CustomTransaction(
                    script: .package(package),
                    scriptArgument: word(note),
                    advice: [AdviceEntry(key: word(otherNote), values: [0, 18_446_744_069_414_584_320])],
                    foreignAccounts: [otherAccount],
                    notes: [.init(note), .init(otherNote, argument: word(note))]
                )
            ),
            maximumFee: Amount(.max)
        ),
        "transact_custom_notes": TransactRequest(
            accountId: account,
            draft: .custom(
                CustomTransaction(
                    createdNotes: [
                        CustomNote(
                            script: package,
                            storage: [1, 18_446_744_069_414_584_320],
                            for: otherAccount,
                            fungibleAssets: [FungibleAsset(faucetId: faucet, amount: .max)],
                            noteType: .private
                        ),
                        CustomNote(script: package),
                    ]
                )
            ),
            maximumFee: nil
        ),
        "transact_call": TransactRequest(
            accountId: account,
            draft: .custom(
                CustomTransaction(
                    script: .calls([
                        ProcedureCall(word(note), arguments: [7, 18_446_744_069_414_584_320]),
                        ProcedureCall(word(otherNote), of: otherAccount),
                    ])
                )
            ),
            maximumFee: nil
        ),
        "preview_custom": PreviewRequest(
            accountId: account,
            draft: .custom(
                CustomTransaction(
                    script: .call(word(note), arguments: [7, 18_446_744_069_414_584_320], of: otherAccount)
                )
            )
        ),
        "run_program": RunProgramRequest(
            accountId: account,
            script: .call(word(note)),
            scriptArgument: word(otherNote),
            advice: [AdviceEntry(key: word(otherNote), values: [])],
            foreignAccounts: [otherAccount]
        ),
        "get_storage": GetStorageRequest(
            accountId: account,
            slot: .name("miden::counter::counts"),
            key: word(note)
        ),
        "get_storage_of_index": GetStorageRequest(accountId: account, slot: .index(254), key: nil),
        "get_procedures": GetProceduresRequest(
            accountId: account,
            packages: [Data("masp".utf8), Data("pasm".utf8)],
            withCode: true
        ),
        "get_note_contents": GetNoteContentsRequest(noteId: note, withCode: true),
        "get_network_note": GetNetworkNoteRequest(noteId: note),
        "compile": CompileRequest(
            kind: .accountComponent,
            path: "counter::component",
            code: "@account_procedure pub proc count push.1 end",
            modules: [.init(path: "counter::helpers", code: "pub proc one push.1 end")],
            packages: [Data("masp".utf8)],
            metadata: "name = \"counter\"",
            warningsAreErrors: true,
            keepsDebugInformation: true
        ),
        "describe_contract": DescribeContractRequest(
            .file(Data("masp".utf8)),
            configuration: .init(
                text: "name = \"Ledger\"\naccess = \"public\"\nreads = [\"get_*\"]\n",
                fileName: "Ledger.miden.toml"
            )
        ),
        "describe_contract_component": DescribeContractRequest(.component("fungible-faucet"), configuration: nil),
        "describe_interface": DescribeInterfaceRequest(
            name: "0x5401ef36815e47d14b651e8e968153",
            roots: [word(note)],
            packages: [Data("masp".utf8)]
        ),
        "describe_package": DescribePackageRequest(file: Data("masp".utf8)),
        "parse_advice": ParseAdviceRequest(text: "inputs = []"),
        "encode_value": EncodeValueRequest(
            type: entryType,
            value: [
                "owner": "0x5401ef36815e47d14b651e8e968153", "amount": .text("18446744073709551615"), "side": "SELL",
                "flags": [true, false],
            ]
        ),
        "encode_storage_value": EncodeValueRequest(
            type: .storage("miden::standards::faucets::fungible::token_symbol"),
            value: "MIDEN"
        ),
        "decode_value": DecodeValueRequest(
            type: entryType,
            felts: [
                5_432_782_123_251_618_560, 6_053_382_391_540_369_361, 0xffff_ffff, 0xffff_ffff, 5, 1, 0,
            ]
        ),
        "parse_value": ParseValueRequest(
            json: #"{"amount": 10, "owner": "0x5401ef36815e47d14b651e8e968153"}"#
        ),
        "hash_elements": HashElementsRequest(felts: [1, 18_446_744_069_414_584_320]),
    ]
}
