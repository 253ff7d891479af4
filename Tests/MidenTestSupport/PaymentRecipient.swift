import MidenSwiftClient

/// The recipient of a public note that pays an account with Miden's script `P2ID`, as code that makes notes takes it.
package struct PaymentRecipient: Sendable {
    /// The recipient.
    package let digest: Word
    /// What the transaction makes the whole note of. All else that code says of a note is ``digest``.
    package let advice: [AdviceEntry]
    /// The tag by which the account finds the note.
    package let tag: UInt32

    /// Makes one, with a new serial number.
    ///
    /// - Parameters:
    ///   - account: The account that may consume the note.
    ///   - script: The root of the script, as ``MidenSwiftClient/NoteContents/scriptRoot`` of another payment has it.
    /// - Throws: `MidenError` if an element cannot be hashed.
    package init(paying account: AccountID, script: Word) throws {
        let number = Word((0..<4).map { _ in Felt(integerLiteral: .random(in: 0..<Felt.modulus)) })
        // The account's elements, and two more that make the storage harder to guess.
        let storage = try AdviceEntry(hashing: account.felts() + [0, 0])
        let serial = try AdviceEntry(hashing: number.elements + Word.zero.elements)
        let serialScript = try AdviceEntry(hashing: serial.key.elements + script.elements)
        let recipient = try AdviceEntry(hashing: serialScript.key.elements + storage.key.elements)
        digest = recipient.key
        advice = [recipient, serialScript, serial, storage]
        tag = UInt32(truncatingIfNeeded: AccountElements(hex: account.hex)?.noteTag ?? 0)
    }
}
