import Foundation
import MidenSwiftClient
import Testing

@Suite("Compiling Miden assembly", .timeLimit(.minutes(5)))
struct CompilationTests {
    @Test("A package says what is in it, and is read again")
    func package() async throws {
        let counter = try await MidenPackage.counter()
        #expect(counter.kind == .accountComponent)
        #expect(counter.procedures.map(\.role) == [.account, .account])
        #expect(Set(counter.procedures.map(\.name)) == ["get_count", "increment_count"])
        #expect(try await MidenPackage(file: counter.file) == counter)
        #expect(try counter.procedure("get-count").name == "get_count")
        #expect(
            try counter.procedure("external_contract::counter_contract::get_count")
                == counter.procedure("get_count")
        )
        let unknown = #expect(throws: MidenError.self) { _ = try counter.procedure("decrement_count") }
        #expect(unknown?.message.contains("external_contract::counter_contract::increment_count") == true)
        for bytes in [Data(), Data([1, 2, 3]), counter.file.prefix(100)] {
            let error = await #expect(throws: MidenError.self) { _ = try await MidenPackage(file: bytes) }
            #expect(error?.kind == .invalidPackage)
        }
    }

    @Test("What a package is for follows from what its procedures are marked with")
    func kinds() async throws {
        for (kind, mark) in [
            (MidenPackage.Kind.accountComponent, "@account_procedure"), (.accountComponent, "@auth_script"),
            (.noteScript, "@note_script"), (.transactionScript, "@transaction_script"), (.library, ""),
        ] {
            let parameters = mark == "@auth_script" ? "(arguments: word)" : ""
            let code = "\(mark)\npub proc main\(parameters)\n    push.1 drop\nend\n"
            let package = try await MidenPackage.compile(MASMSource(kind, code))
            #expect(package.kind == kind, "\(mark)")
        }
    }

    @Test("What is wrong is told with line, column and the line itself")
    func diagnostics() async throws {
        let code = "@transaction_script\npub proc main\n    exec.nothing::there\nend\n"
        guard
            case .refused(let diagnostics) = try await MidenPackage.compilation(
                of: MASMSource(.transactionScript, code)
            )
        else {
            Issue.record("it is compiled")
            return
        }
        let diagnostic = try #require(diagnostics.first)
        let place = try #require(diagnostic.places.first)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.line == 3 && diagnostic.column == place.column)
        #expect(place.text == "    exec.nothing::there")
        let start = code.utf8.index(code.utf8.startIndex, offsetBy: place.offset)
        let end = code.utf8.index(start, offsetBy: place.length)
        #expect("exec.nothing::there".contains(code[start..<end]))
        #expect(diagnostic.description.contains("3 |     exec.nothing::there\n"))
        #expect(diagnostic.description.contains("^"))

        let error = await #expect(throws: MidenError.self) {
            _ = try await MidenPackage.compile(MASMSource(.transactionScript, code))
        }
        #expect(error?.kind == .compilationFailed)
        #expect(error?.code == .invalidParameter)
        #expect(error?.message.contains("line 3, column \(place.column)") == true)
        #expect(error?.causes == diagnostics.map(\.description))
    }

    @Test("The syntax of an earlier version is one error with what to write now")
    func outdated() async throws {
        let code = "use.std::sys\n\nexport.count.2\n    exec.sys::truncate_stack\nend\n"
        guard
            case .refused(let diagnostics) = try await MidenPackage.compilation(
                of: MASMSource(.accountComponent, code)
            )
        else {
            Issue.record("it is compiled")
            return
        }
        #expect(diagnostics.count == 1 && diagnostics.first?.line == 1)
        #expect(diagnostics.first?.help?.contains("pub proc NAME in place of export.NAME") == true)
    }

    @Test("What cannot be compiled at all is an error of its own")
    func refused() async throws {
        var source = MASMSource(.library, "pub proc one push.1 end")
        source.path = "no path"
        var error = await #expect(throws: MidenError.self) { _ = try await MidenPackage.compile(source) }
        #expect(error?.kind == "invalid_module_path")
        source.path = nil
        source.metadata = "="
        error = await #expect(throws: MidenError.self) { _ = try await MidenPackage.compile(source) }
        #expect(error?.kind == "invalid_metadata")
    }

    @Test("Advice inputs are read as the published command reads them")
    func advice() throws {
        let key = String(repeating: "0", count: 64)
        let entries = try AdviceEntry.entries(
            toml: "inputs = [{ key = \"0x\(key)\", values = [\"13\", \"18446744069414584320\"] }]"
        )
        #expect(entries == [AdviceEntry(key: .zero, values: [13, 18_446_744_069_414_584_320])])
        let error = #expect(throws: MidenError.self) { _ = try AdviceEntry.entries(toml: "inputs = 5") }
        #expect(error?.kind == "invalid_advice")
    }

    @Test("Warnings of what is compiled come with the package")
    func warnings() async throws {
        let code = "use miden::core::math::u64\n@transaction_script\npub proc main\n    nop\nend\n"
        let compilation = try await MidenPackage.compilation(of: MASMSource(.transactionScript, code))
        guard case .compiled(let package, let warnings) = compilation else {
            Issue.record("it is refused")
            return
        }
        #expect(package.kind == .transactionScript && warnings.count == 1)
        let warning = try #require(warnings.first)
        #expect(warning.severity == .warning && warning.message == "unused import")
        #expect(warning.line == 1 && warning.column == 24 && warning.help != nil)
    }

    @Test("Compiling and describing the compilation give the same package")
    func samePackage() async throws {
        let source = MASMSource(.transactionScript, "@transaction_script\npub proc main\n    nop\nend\n")
        guard case .compiled(let package, _) = try await MidenPackage.compilation(of: source) else {
            Issue.record("it is refused")
            return
        }
        #expect(try await MidenPackage.compile(source) == package)
    }
}
