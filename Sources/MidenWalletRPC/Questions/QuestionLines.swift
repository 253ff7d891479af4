import MidenSwiftClient

/// The lines and warnings of a question. What a stranger chose in them, such as the symbol of a token, is escaped.
package struct QuestionLines {
    /// The longest text of a line that a stranger chose, in characters.
    static let longestText = 256

    /// What is shown.
    package private(set) var lines: [QuestionDescription.Line] = []
    /// What to warn the user of, each once.
    package private(set) var warnings: [String] = []
    /// How an account is named.
    private let accountText: (AccountID) throws -> String

    /// Makes lines without content.
    ///
    /// - Parameter accountText: How an account is named: by its address, or by its id.
    package init(accountText: @escaping (AccountID) throws -> String) {
        self.accountText = accountText
    }

    mutating func add(_ name: String, _ text: String, isClaim: Bool = false) {
        lines.append(QuestionDescription.Line(name: name, text: text, isClaim: isClaim))
    }

    mutating func add(_ name: String, _ assets: TransactionSummary.Assets, isClaim: Bool = false) throws {
        for asset in assets.fungible { add(name, try text(asset), isClaim: isClaim) }
        for asset in assets.nonFungible {
            add(name, "the token \(asset.asset) of \(try named(asset.faucetId))", isClaim: isClaim)
        }
    }

    mutating func warn(_ warning: String) {
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    /// The amount with its faucet: anybody can issue a token of any symbol.
    func text(_ asset: FungibleAsset) throws -> String {
        let amount = asset.formatted.shown(atMost: Self.longestText)
        let decimals = asset.decimals == nil ? ", whose decimals are not known" : ""
        return "\(amount) of the faucet \(try named(asset.faucetId))\(decimals)"
    }

    func named(_ accountId: AccountID) throws -> String {
        try accountText(accountId)
    }
}
