import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import miden_cli

@Suite("Answers")
struct AnswerTests {
    @Test("exit codes are what they have always been")
    func exitCodes() {
        let expected: [MidenError.Code: Int32] = [
            .invalidParameter: 2, .invalidHandle: 1, .accountOperation: 3, .noteOperation: 4, .lookup: 5,
            .transactionSubmission: 6, .queueFull: 8, .nodeUnreachable: 10, .networkMismatch: 11, .store: 12,
            .cancelled: 130, .wouldDeadlock: 1, .unsupported: 15, .internal: 1, .timedOut: 124,
        ]
        #expect(Set(expected.keys) == Set(MidenError.Code.allCases))
        for (code, status) in expected {
            #expect(ExitStatus(code).rawValue == status)
        }
        #expect(
            ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 15, 64, 74, 124, 130, 143]
        )
    }

    @Test("sync has a line for each discarded transaction, with the reason in words")
    func discarded() throws {
        let transaction: TransactionID = .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")
        let summary = SyncSummary(
            blockNumber: 42,
            discardedTransactions: [.init(id: transaction, reason: .dependencyDiscarded)]
        )
        let answer = Sync.Answer(summary, notes: InputNotesResult(notes: []), lockedAccountIds: [])
        #expect(
            answer.text == """
                Synced to block 42. No notes wait to be consumed.
                Transaction \(transaction) is discarded, and its changes have been undone: \
                the transaction it builds on was discarded.
                """
        )
        let written = try JSON(AnswerJSON.text(answer))["discarded_transactions"][0]
        #expect(written["transaction_id"].text == transaction.hex)
        #expect(written["discard_reason"].text == "dependency_discarded")
    }

    @Test("sync has a line for private notes that were dropped, and none if there are none")
    func refusedPrivateNotes() throws {
        func answer(_ count: Int) -> Sync.Answer {
            let summary = SyncSummary(blockNumber: 42, refusedPrivateNoteCount: count)
            return Sync.Answer(summary, notes: InputNotesResult(notes: []), lockedAccountIds: [])
        }
        let synced = "Synced to block 42. No notes wait to be consumed."
        #expect(answer(0).text == synced)
        #expect(
            answer(1).text
                == "\(synced)\n1 private note from the note transport was dropped: it is unreadable or too large."
        )
        #expect(
            answer(2).text
                == "\(synced)\n2 private notes from the note transport were dropped: they are unreadable or too large."
        )
        #expect(try JSON(AnswerJSON.text(answer(2)))["refused_private_note_count"].number == 2)
    }

    @Test("amounts of a token are exact, and in base units where its decimals are not known")
    func assets() throws {
        let faucet: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
        func answer(_ symbol: String?, _ decimals: UInt8?) -> AssetAnswer {
            AssetAnswer(FungibleAsset(faucetId: faucet, amount: .max, symbol: symbol, decimals: decimals))
        }
        #expect(answer("MIDEN", 6).quantity == "18446744073709.551615")
        #expect(answer("MIDEN", 6).unit == "MIDEN")
        #expect(answer("MIDEN", nil).quantity == "18446744073709551615")
        #expect(answer("MIDEN", nil).unit == "base units of MIDEN")
        #expect(answer(nil, nil).unit == "base units")
        #expect(answer(nil, 2).unit == "of unknown symbol")
        let json = try AnswerJSON.text(answer(nil, nil))
        #expect(json.contains(#""amount":"18446744073709551615""#))
        #expect(json.contains(#""decimals":null"#) && json.contains(#""symbol":null"#))
    }

    @Test("the values of a name are found at every depth")
    func fields() throws {
        let tree = try JSONTree(
            #"{"b":[{"id":"x","in":{"id":18446744073709551615}},{"id":null}],"id":[true,"y"],"c":{"id":{"d":1}}}"#
        )
        #expect(tree.values(of: "id") == ["x", "18446744073709551615", "true", "y"])
        #expect(tree.values(of: "d") == ["1"])
        #expect(tree.lines(of: "nothing") == nil)
    }

    @Test("JSON keeps its values exactly, and shows nothing of what steers a terminal")
    func exactJSON() throws {
        let name = "\u{202E}a\u{1B}\u{9B}\u{7F}\u{2028}\u{E0001}\n\t\"é 🦊"
        let json = try AnswerJSON.text(["name": name])
        #expect(json == json.neutralized && json.onOneLine == json)
        #expect(try JSON(json)["name"].text == name)
        #expect(json.contains(#"\u202ea"#) && json.contains(#"\udb40\udc01"#) && json.contains("é 🦊"))
    }

    @Test("the lines of a cause stand below their error, and no node can make them look like another")
    func foreignCause() {
        let error = MidenError(code: .nodeUnreachable, kind: "x", message: "No.", causes: ["a\nError: \u{202E}b"])
        let text = ErrorReport(error, status: .nodeUnreachable).text
        #expect(text == "Error: No.\n  because: a\n    Error: \u{202E}b")
    }

    @Test("an error says all it knows")
    func errors() throws {
        let error = MidenError(
            code: .transactionSubmission,
            kind: "rejected",
            message: "No.",
            causes: ["one", "two"],
            isRetryable: true,
            transactionId: try TransactionID("0x" + String(repeating: "a", count: 64))
        )
        let report = ErrorReport(error, status: ExitStatus(error))
        #expect(
            report.text
                == "Error: No.\n  because: one\n  because: two\n  transaction: 0x" + String(repeating: "a", count: 64)
        )
        let json = try JSON(AnswerJSON.text(report))["error"]
        #expect(
            json.shape == [
                "causes[]: text", "code: number", "exit_code: number", "kind: text", "message: text", "retryable: bool",
                "transaction_id: text",
            ]
        )
        #expect(json["code"].number == -6 && json["exit_code"].number == 6)
    }
}
