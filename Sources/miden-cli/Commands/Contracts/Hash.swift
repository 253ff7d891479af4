import ArgumentParser
import MidenSwiftClient

/// `miden-cli hash`
struct Hash: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Hash numbers to a word. Needs no wallet.",
        discussion: """
            The hash function is that of the virtual machine (Poseidon2). A procedure that takes the hash of what it reads \
            in the advice map gets the numbers by --advice, and their hash as its argument.

            Example: miden-cli hash 2,3,0,0
            Example: miden-cli call 0x5401ef36:configure -p c.masp --advice 2,3,0,0 \\
                --args "[\\"$(miden-cli hash 2,3,0,0)\\"]"
            """
    )

    @Argument(help: ArgumentHelp("Numbers and words in hex, with commas between them.", valueName: "numbers"))
    var numbers: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let hash: Word

        enum CodingKeys: CodingKey, CaseIterable {
            case hash
        }

        var text: String { hash.hex }
    }

    func run() async throws {
        try global.format.check(for: Answer.self)
        let answer = Answer(hash: try Word(hashing: Felt.list(written: numbers)))
        if let text = try global.format.written(answer) {
            try Console.standard.answer(text)
        }
    }
}
