/// The calls and the reads of a contract as Swift.
struct MethodRendering {
    let methods: ContractMethods
    let contract: String
    let access: Access
    let types: SwiftTypes

    /// The part with the calls; no lines if there are none.
    func calls() -> [String] {
        var body = SourceLines()
        for method in methods.calls {
            body.separate()
            body.add(callLines(of: method, level: 1), indent: 4)
        }
        for obstacle in methods.obstacles {
            body.separate()
            body.add(SourceText.lineComment(obstacle, indent: 1), indent: 4)
        }
        return part("Calls: they change nothing until a wallet executes them", body)
    }

    /// The part with the reads; no lines if there are none.
    func reads() -> [String] {
        guard !methods.reads.isEmpty else { return [] }
        var body = SourceLines()
        for method in methods.reads.filter(\.isProperty) + methods.reads.filter({ !$0.isProperty }) {
            body.separate()
            body.add(readLines(of: method), indent: 4)
        }
        body.separate()
        body.add("/// The reads as calls, for a transaction that needs their results.", indent: 4)
        body.add("\(access.prefix)var reads: Reads { Reads(contract: contract) }", indent: 4)
        body.separate()
        body.add("/// The reads as calls. The package, or its configuration, says that they only read.", indent: 4)
        body.add("\(access.prefix)struct Reads: \(types.outer("Sendable")) {", indent: 4)
        body.add("fileprivate let contract: \(types.outer("Contract"))", indent: 8)
        for method in methods.reads {
            body.separate()
            body.add(callLines(of: method, level: 2), indent: 8)
        }
        body.add("}", indent: 4)
        return part("Reads", body)
    }

    private func part(_ title: String, _ body: SourceLines) -> [String] {
        guard !body.lines.isEmpty else { return [] }
        return ["// MARK: - \(title)", "", "extension \(contract.spelled(as: .type)) {"] + body.lines + ["}"]
    }

    /// A method that makes a call.
    private func callLines(of method: ContractMethod, level: Int) -> [String] {
        let result = method.result ?? types.outer("NoResult")
        var lines = SourceLines(lines: documentation(of: method, level: level, returns: "The call."))
        let call = "\(types.outer("ContractCall"))<\(result)>"
        lines.add(head(of: method, after: " throws -> \(call) {", level: level))
        let contract = "try " + member("contract", in: method) + ".call"
        var arguments: [SourceExpression] = [.text(SourceText.literal(method.calledName))]
        if !method.procedure.isTyped {
            arguments.append(.labelled("elements", .text("elements")))
        } else {
            arguments +=
                method.parameters.isEmpty
                ? [.labelled("with", .list([]))] : method.parameters.map { .text($0.name.spelled(as: .variable)) }
            arguments.append(.labelled("returning", .text("\(result).self")))
        }
        lines.add(SourceExpression.call(contract, arguments).lines(indent: level * 4 + 4), indent: 4)
        lines.add("}")
        return lines.lines
    }

    /// A property or a method that reads.
    private func readLines(of method: ContractMethod) -> [String] {
        let reads = "\(member("reads", in: method)).\(method.name.spelled(as: .method))"
        let call = SourceExpression.call(reads, method.parameters.map(\.argument))
        let reader = member("reader", in: method)
        guard let result = method.result, method.isProperty else {
            var lines = SourceLines(
                lines: documentation(
                    of: method,
                    level: 1,
                    returns: method.result.map { _ in "What the procedure returns." }
                )
            )
            lines.add(head(of: method, after: " async throws\(method.result.map { " -> \($0)" } ?? "") {", level: 1))
            let before = method.result == nil ? "_ = try await" : "try await"
            lines.add(SourceExpression.call("\(before) \(reader).simulate", [call]).lines(indent: 8), indent: 4)
            lines.add("}")
            return lines.lines
        }
        var lines = SourceLines(lines: documentation(of: method, level: 1, returns: nil, isProperty: true))
        lines.add("\(access.prefix)var \(method.name.spelled(as: .property)): \(result) {")
        let body = "try await \(reader).simulate(\(call.line))"
        let getter = "get async throws { \(body) }"
        if getter.count + 8 > SourceExpression.lineLength {
            lines.add("get async throws {", indent: 4)
            lines.add(body, indent: 8)
            lines.add("}", indent: 4)
        } else {
            lines.add(getter, indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private func head(of method: ContractMethod, after: String, level: Int) -> [String] {
        let parameters = method.parameters.map { parameter in
            let name = parameter.name.spelled(as: .label)
            let label = parameter.label == nil ? "_ \(name)" : name
            let defaultValue = parameter.defaultValue.map { " = \($0)" } ?? ""
            return SourceExpression.text("\(label): \(parameter.type)\(defaultValue)")
        }
        return SourceExpression.call("\(access.prefix)func \(method.name.spelled(as: .method))", parameters)
            .lines(after: after, indent: level * 4)
    }

    /// A member of the contract, which a parameter may hide.
    private func member(_ name: String, in method: ContractMethod) -> String {
        method.parameters.contains { $0.name == name } ? "self.\(name)" : name
    }

    private func documentation(
        of method: ContractMethod,
        level: Int,
        returns: String?,
        isProperty: Bool = false
    ) -> [String] {
        let procedure = method.procedure
        let named = method.parameters.filter { $0.packageName != nil }
        let documentation = ProcedureDocumentation(procedure.documentation, parameters: named.compactMap(\.packageName))
        let labels = Dictionary(named.map { ($0.packageName ?? "", $0.name) }, uniquingKeysWith: { first, _ in first })
        var lines: [String]
        let elements =
            "give at most 16 elements, the one for the top of the stack first. The result is the whole stack."
        if procedure.isTyped {
            lines = documentation.lines(
                indent: level,
                fallback: "`\(SourceText.inline(procedure.declaration))`",
                labels: labels,
                returns: returns,
                throws: isProperty ? nil : "`MidenError` if a value is none of its type."
            )
        } else if documentation.summary.isEmpty {
            let name = "`\(SourceText.inline(procedure.name))`"
            lines = SourceText.comment(
                "Calls \(name), of which the package does not say what it takes and returns: \(elements)",
                indent: level
            )
        } else {
            lines = SourceText.comment(documentation.summary.joined(separator: "\n\n"), indent: level)
            lines.append("///")
            lines += SourceText.comment(
                "The package does not say what it takes and returns: \(elements)",
                indent: level
            )
        }
        if let note = methods.note(on: procedure) {
            lines.append("///")
            lines += note(level)
        }
        if method.needsNewerSystems {
            lines.append(TypeRendering.availability)
        }
        return lines
    }
}

extension ContractMethod.Parameter {
    /// The argument of a call with the parameter.
    fileprivate var argument: SourceExpression {
        let value = SourceExpression.text(name.spelled(as: .variable))
        return label.map { .labelled($0.spelled(as: .label), value) } ?? value
    }
}

extension SourceLines {
    /// Adds an empty line, unless there is nothing yet.
    mutating func separate() {
        if !lines.isEmpty { lines.append("") }
    }
}

extension SourceText {
    /// A comment that documents nothing, as lines that begin with `//`.
    static func lineComment(_ text: String, indent: Int) -> [String] {
        comment(text, indent: indent).map { String($0.dropFirst()) }
    }
}
