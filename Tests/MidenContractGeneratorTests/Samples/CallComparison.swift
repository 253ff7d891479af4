import MidenSwiftClient
import Testing

/// Compares the calls that generated code makes with those by name, and counts the procedures.
struct CallComparison {
    let contract: Contract
    /// The procedures that were compared.
    private(set) var compared: Set<String> = []

    init(of contract: Contract) {
        self.contract = contract
    }

    /// The procedures of the contract.
    var procedures: Set<String> { Set(contract.interface.methods.map(\.name)) }

    /// Compares the elements of the arguments, and what both calls make of the elements of a result.
    ///
    /// - Parameters:
    ///   - generated: The call that generated code makes.
    ///   - name: The procedure.
    ///   - arguments: The arguments.
    ///   - result: The result; nil if the procedure returns nothing.
    ///   - random: What is below the result on the stack.
    /// - Throws: `MidenError` if the call by name is refused, or a result cannot be read.
    mutating func compare<Result: Equatable>(
        _ generated: ContractCall<Result>,
        _ name: String,
        _ arguments: [ContractValue],
        returning result: RandomValue<Result>,
        random: inout RandomValues
    ) throws {
        compared.insert(name)
        let dynamic = try contract.call(name, with: .array(arguments))
        #expect(generated.procedure == dynamic.procedure)
        #expect(generated.arguments == dynamic.arguments, "\(name) of \(arguments)")
        #expect(generated.advice.isEmpty && generated.foreignAccounts.isEmpty)

        let types = try #require(generated.procedure.signature).results
        let values = types.count > 1 ? result.dynamic : .array(types.isEmpty ? [] : [result.dynamic])
        let elements = types.isEmpty ? [] : try values.felts(of: .tuple(elements: types))
        let stack = elements + (try random.elements(16 - elements.count))
        #expect(try generated.result(of: stack) == result.swift, "\(name) returning \(result.dynamic)")
        #expect(try dynamic.result(of: stack) == result.dynamic, "\(name) returning \(result.dynamic)")
    }

    /// Compares the call of a procedure without types.
    mutating func compare(
        _ generated: ([Felt]) throws -> ContractCall<[Felt]>,
        _ name: String,
        elements: [Felt],
        random: inout RandomValues
    ) throws {
        compared.insert(name)
        let (call, dynamic) = (try generated(elements), try contract.call(name, elements: elements))
        #expect(call.procedure == dynamic.procedure)
        #expect(call.arguments == elements && dynamic.arguments == elements)
        let stack = try random.elements(16)
        #expect(try call.result(of: stack) == stack)
        #expect(try dynamic.result(of: stack) == stack)
    }
}
