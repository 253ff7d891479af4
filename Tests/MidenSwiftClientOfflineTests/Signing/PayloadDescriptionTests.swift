import Foundation
import MidenSwiftClient
import Testing

@Suite("What a signature would authorise")
struct PayloadDescriptionTests {
    @Test("A word and blind inputs may authorise a transaction, a text does not")
    func kinds() throws {
        let word = try SigningPayload.word(Data(count: 32)).described()
        #expect(word.content == .word && word.mayAuthoriseTransaction)
        let blind = try SigningPayload.signingInputs(Data([2]) + Data(count: 32)).described()
        #expect(blind.content == .blind && blind.mayAuthoriseTransaction)
        let text = try SigningPayload.webMessage(body: Data("hello".utf8)).described()
        #expect(text.content == .text && !text.mayAuthoriseTransaction)
        let receipt = try SigningPayload.receipt(Data("hello".utf8)).described()
        #expect(receipt.content == .text && !receipt.mayAuthoriseTransaction)
    }

    @Test("Arbitrary inputs in the form of a transaction are told")
    func arbitrary() throws {
        // The count as the core writes it, then 24 numbers of which the first is the version.
        let inputs = Data([1, 49, 1]) + Data(count: 24 * 8 - 1)
        let described = try SigningPayload.signingInputs(inputs).described()
        #expect(described.content == .arbitrary(elementCount: 24, isTransaction: true))
    }

    @Test("Bytes that are cut off are refused", arguments: [0, 1, 20, 193])
    func cutOff(length: Int) throws {
        let inputs = (Data([1, 49, 1]) + Data(count: 24 * 8 - 1)).prefix(length)
        let error = #expect(throws: MidenError.self) {
            try SigningPayload.signingInputs(Data(inputs)).described()
        }
        #expect(error?.kind == .invalidSigningPayload)
    }
}
