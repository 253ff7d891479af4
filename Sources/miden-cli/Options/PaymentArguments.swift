import ArgumentParser
import MidenSwiftClient

/// Who is to be paid, and how much: an account and an amount, or any number of `account=amount`.
struct PaymentArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The account to pay and how much, such as 12 or 0.05; for several accounts each as account-id=amount.",
            valueName: "payment"
        )
    )
    var payments: [String] = []

    func validate() throws {
        _ = try pairs()
    }

    /// The accounts and the amounts, as they are written.
    func pairs() throws -> [(recipient: String, amount: String)] {
        if payments.count == 2, payments.allSatisfy({ !$0.contains("=") }) {
            return [(payments[0], payments[1])]
        }
        let pairs = payments.map { $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init) }
        guard !pairs.isEmpty, pairs.allSatisfy({ $0.count == 2 }) else {
            throw ValidationError(
                "Give an account and an amount, as in `0x5401… 1.5`, or any number of them as in `0x5401…=1.5`."
            )
        }
        return pairs.map { ($0[0], $0[1]) }
    }
}
