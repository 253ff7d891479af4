import Testing

@testable import miden_cli

@Suite("Tables")
struct TableTests {
    @Test("are as wide as their widest cells, aligned to the side of each column")
    func alignment() {
        let table = Table(
            columns: [.right("AMOUNT"), .left("TOKEN"), .left("FAUCET")],
            rows: [["1.5", "MIDEN", "0x1"], ["1000000.25", "T", "0x22"]]
        )
        #expect(
            table.text == """
                    AMOUNT  TOKEN  FAUCET
                       1.5  MIDEN  0x1
                1000000.25  T      0x22
                """
        )
    }

    @Test("have no line of titles where there are none, and no spaces at the end of a line")
    func facts() {
        #expect(
            Table.facts([("node", "http://n"), ("default account", "")]) == "node             http://n\ndefault account"
        )
    }

    @Test("take rows that are short, and characters of more than one byte")
    func shortRows() {
        let table = Table(columns: [.left("A"), .left("B"), .left("C")], rows: [["ä…", "b"], ["a", "b", "c"]])
        #expect(table.text == "A   B  C\nä…  b\na   b  c")
    }

    @Test("have one line for each row, whatever is in a cell")
    func foreignText() {
        let table = Table(columns: [.left("NAME"), .left("ID")], rows: [["A\nError: no\u{202E}", "0x1"]])
        #expect(table.text.split(separator: "\n").last.map(String.init) == #"A\u{A}Error: no\u{202E}  0x1"#)
        #expect(table.text.split(separator: "\n").count == 2)
    }

    @Test("are not filled up in the last column, however long one of its cells is")
    func lastColumn() {
        let long = String(repeating: "x", count: 100_000)
        let table = Table(
            columns: [.left("A"), .left("B")],
            rows: [["1", long], ["2", "a  "]] + Array(repeating: ["3", "b"], count: 1000)
        )
        #expect(table.lines.dropFirst(2).first == "2  a")
        #expect(table.text.utf8.count < 110_000)
    }

    @Test("with no rows are the titles")
    func empty() {
        #expect(Table(columns: [.left("A"), .right("B")], rows: []).text == "A  B")
    }
}
