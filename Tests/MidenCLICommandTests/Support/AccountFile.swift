import Foundation
import Testing

/// An account file as Miden clients of version 0.18 write it: a public wallet that is on no chain, with a key that
/// protects nothing. Made by `cargo run --example make_genesis`.
enum AccountFile {
    /// The account in it.
    static let accountID = "0x3358e248958de89120686585f17205"

    /// What it says the account holds, of a token nobody knows, in base units.
    static let balance = "1000000000000"

    /// Writes the file.
    static func write(to path: String) throws {
        let bytes = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    private static let base64 = """
        Cr0ICpYICAESGAoWCgkJAAVy8YVlaCASCQmR6I2VSOJYMxoJCQEAAAAAAAAAIv4FCusECugETUFTVAIAAAQhEwkYAAAAAQAAAAcA
        AAAGAAAAxwlb0zMFB6+uoHBboVBTdGpQ4nEAAAEAAAADEAAACQsNKSkpMQEAAAAFAAAAAAUIEwEAAAACAAAAAAMTAQAAAAEAAAAA
        Cylb5gca+zyS1MRbzJNzB4EPr0oAAAEAAAAEEAAACQAAAAAAAACAAAAAAAAAAIAAAAAAAAAAgAAAAAAAAACAAAAAAAAAAIAAAAAA
        AAAAgAAAAAAAAACAAAAAAAAAAIAAAAAAAAAAgAAAAAAAAAAwHgAAAAAAADAtAAAAAAAAMDkAAAAAAAAwRAAAAAAAADAJAADAAAAA
        AAoAAEABAAAADwAAgAMAAAALAAAAAAAAAAwAAAABAAAAEgAAQAQAAAATAAAABAAAAA0AAIAAAAAACAAAQAEAAAAWAABABQAAABcA
        AAAFAAAAVKVjJ/kuaDJu+nr8Hjr9xKcODTIpwt4HqUCPAEf2eAfXQWt5inCqu8pRDDzQ9IujVHO1123DAjdRV8b1Y//8FRJOvxG/
        O8CZydFYu7xlAiSuLmhT9bJH12+HxyPqgVpCjBgYK/2OfkFvjFUSitoD9UXVBd1jmlKFCrW2zkhsuEsagEZB7lc0QiebDc0IhQwV
        QDQ7dsjcq+td3Iyne8WWYcBHXFbBn3F1J7DCfxFTxuyLqXMBfAlSJpteONje67mUJ2Qbeciux+wpggyQfrXAUTS30Cz2nn5zpbfc
        0JyAOpXyYee90fruXbOwq+S7Z7FT+8puzj5Fa4Pv+YaX8h9ql/5Fz2UoGTWhDZ5qAbzTftc/ZQ84zQ75h+C8ctJqXkb6ARIiCiDv
        eOBQ6KAIYRVRn8FEDvbybZS2MpKk1V8Koc00UXd1ZRIiCiDXQWt5inCqu8pRDDzQ9IujVHO1123DAjdRV8b1Y//8FRIiCiAnZBt5
        yK7H7CmCDJB+tcBRNLfQLPaefnOlt9zQnIA6lRIiCiDyYee90fruXbOwq+S7Z7FT+8puzj5Fa4Pv+YaX8h9qlyqjAQpPCiltaWRl
        bjo6c3RhbmRhcmRzOjphdXRoOjpzaW5nbGVzaWc6OnNjaGVtZRIiCiABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApQ
        CiptaWRlbjo6c3RhbmRhcmRzOjphdXRoOjpzaW5nbGVzaWc6OnB1Yl9rZXkSIgogWCLMBNX6VtriDuZp6h6lkSkgCA9/MaOEf+yl
        4WnyTacyRgpECh4IARIYChYKCQkArX2UQaQuAxIJCRG44yZ16n4yGgASIgogABCl1OgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAASIgogTYi9xUs1YEGM9pIvpi5hXo0ZX0Z6n+HuJnDhU9yehzs=
        """
}
