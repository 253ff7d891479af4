/// An account together with the package that says what its procedures take and return.
///
/// ```swift
/// let counter = try await wallet.getContract(accountId: account, package: package)
/// let increment = try counter.call("increment", with: ["by": 3], returning: UInt64.self)
/// let count = try await wallet.simulate(increment)
/// ```
///
/// ``MidenWallet/getContract(accountId:package:timeout:)`` makes one, and sees that the account has the procedures of
/// the package. An account that is not in the wallet has to be public.
public struct Contract: Hashable, Sendable {
    /// The account.
    public let accountId: AccountID
    /// Whether the account is one of the wallet. Procedures of another account can be simulated, and only read: one that changes
    /// its account fails.
    public let isOwn: Bool
    /// The package.
    public let package: MidenPackage
    /// What the package offers.
    public var interface: ContractInterface { package.interface }

    /// Makes a contract without looking at the account's code. For tests and previews.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - isOwn: Whether the account is one of the wallet.
    ///   - package: The package.
    public init(accountId: AccountID, isOwn: Bool, package: MidenPackage) {
        self.accountId = accountId
        self.isOwn = isOwn
        self.package = package
    }

    /// The call of a procedure. Nothing is called yet.
    ///
    /// - Parameters:
    ///   - name: The procedure: the last part of its path, or the whole path. `_` and `-` are the same in names.
    ///   - arguments: The arguments: an array, or an object if the names of the parameters are known.
    ///   - result: What the results are read as: the one that there is, or an array of several. As a ``ContractValue`` they are
    ///     read without a type of yours, and are ``ContractValue/null`` if there are none.
    /// - Returns: The call.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `unknown_procedure` if there is no such procedure,
    ///   ``MidenError/Kind/notCallable``, ``MidenError/Kind/unsupportedType`` or ``MidenError/Kind/tooManyElements`` if it cannot
    ///   be called with values, and ``MidenError/Kind/invalidValue`` with the place of an argument that does not fit.
    public func call<Result: Decodable & Sendable>(
        _ name: String,
        with arguments: ContractValue = [],
        returning result: Result.Type = ContractValue.self
    ) throws -> ContractCall<Result> {
        let procedure = try interface.procedure(name)
        let signature = try procedure.callableSignature
        return ContractCall(
            contract: self,
            procedure: procedure,
            signature: signature,
            arguments: try signature.felts(of: arguments)
        )
    }

    /// The call of a procedure with Swift values. Nothing is called yet.
    ///
    /// - Parameters:
    ///   - name: The procedure: the last part of its path, or the whole path. `_` and `-` are the same in names.
    ///   - arguments: The arguments, in the order of the parameters.
    ///   - result: What the results are read as: the one that there is, or an array of several.
    /// - Returns: The call.
    /// - Throws: As the call with a ``ContractValue``.
    public func call<Result: Decodable & Sendable>(
        _ name: String,
        _ arguments: any Encodable...,
        returning result: Result.Type
    ) throws -> ContractCall<Result> {
        let values = try arguments.map { try ContractValue(encoding: $0) }
        return try call(name, with: .array(values), returning: result)
    }

    /// The call of a procedure with field elements, as its code takes them. Nothing is called yet.
    ///
    /// Use it for a procedure whose types the package does not have.
    ///
    /// - Parameters:
    ///   - name: The procedure: the last part of its path, or the whole path. `_` and `-` are the same in names.
    ///   - elements: At most 16 elements, the one for the top of the stack first.
    /// - Returns: The call. Its result is the whole stack, the top first.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `unknown_procedure` if there is no such procedure, and
    ///   ``MidenError/Kind/notCallable`` if accounts do not let others call it.
    public func call(_ name: String, elements: [Felt]) throws -> ContractCall<[Felt]> {
        let procedure = try interface.procedure(name)
        switch procedure.obstacle {
        case .notAMethod?, .convention?: _ = try procedure.callableSignature
        case .unsupportedType?, .tooManyFelts?, .noSignature?, nil: break
        }
        return ContractCall(contract: self, procedure: procedure, signature: nil, arguments: elements)
    }

    /// Sees that the account has the procedures of the package.
    ///
    /// - Parameter procedures: What the account lets others call.
    /// - Throws: ``MidenError/Kind/missingProcedures``, naming those that are missing and the nearest that there are.
    func check(_ procedures: AccountProcedures) throws {
        let there = Set(procedures.procedures.map(\.root))
        let missing = interface.methods.filter { !there.contains($0.root) }.map { ProcedurePath($0.path) }
        guard !missing.isEmpty else {
            return
        }
        let known = procedures.procedures.filter { !$0.isAuthentication }.compactMap { $0.path.map(ProcedurePath.init) }
        var nearest: [String] = []
        for path in missing.prefix(Self.mostNamed) {
            let distances = known.map { (path: $0, distance: path.name.editDistance(to: $0.name)) }
            let found = distances.min { $0.distance < $1.distance }?.path
            if let found = found?.shown, !nearest.contains(found) {
                nearest.append(found)
            }
        }
        let names = missing.prefix(Self.mostNamed).map(\.shown).joined(separator: ", ")
        let more = missing.count - Self.mostNamed
        throw MidenError(
            code: .invalidParameter,
            kind: .missingProcedures,
            message: """
                The code of account \(accountId) does not have these procedures of the package \
                \(interface.name.shortened): \(names)\(more > 0 ? " and \(more) more" : ""). \
                \(nearest.isEmpty
                    ? "The names of its procedures are not known."
                    : "The nearest that it has: \(nearest.joined(separator: ", ")).")
                """
        )
    }

