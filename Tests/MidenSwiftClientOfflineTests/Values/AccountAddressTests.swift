import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Addresses")
struct AccountAddressTests {
    private static let account: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    @Test(
        "begin with their network and are read back",
        arguments: [
            (MidenWallet.Network.mainnet, "mm1"), (.testnet, "mtst1"), (.devnet, "mdev1"), (.local, "mlcl1"),
            (.embedded, "memb1"), (.custom(rpcEndpoint: "http://127.0.0.1:57291"), "mcst1"),
        ]
    )
    func roundTrip(network: MidenWallet.Network, prefix: String) throws {
        let address = try AccountAddress(Self.account, on: network)
        #expect(address.text.hasPrefix(prefix))
        #expect("\(address)" == address.text)
        #expect(try AccountAddress(" \(address)\n", on: network) == address)
    }

    @Test("of another network, with a wrong character, or of nothing are errors that say so")
    func failures() throws {
        let address = try AccountAddress(Self.account, on: .testnet).text
        let elsewhere = #expect(throws: MidenError.self) { try AccountAddress(address, on: .mainnet) }
        #expect(elsewhere?.code == .invalidParameter)
        #expect(
            elsewhere?.localizedDescription
                == "“\(address)” is an address of another network: it begins with mtst, and those of this network with mm."
        )
        let last = address.hasSuffix("q") ? "p" : "q"
        for text in [address.dropLast() + last, "mtst1", "", "alice"] {
            let error = #expect(throws: MidenError.self) { try AccountAddress(String(text), on: .testnet) }
            #expect(error?.kind == "invalid_address")
            #expect(error?.message.contains("is not the address of an account: ") == true)
        }
    }

    @Test("are drawn as QR codes")
    func codes() throws {
        let code = QRCode(try AccountAddress(Self.account, on: .testnet).text)
        let lines = try code.lines().split(separator: "\n")
        #expect(lines.count > 10)
        #expect(Set(lines.map(\.count)).count == 1)
        #expect(String(decoding: try code.svg(), as: UTF8.self).contains("<svg"))
        #expect(try code.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let error = #expect(throws: MidenError.self) { try QRCode(String(repeating: "x", count: 5000)).png() }
        #expect(error?.code == .invalidParameter)
    }

    @Test("are the same code on a terminal and in images, and another one for another text")
    func modules() throws {
        let codes = try [MidenWallet.Network.testnet, .devnet].map {
            QRCode(try AccountAddress(Self.account, on: $0).text)
        }
        let drawn = try codes.map(Self.terminalModules(of:))
        for (code, rows) in zip(codes, drawn) {
            try #require(rows.count > 12 && rows.allSatisfy { $0.count == rows.count })
            // Past the border of four modules is the edge of the first corner's mark.
            #expect(rows[..<4].allSatisfy { !$0.contains(true) })
            #expect(rows[4][4..<11].allSatisfy { $0 } && !rows[4][..<4].contains(true) && !rows[4][11])
            #expect(try Self.svgModules(of: code) == rows)
            // Width and height are in the header, 4 bytes each.
            let side = rows.count * 8
            let dimension = [0, 0, UInt8(side / 256), UInt8(side % 256)]
            #expect(try Array(code.png())[16..<24] == ArraySlice(dimension + dimension))
        }
        #expect(drawn[0] != drawn[1])
        #expect(try codes[0].png() != codes[1].png())
    }

    /// Which modules are dark on a terminal, row by row. A line has two rows, and light modules are drawn in it.
    private static func terminalModules(of code: QRCode) throws -> [[Bool]] {
        let rows = try code.lines().split(separator: "\n").flatMap { line -> [[Bool]] in
            [line.map { $0 == " " || $0 == "▄" }, line.map { $0 == " " || $0 == "▀" }]
        }
        // Their number is odd, and the last line has one too many.
        return Array(rows.dropLast())
    }

    /// Which modules are dark in the SVG, row by row. It has a square for each, such as `M40 40h8v8H40V40`.
    private static func svgModules(of code: QRCode) throws -> [[Bool]] {
        let svg = String(decoding: try code.svg(), as: UTF8.self)
        let squares = svg.matches(of: #/M(\d+) (\d+)h(\d+)v(\d+)H/#).map { square in
            [square.output.1, square.output.2, square.output.3, square.output.4].compactMap { Int($0) }
        }
        let module = try #require(squares.first?[2])
        #expect(squares.allSatisfy { $0[2] == module && $0[3] == module })
        let width = svg.firstMatch(of: #/viewBox="0 0 (\d+) /#).flatMap { Int($0.output.1) }
        let side = try #require(width) / module
        var rows = Array(repeating: Array(repeating: false, count: side), count: side)
        for square in squares {
            rows[square[1] / module][square[0] / module] = true
        }
        return rows
    }
}
