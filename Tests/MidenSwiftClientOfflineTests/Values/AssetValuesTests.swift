import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Assets and notes as values")
struct AssetValuesTests {
    private let miden: AccountID = .of("0x2c3d4e5f60718293a4b5c6d7e8f091")
    private let other: AccountID = .of("0x3d4e5f60718293a4b5c6d7e8f09112")

    @Test("An asset is shown in the token's own decimals and symbol, as far as they are known")
    func formatted() {
        let full = FungibleAsset(faucetId: miden, amount: 1_500_000, symbol: "MIDEN", decimals: 6)
        #expect(full.formatted == "1.5 MIDEN")
        #expect(FungibleAsset(faucetId: miden, amount: 1_500_000).formatted == "1500000 base units")
        #expect(FungibleAsset(faucetId: miden, amount: 7, symbol: "TOK").formatted == "7 base units of TOK")
        #expect(FungibleAsset(faucetId: miden, amount: 7, decimals: 2).formatted == "0.07")
    }

    @Test("What the consumable notes carry is added up, in the order in which the notes name the tokens")
    func totals() {
        let notes = [
            note("1", [FungibleAsset(faucetId: other, amount: 3)], consumable: true),
            note("2", [FungibleAsset(faucetId: miden, amount: 5, symbol: "MIDEN", decimals: 6)], consumable: true),
            note("3", [FungibleAsset(faucetId: other, amount: 4, symbol: "TOK", decimals: 8)], consumable: true),
            note("4", [FungibleAsset(faucetId: miden, amount: 100)], consumable: false),
        ]
        let result = InputNotesResult(notes: notes)
        #expect(result.consumableNoteIds == notes.prefix(3).map(\.id))
        #expect(
            result.consumableFungibleAssets == [
                FungibleAsset(faucetId: other, amount: 7, symbol: "TOK", decimals: 8),
                FungibleAsset(faucetId: miden, amount: 5, symbol: "MIDEN", decimals: 6),
            ]
        )
    }

    @Test("No notes, no totals")
    func empty() {
        let result = InputNotesResult(notes: [])
        #expect(!result.hasConsumableNotes)
        #expect(result.consumableFungibleAssets.isEmpty)
        #expect(!AccountBalance(accountId: miden, fungibleAssets: []).hasAssets)
    }

    private func note(_ digit: Character, _ assets: [FungibleAsset], consumable: Bool) -> InputNote {
        InputNote(
            id: .of("0x" + String(repeating: digit, count: 64)),
            type: .public,
            state: .committed,
            isAuthenticated: true,
            fungibleAssets: assets,
            consumableBy: consumable ? [miden] : []
        )
    }
}
