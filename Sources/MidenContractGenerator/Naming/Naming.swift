/// Swift names for the names of a package. Every result consists of ASCII letters, digits and `_`, does not begin with
/// a digit, and is not `_` alone, whatever goes in. `String.spelled(as:)` puts the backticks that keywords need.
enum Naming {
    /// The name of a method, property, parameter or field.
    ///
    /// `get_count` is `getCount`, and `account_id` is `accountID`.
    static func member(_ name: String) -> String {
        member(words(of: name))
    }

    /// The name of what only reads: as a member, without a `get` before it.
    ///
    /// `get_count` is `count`, `is_open` is `isOpen`, and `get` stays `get`.
    static func read(_ name: String) -> String {
        let words = words(of: name)
        let isGetter = words.count > 1 && words[0].lowercased() == "get"
        return member(isGetter ? Array(words.dropFirst()) : words)
    }

    /// The name of a type.
    ///
    /// `account-id` and `AccountId` are `AccountID`, `fee_config` is `FeeConfig`, and `NFT` stays `NFT`.
    static func type(_ name: String) -> String {
        let last = lastPart(of: name).unicodeScalars
        let isUpperCamelCase = last.first.map { ("A"..."Z").contains($0) } == true && last.allSatisfy(isWordScalar)
        let words = words(of: name)
        let parts = words.enumerated().map { index, word in
            if let abbreviation = abbreviation(of: word, at: index) { return abbreviation }
            return isUpperCamelCase ? word : capitalized(word)
        }
        return identifier(parts.joined(), unnamed: "_Unnamed", beforeDigit: "T")
    }

    /// The name of a variant of an enum, or of a constant.
    ///
    /// `FEE_TOO_HIGH` and `FeeTooHigh` are `feeTooHigh`.
    static func variant(_ name: String) -> String {
        member(name)
    }

    /// The name of a contract's type by default: that of its package, or of the file that it comes from.
    ///
    /// `fungible-faucet`, `fungible_faucet.masp` and `FungibleFaucet.miden.toml` are `FungibleFaucet`.
    static func contract(_ packageName: String) -> String {
        let suffix = [".miden.toml", ".toml", ".masp", ".masm"].first { packageName.hasSuffix($0) } ?? ""
        return type(String(packageName.dropLast(suffix.count)))
    }

    private static func member(_ words: [String]) -> String {
        let parts = words.enumerated().map { index, word in
            abbreviation(of: word, at: index) ?? (index == 0 ? word.lowercased() : capitalized(word))
        }
        return identifier(parts.joined(), unnamed: "_unnamed", beforeDigit: "_")
    }

    /// Swift's spelling of a word that is an abbreviation; nil for other words, and for the first word of a name.
    private static func abbreviation(of word: String, at index: Int) -> String? {
        guard index > 0 else { return nil }
        return switch word.lowercased() {
        case "id": "ID"
        case "ids": "IDs"
        case "uri": "URI"
        case "url": "URL"
        default: nil
        }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }

    /// A valid identifier: something is before a digit, and a name of which nothing is left is unnamed. What is before a
    /// digit differs for types and members: a member with the name of a type would hide it.
    private static func identifier(_ name: String, unnamed: String, beforeDigit: String) -> String {
        guard let first = name.first else { return unnamed }
        return first.isNumber ? beforeDigit + name : name
    }

    /// The words of the last part of a path, each of ASCII letters and digits: all other characters are between words,
    /// and so is the place where a lower-case letter, or digits behind one, meets an upper-case letter.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var hasLowercase = false
        func endWord() {
            if !word.isEmpty { words.append(word) }
            word = ""
            hasLowercase = false
        }
        for scalar in lastPart(of: name).unicodeScalars {
            guard isWordScalar(scalar) else {
                endWord()
                continue
            }
            let isUppercase = ("A"..."Z").contains(scalar)
            let followsCapital = word.unicodeScalars.last.map { ("A"..."Z").contains($0) } ?? true
            if isUppercase, hasLowercase, !followsCapital { endWord() }
            if ("a"..."z").contains(scalar) { hasLowercase = true }
            word.unicodeScalars.append(scalar)
        }
        endWord()
        return words
    }

    /// The last part of a path that has a letter or digit: paths have `::` or `/` between their parts. Quotes, and all
    /// other characters that no name has, become separators of words.
    private static func lastPart(of name: String) -> String {
        var part = String.UnicodeScalarView()
        var next = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            if scalar == "/" || (scalar == ":" && previous == ":") {
                if next.contains(where: isWordScalar) { part = next }
                next.removeAll()
            } else if scalar != "\"" {
                next.append(scalar)
            }
            previous = scalar
        }
        if next.contains(where: isWordScalar) { part = next }
        while part.last == ":" { part.removeLast() }
        return String(part)
    }

    /// Whether a code point is an ASCII letter or digit.
    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