    /// How many missing procedures an error names.
    private static let mostNamed = 5
}

extension ContractInterface.Procedure {
    /// What it takes and returns, if it can be called with values.
    fileprivate var callableSignature: ContractInterface.Signature {
        get throws {
            if let signature, obstacle == nil {
                return signature
            }
            let name = name.shortened
            let (kind, message): (MidenError.Kind, String) =
                switch obstacle {
                case .notAMethod:
                    (
                        .notCallable,
                        "The procedure \(name) is not marked @account_procedure: no account lets others call it."
                    )
                case .convention(let convention):
                    (
                        .notCallable,
                        "The procedure \(name) has the calling convention \(convention.shortened): only code in its own context calls it."
                    )
                case .unsupportedType(let type, let reason):
                    (
                        .unsupportedType,
                        """
                        The procedure \(name) takes or returns a value of type \(type.shortened), which no call can pass: \
                        \(UnsupportedTypeReason(reason)).
                        """
                    )
                case .tooManyFelts(let inputs, let outputs):
                    (
                        .tooManyElements,
                        """
                        The procedure \(name) takes \(inputs) and returns \(outputs) elements. A call passes at most 16 each \
                        way, so it cannot be called.
                        """
                    )
                case .noSignature, nil:
                    (
                        .notCallable,
                        "The package does not say what the procedure \(name) takes and returns: call it with field elements."
                    )
                }
            throw MidenError(code: .invalidParameter, kind: kind, message: message)
        }
    }
}

extension ContractInterface {
    /// What the transaction script of the package takes and returns. It takes at most the four elements of
    /// ``CustomTransaction/scriptArgument``.
    ///
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/notCallable`` if the package has no
    ///   transaction script or does not say what it takes and returns, ``MidenError/Kind/unsupportedType`` or
    ///   ``MidenError/Kind/tooManyElements`` if it takes or returns what cannot be passed.
    public var scriptSignature: Signature {
        get throws {
            let scripts = procedures.filter { $0.role == .transactionScript }
            guard let script = scripts.first, scripts.count == 1 else {
                throw Self.refusal(.notCallable, "The package \(name.shortened) has no transaction script.")
            }
            let title = "The transaction script \(script.name.shortened)"
            guard let signature = script.signature, signature.convention == "component-model" else {
                throw Self.refusal(
                    .notCallable,
                    "\(title) does not say what it takes and returns: write its types, as in main(count: u32) -> felt."
                )
            }
            guard let inputs = signature.inputFelts, let outputs = signature.outputFelts else {
                throw Self.refusal(.unsupportedType, "\(title) takes or returns a value that cannot be passed.")
            }
            guard inputs <= 4, outputs <= 16 else {
                throw Self.refusal(
                    .tooManyElements,
                    """
                    \(title) takes \(inputs) and returns \(outputs) elements. A script takes at most 4 and leaves at most 16.
                    """
                )
            }
            return signature
        }
    }

    private static func refusal(_ kind: MidenError.Kind, _ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: kind, message: message)
    }
}

extension ContractInterface.Signature {
    /// The elements of arguments.
    ///
    /// - Parameter arguments: The arguments: an array, or an object if the names of the parameters are known.
    /// - Returns: The elements, the one for the top of the stack first.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the place of an argument
    ///   that does not fit.
    public func felts(of arguments: ContractValue) throws -> [Felt] {
        if case .array(let values) = arguments {
            guard values.count == parameters.count else {
                let taken = parameters.count == 1 ? "1 argument" : "\(parameters.count) arguments"
                let given = values.count == 1 ? "1 was" : "\(values.count) were"
                throw Self.invalid("The arguments: the procedure takes \(taken), and \(given) given.")
            }
            return values.isEmpty ? [] : try arguments.felts(of: .tuple(elements: parameters.map(\.type)))
        }
        guard case .object = arguments else {
            throw Self.invalid("The arguments: an array or an object is expected.")
        }
        let fields = try parameters.map { parameter in
            guard let name = parameter.name else {
                throw Self.invalid(
                    "The arguments: the names of the parameters are not known, so give the arguments as an array."
                )
            }
            return ContractType.Field(name, parameter.type)
        }
        return try arguments.felts(of: .structure(fields: fields))
    }

    /// The results of elements on the stack.
    ///
    /// - Parameter stack: The elements, the top first.
    /// - Returns: ``ContractValue/null``, the one result, or an array of several.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if the elements are no values
    ///   of the types.
    public func value(of stack: [Felt]) throws -> ContractValue {
        guard let type = results.count > 1 ? ContractType.tuple(elements: results) : results.first else {
            return .null
        }
        let count = Int(clamping: outputFelts ?? 0)
        return try ContractValue(felts: Array(stack.prefix(count)), of: type)
    }

    private static func invalid(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidValue, message: message)
    }
}
