import Foundation
import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("Signatures for pages", .timeLimit(.minutes(5)))
struct SigningTests {
    private static let word = Data([7] + [UInt8](repeating: 0, count: 31))
    /// The elements 1 to 5.
    private static let inputs = Data(
        [1, 11] + (1...5).flatMap { [UInt8($0)] + [UInt8](repeating: 0, count: 7) }
    )
    /// Neither a word nor signing inputs.
    private static let unreadable = [
        Data(), Data(repeating: 0xFF, count: 32), Data(count: 31), inputs + [0], Data(inputs.dropLast()),
    ]

    @Test("payloads: words and signing inputs: are signed in their order after one question that shows them all")
    func payloads() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let signatures = try await page.sign([Self.inputs, Self.word], by: wallet.address)
            let expected = [
                try await wallet.wallet.sign(.signingInputs(Self.inputs), accountId: wallet.account),
                try await wallet.wallet.sign(.word(Self.word), accountId: wallet.account),
            ]
            #expect(signatures == expected.map { $0.base64EncodedString() })
            #expect(
                wallet.laterQuestions == [.signPayloads([.signingInputs(Self.inputs), .word(Self.word)])]
            )
        }
    }

    @Test("payloads: one that is neither a word nor signing inputs: gives -3, and nobody is asked")
    func unreadablePayloads() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            for payload in Self.unreadable {
                await #expect(throws: RPCError.payloadNotSigned) {
                    try await page.sign([Self.word, payload], by: wallet.address)
                }
            }
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("payloads: without a grant: give 4100, also if they cannot be read")
    func unreadableWithoutGrant() async throws {
        try await withAnsweringWallet { wallet in
            let page = wallet.page()
            for payload in Self.unreadable {
                await #expect(throws: RPCError.unauthorizedOrigin) {
                    try await page.sign([payload], by: wallet.address)
                }
                await #expect(throws: RPCError.unauthorizedOrigin) {
                    try await page.sign(payload, as: .word, by: wallet.address)
                }
            }
            #expect(wallet.questions.isEmpty)
        }
    }

    @Test("bytes: of both kinds: are signed after a question")
    func bytes() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let word = try await wallet.wallet.sign(.word(Self.word), accountId: wallet.account)
            #expect(try await page.sign(Self.word, as: .word, by: wallet.address) == word)
            let inputs = try await wallet.wallet.sign(.signingInputs(Self.inputs), accountId: wallet.account)
            #expect(try await page.sign(Self.inputs, as: .signingInputs, by: wallet.address) == inputs)
            #expect(
                wallet.laterQuestions == [
                    .signPayloads([.word(Self.word)]), .signPayloads([.signingInputs(Self.inputs)]),
                ]
            )
        }
    }

    @Test("bytes: of another kind than the page says: give -32602, and nobody is asked")
    func wrongKind() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            var calls: [(Data, SignBytesParameters.Kind)] = [(Self.word, .signingInputs), (Self.inputs, .word)]
            calls += Self.unreadable.flatMap { [($0, .word), ($0, .signingInputs)] }
            for (bytes, kind) in calls {
                let error = await #expect(throws: RPCError.self) {
                    try await page.sign(bytes, as: kind, by: wallet.address)
                }
                #expect(error?.code == .invalidParameters)
            }
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a message: is signed as a web message of its origin, network and account")
    func message() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let signed = try await page.sign(message: "I agree", by: wallet.address)
            let body = WebMessage(
                origin: AnsweringWallet.origin,
                network: .localnet,
                accountId: wallet.account,
                message: "I agree"
            ).body
            let expected = SignedMessage(
                address: wallet.address,
                network: .localnet,
                publicKey: try await wallet.wallet.publicKeyCommitment(of: wallet.account),
                message: "I agree",
                signature: try await wallet.wallet.sign(.webMessage(body: body), accountId: wallet.account)
            )
            #expect(signed == expected)
            #expect(wallet.questions.last == .signMessage("I agree"))
        }
    }

    @Test("a message that is or looks like the text of a sign-in: gives -32602, and nobody is asked")
    func messageOfSignIn() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let parameters = TestPage.signInParameters(by: wallet.address)
            let text = parameters.text(address: wallet.address, network: .localnet)
            let messages = [
                text, "\n" + text, " \r\n\u{200B}\n" + text, text.replacingOccurrences(of: "\n", with: "\r\n"),
                text.replacingOccurrences(of: ":\n", with: ": \n"),
                text.replacingOccurrences(of: ":\n", with: ":\u{2028}"),
                text.replacingOccurrences(of: "wants you", with: "wants  y\u{200D}ou"),
            ]
            for message in messages {
                let error = await #expect(throws: RPCError.self) {
                    try await page.sign(message: message, by: wallet.address)
                }
                #expect(error?.code == .invalidParameters)
            }
            #expect(wallet.questions.count == 1)
            _ = try await page.sign(message: "A text.\n" + text, by: wallet.address)
        }
    }

    @Test("bytes: of a kind that there is not: give -32602 with the name of the parameter and nothing of Swift")
    func unknownKind() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let parameters = ["address": wallet.address, "payload": "AAAA", "kind": "Word"]
            let error = await #expect(throws: RPCError.self) {
                let _: SignBytesResult = try await page.call(RPCMethodName.signBytes, parameters)
            }
            #expect(error == .invalidParameters("params.kind: This is not one of the names"))
        }
    }

    @Test("a sign-in: has the text of the wallet, which the user sees and which is signed as a web message")
    func signIn() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let signed = try await page.signIn(by: wallet.address)
            let text = TestPage.signInParameters(by: wallet.address).text(address: wallet.address, network: .localnet)
            let body = WebMessage(
                origin: AnsweringWallet.origin,
                network: .localnet,
                accountId: wallet.account,
                message: text
            ).body
            let signature = try await wallet.wallet.sign(.webMessage(body: body), accountId: wallet.account)
            #expect(signed.message == text)
            #expect(signed.signature == signature)
            #expect(wallet.questions.last == .signIn(text))
        }
    }

    @Test("a sign-in of another origin: gives 4100, and an expired one -32602, and nobody is asked")
    func refusedSignIn() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            await #expect(throws: RPCError.unauthorizedOrigin) {
                try await page.signIn(by: wallet.address, to: "https://other.example")
            }
            let error = await #expect(throws: RPCError.self) {
                try await page.signIn(by: wallet.address, expiresAt: AnsweringWallet.now)
            }
            #expect(error?.code == .invalidParameters)
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("each method that signs: asks each time, and gives 4001 if the user declines")
    func declined() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let connect = Task {
                try await page.connect(
                    ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .all)
                )
            }
            try await wallet.user.next().answer(.approve)
            _ = try await connect.value
            let calls = page.callAll(naming: wallet.address).filter { $0.name != RPCMethodName.requestAssets }
            #expect(calls.count == 4)
            for (name, call) in calls {
                let answer = Task { try await call() }
                try await wallet.user.next().answer(.decline)
                await #expect(throws: RPCError.declined, "\(name)") { try await answer.value }
                // After three declines the origin has to wait.
                wallet.clock.advance(by: .seconds(30))
            }
        }
    }
}
