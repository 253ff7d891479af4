import Testing

@testable import MidenContractGenerator

@Suite("Calls and reads in generated files")
struct CallRenderingTests {
    private let number = SampleDocument.plain("u32")
    private let felt = SampleDocument.plain("felt")

    @Test("A procedure is a method that makes a call, with the names of its parameters as labels")
    func call() throws {
        let procedure = SampleDocument.procedure(
            "post_all",
            takes: [("to_id", number), ("in", felt)],
            returns: [number]
        )
        let lines = try SampleDocument(procedures: [procedure]).file().lines
        #expect(lines.contains("public func postAll(toID: UInt32, in: Felt) throws -> ContractCall<UInt32> {"))
        #expect(lines.contains(#"try contract.call("post_all", toID, `in`, returning: UInt32.self)"#))
    }

    @Test("The first label is left out if the method is named for it, and a parameter without a name has none")
    func labels() throws {
        let asset = SampleDocument.procedure(
            "receive_word",
            takes: [("word", SampleDocument.plain("word")), (nil, felt)]
        )
        let lines = try SampleDocument(procedures: [asset]).file().lines
        #expect(
            lines.contains("public func receiveWord(_ word: Word, _ felt: Felt) throws -> ContractCall<NoResult> {")
        )
    }

    @Test("A parameter does not hide the contract that a call is made of")
    func hiddenMember() throws {
        let procedure = SampleDocument.procedure("call", takes: [("contract", felt)])
        #expect(
            try SampleDocument(procedures: [procedure]).file().lines
                .contains(#"try self.contract.call("call", contract, returning: NoResult.self)"#)
        )
    }

    @Test("A procedure that its source marks as view is a read: a property if it takes nothing")
    func view() throws {
        let view = #","attributes":["view"]"#
        let procedures = [
            SampleDocument.procedure("get_count", returns: [felt], more: view),
            SampleDocument.procedure("get_entry", takes: [("number", number)], returns: [felt], more: view),
            SampleDocument.procedure("check", more: view),
        ]
        let lines = try SampleDocument(procedures: procedures).file().lines
        #expect(lines.contains("public var count: Felt {"))
        #expect(lines.contains("get async throws { try await reader.simulate(reads.count()) }"))
        #expect(lines.contains("public func entry(number: UInt32) async throws -> Felt {"))
        #expect(lines.contains("try await reader.simulate(reads.entry(number: number))"))
        #expect(lines.contains("public func check() async throws {"))
        #expect(lines.contains(#"try contract.call("get_count", with: [], returning: Felt.self)"#))
    }

    @Test("A procedure that the configuration names is a read, and no other one")
    func configuredRead() throws {
        let procedures = ["get_a", "get_b"].map { SampleDocument.procedure($0, returns: [felt]) }
        let configuration = #"{"reads":["::sample::get_a"]}"#
        let lines = try SampleDocument(procedures: procedures, configuration: configuration).file().lines
        #expect(lines.contains("var a: Felt {"))
        #expect(lines.contains("func getB() throws -> ContractCall<Felt> {"))
    }

    @Test("A procedure without a signature takes and returns elements")
    func untyped() throws {
        let procedure =
            #"{"path":"::sample::touch","name":"touch","root":"","role":"account","obstacle":{"kind":"no_signature"}}"#
        let file = try SampleDocument(procedures: [procedure]).file()
        #expect(file.lines.contains("public func touch(elements: [Felt] = []) throws -> ContractCall<[Felt]> {"))
        #expect(file.lines.contains(#"try contract.call("touch", elements: elements)"#))
        #expect(file.warnings.isEmpty)
    }

    @Test("A procedure that no call can reach is a comment with the reason, and a warning")
    func obstacle() throws {
        let pointer = #"{"kind":"unsupported","name":"ptr","reason":"pointer"}"#
        let procedures = [
            SampleDocument.procedure("at", takes: [("here", pointer)]),
            SampleDocument.procedure(
                "many",
                more: #","obstacle":{"kind":"too_many_felts","inputs":17,"outputs":0}"#
            ),
        ]
        let file = try SampleDocument(procedures: procedures).file()
        #expect(!file.contents.contains("func"))
        #expect(file.warnings.count == 3)
        #expect(file.warnings[0].contains("it is an address"))
        #expect(
            file.lines.contains(
                "// `many` has no method: it takes 17 and returns 0 elements, and a call passes at most 16 each way."
            )
        )
    }

    @Test("What is no method of an account is left out")
    func otherRoles() throws {
        let library = SampleDocument.procedure("helper").replacing(#""account""#, with: #""library""#)
        #expect(try !SampleDocument(procedures: [library]).file().contents.contains("helper"))
    }

    @Test("Other names of the same code are in the documentation")
    func sameCode() throws {
        let more = #","same_code":["::sample::second","::other::third"]"#
        let lines = try SampleDocument(procedures: [SampleDocument.procedure("first", more: more)]).file().lines
        #expect(lines.contains("/// - Note: `second`, `::other::third` are other names of the same code."))
    }

    @Test("A procedure whose last name another one has is called by its whole path")
    func wholePath() throws {
        let library = SampleDocument.procedure("post-all").replacing(#""account""#, with: #""library""#)
        let lines = try SampleDocument(procedures: [SampleDocument.procedure("post_all"), library]).file().lines
        #expect(lines.contains(#"try contract.call("::sample::post_all", with: [], returning: NoResult.self)"#))
    }

    @Test(
        "Two procedures that become one method are refused with both names",
        arguments: [("get-entry", "get_entry"), ("getEntry", "get_entry")]
    )
    func collision(first: String, second: String) throws {
        let document = SampleDocument(procedures: [first, second].map { SampleDocument.procedure($0) })
        let error = try #require(throws: GeneratorError.self) { try document.file() }
        #expect(error.message.contains(first) && error.message.contains(second))
    }

    @Test("A property and a method without arguments of one name are refused")
    func propertyCollision() {
        let procedures = [
            SampleDocument.procedure("get_count", returns: [felt], more: #","attributes":["view"]"#),
            SampleDocument.procedure("count"),
        ]
        #expect(throws: GeneratorError.self) { try SampleDocument(procedures: procedures).file() }
    }

    @Test("A name that generated code has itself is refused", arguments: ["storage", "deploy", "account-id"])
    func reserved(name: String) {
        #expect(throws: GeneratorError.self) {
            try SampleDocument(procedures: [SampleDocument.procedure(name)]).file()
        }
    }

    @Test("Two parameters that become one are refused")
    func parameterCollision() {
        let procedure = SampleDocument.procedure("post", takes: [("a_b", felt), ("a-b", felt)])
        #expect(throws: GeneratorError.self) { try SampleDocument(procedures: [procedure]).file() }
    }

    @Test("A head that is too long has a parameter on each line")
    func longHead() throws {
        let parameters = (0..<16).map { (name: String?.some("parameter_\($0)"), type: felt) }
        let file = try SampleDocument(procedures: [SampleDocument.procedure("post", takes: parameters)]).file()
        #expect(file.lines.contains("parameter15: Felt"))
        #expect(file.contents.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
}
