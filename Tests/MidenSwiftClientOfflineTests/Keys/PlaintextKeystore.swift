import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// A keystore as this library wrote it before keys were encrypted: an index, and a file with the bare key for each of the
/// two accounts of the seed 0, 1, 2 … 31. The keys protect nothing.
enum PlaintextKeystore {
    /// The account that signs with ECDSA.
    static let ecdsaAccount: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    /// The account that signs with Falcon.
    static let falconAccount: AccountID = .of("0x550559ffb22381117072d0749fccd2")
    /// The seed of both.
    static let seed: [UInt8] = Array(0..<32)

    /// The files by name.
    static func files() throws -> [String: Data] {
        ["key_index.json": Data(index.utf8), ecdsaName: try ecdsaKey(), falconName: try falconKey()]
    }

    /// The bytes of the ECDSA account's key, after the byte that says which scheme it is of.
    static func ecdsaSecret() throws -> Data {
        Data(try ecdsaKey().dropFirst())
    }

    /// Writes it into a folder in place of what is there.
    static func replace(at folder: String) throws {
        try FileManager.default.removeItem(atPath: folder)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: attributes
        )
        for (name, bytes) in try files() {
            try bytes.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
        }
    }

    private static let ecdsaName = "0xa922f1d5addca7d3538359231270ed8e69ae39a0193e620cc97d1d3fe2f1f3fd"
    private static let falconName = "0xd3b54197a6e3bcf06932fe313c1c8a9a69d0e5bf51437f36e2ba783284cf0a8a"

    private static let index = """
        {
          "version": 1,
          "mappings": {
            "\(ecdsaAccount)": ["\(ecdsaName)"],
            "\(falconAccount)": ["\(falconName)"]
          }
        }
        """

    private static func ecdsaKey() throws -> Data {
        try #require(Data(base64Encoded: "AfIx+f/ResZeRAXzJdfpQKpJE2Afwr5GvOnDysPZGho2"))
    }

    private static func falconKey() throws -> Data {
        try #require(
            Data(
                base64Encoded: """
                    AlkED8cXobkEML0P7vYD0Pj4D730YETz74HsXskQH8QX8AIHvr3roUUAH8b0T/8UQL//0IT/0EP8IAcULz8H7cIAHkIUYPkPwPsAMDz8
                    UL70T4ATnsQEUIb3r7wMQL0EEj37/j0IIP74PsED4D0UkHoccfcMErz8AUoHn7/z8T77gXoIAETkP4IkEAUAH8H4UIAIAH0MTzf7/0UL
                    /v4Prz4TsP4TQULv373sT/z8UIX4X0IUUAHwIHkjrvv8cv4IIYUIj7oALYAj4L8EQH8AQEAgP8AP0XYj4PoYPocDvob0IP8H3kj8IIMH
                    3/0Ugb3/7n4cHsMP8P8YL0Mb77oL8AHwDzgX8D/4gUAEDzvzoLzzrwPUb4P4D77jsAUMkIT8f4AQD8AEAEID3sMfwL8EP8Er/73/v4QM
                    HgYT/v7z4IIAMIHrwQYEEL4IMML37sALn74EX8D8MD4QIAgX/rsUQMX8IADsEnzzwP30MMMEAEL/78AT34D4P70ALvoD8YAEAsMMP/8L
                    8YP4cX0EDf8AYYMEAMcUQnwEMAYAQMPsD38Yb0AL8L8Eb0D/z0Xz37svkgD4H4H4MMPkDzz8YEAL0ID8EDvzsb34AAILwD0cb0EL4T4Q
                    AAMLj7338Dz4Mb30MkIDf3sYkcQf/8IgATwQAIADz0IfwL4T4IUAQXr74DkH0DoYX3T7Xv0EUELn8Tn0D8D8UfwMUAEEYTv4QoMEAAYA
                    P7f4IMHgIH/z/oIEIEL8IIQEQH/0H0Lz8AT33/4b/z34UMH4HnskEP/8T0IL0IAH4cELwYHsXzn778Hr8IALkD8kL4H3zoADYEDrcf/4
                    Ab4Lvr4nsP8DsAAH8PvkAAL78DwX/8DwALwQb4AD//0D8Ifr0EUEEP8HsQEP8T0TYIMXz3rsUDvwH74PkgAXgrsL7sT8H/4X4L0sIkUD
                    8LwIT34IAAL8X4L8MIH737/4QL7vvzsAvz8cDz4L3sfwMH0PwYT4L74L7338kT/v8EzwMEQrwLvbj0H3gX8X8P4DkPnf1BfN5vMI6e8t
                    CgXu4eYQ/+MSDzH6AuYDD/8G8iTY/hkP/jnn2Pb+/v4bNhQqJAMB9voO2/7c6iXx//D/FwcHDcURJhgU0wYrCOzt9dfmJAAvCPDV9ggE
                    J/IF89cKFB4cGvoL7Rz+9wce6eLb2QqyDBwO6xkNyiUdGRP9+PAPDwoM9vwF+zX/6xw17fvx8NraK+bj/QbfCQnk8iYq7AoVJPEgHBj5
                    6OcIK90vGTfe/dH81hoeGRb0CQIJCegFLrsNzicpFv0d2Arw8PPoFw7v/igN6vUF9iL79hMfyA8M+Av7GwHkwfT/Bg7y8NT0yBcnO+Qw
                    Gv4KECAF9+oXG/+7DgsOyxkZENIHBxL1EsvjD+QM9Pb9BCQt+fQM1fD26vwSC7scJ9vpIRnq5hAg8QfTC/zS6d8G8/sGKBr+/RUBIv4B
                    4esRF/HP6B4X1/EgBAcIAxHNDP4XBAfy6qEAD0P17/j88hz1wzH/JLgE9QHJQwj1HAUcOvX7Fg8aBfQZAfb5CBgEBCXrEvzo8R0A3/fl
                    DwIQ4gIfIvfxGe4PId/2/PDx/wkH5vDjJCv48s4G8QIQILbz5xfhAf8zGUHv/xf67/0E4MjlCtj3Bw8dExjr9eQQ9BEK8sYML/EA8v4Z
                    4zD32P3k7fL5CxbcIOkD8CcUBdzyFvMfAQIV6+so7/HVDg==
                    """,
                options: .ignoreUnknownCharacters
            )
        )
    }
}
