extension TransactionSummary {
    /// The procedures that a transaction calls, as far as they can be told without an execution.
    ///
    /// A root has the names of the components that Miden ships, and ``named(by:)`` adds those of a package that the user chose.
    /// No other package names one, since anybody can make a package that gives a root a harmless name. Procedures of other accounts
    /// that a compiled script runs are not among them: they change nothing.
    public struct Calls: Hashable, Sendable {
        /// How many names of a procedure are told at most.
        static let mostTold = 16

        /// The procedures. Those of a script are there once each, the ones with names first and all of them; of those without a
        /// name, there are so many that it is 16.
        public let procedures: [CalledProcedure]
        /// How many more procedures there are.
        public let leftOutCount: Int
        /// Whether the code may call others, which only its execution tells: roots that it computes, and what code calls that
        /// neither the script nor Miden has.
        public let hasUnknown: Bool

        /// Makes a list of calls. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - procedures: The procedures.
        ///   - leftOutCount: How many more there are.
        ///   - hasUnknown: Whether the code may call others.
        public init(procedures: [CalledProcedure] = [], leftOutCount: Int = 0, hasUnknown: Bool = false) {
            self.procedures = procedures
            self.leftOutCount = leftOutCount
            self.hasUnknown = hasUnknown
        }

        /// A line for each procedure, and for what is not told. A package's names are not escaped.
        public var texts: [String] {
            procedures.map(\.text)
                + (leftOutCount > 0 ? ["and \(leftOutCount) more"] : [])
                + (hasUnknown ? ["perhaps others, which only its execution tells"] : [])
        }

        /// Names the procedures that have no name yet, each by what its own contract offers.
        ///
        /// - Parameter interfaces: What the contracts of the calls offer, in the order of the calls.
        /// - Returns: The same calls with names.
        func named(by interfaces: [ContractInterface]) -> Calls {
            Calls(
                procedures: zip(procedures, interfaces).map { $0.named(by: $1) },
                leftOutCount: leftOutCount,
                hasUnknown: hasUnknown
            )
        }

        /// Names the procedures that have no name yet, and shows their arguments by the package's types.
        ///
        /// - Parameter interface: What a package offers that the user chose for this transaction. Not one that a page brought.
        /// - Returns: The same calls with names. What Miden ships keeps its names, whatever the package calls it.
        public func named(by interface: ContractInterface) -> Calls {
            Calls(
                procedures: procedures.map { $0.named(by: interface) },
                leftOutCount: leftOutCount,
                hasUnknown: hasUnknown
            )
        }
    }

    /// A procedure that a transaction calls.
    public struct CalledProcedure: Hashable, Sendable {
        /// An argument by its type.
        public struct Argument: Hashable, Sendable {
            /// The name of the parameter, if it is known.
            public let name: String?
            /// The value.
            public let value: ContractValue

            /// Makes an argument. The library does this itself; the initializer is public for tests and previews.
            ///
            /// - Parameters:
            ///   - name: The name of the parameter.
            ///   - value: The value.
            public init(name: String?, value: ContractValue) {
                self.name = name
                self.value = value
            }
        }

        /// The account that has the procedure. Nil if it is the account of the transaction.
        public let accountId: AccountID?
        /// The root of the procedure.
        public let root: Word
        /// Its names, `component::procedure`. Several procedures can share a root. Empty if no package that the user trusts names it.
        public let names: [String]
        /// The elements of its arguments, the one for the top of the stack first. Nil if only the execution tells.
        public let arguments: [Felt]?
        /// The arguments by their types. Nil if the types are not known, or ``arguments`` are no values of them.
        public let values: [Argument]?

        /// Makes a called procedure. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - accountId: The account that has it; nil means the one of the transaction.
        ///   - root: The root.
        ///   - names: The names.
        ///   - arguments: The elements of its arguments.
        ///   - values: The arguments by their types.
        public init(
            accountId: AccountID? = nil,
            root: Word,
            names: [String] = [],
            arguments: [Felt]? = nil,
            values: [Argument]? = nil
        ) {
            self.accountId = accountId
            self.root = root
            self.names = names
            self.arguments = arguments
            self.values = values
        }

        /// The procedure with its arguments on one line, such as `counter::add(by: 3)`. Without a name it is the root, and without
        /// types the arguments are elements. A package's names are not escaped.
        public var text: String {
            let told = names.prefix(Calls.mostTold).joined(separator: " or ")
            let more = names.count - Calls.mostTold
            var text = names.isEmpty ? root.hex : told + (more > 0 ? " or \(more) more" : "")
            if let values {
                text += "(\(values.map(\.text).joined(separator: ", ")))"
            } else if let arguments, !arguments.isEmpty {
                text += " with the elements \(arguments.map(\.description).joined(separator: " "))"
            }
            if let accountId {
                text += " of account \(accountId)"
            }
            return text
        }

        fileprivate func named(by interface: ContractInterface) -> Self {
            let found = names.isEmpty ? interface.procedures.filter { $0.root == root } : []
            guard !found.isEmpty else {
                return self
            }
            var names: [String] = []
            for name in found.map({ ProcedurePath($0.path).short }) where !names.contains(name) {
                names.append(name)
            }
            return Self(
                accountId: accountId,
                root: root,
                names: names,
                arguments: arguments,
                values: found.lazy.compactMap(\.signature).first?.values(of: arguments)
            )
        }
    }
}

extension TransactionSummary.CalledProcedure.Argument {
    fileprivate var text: String {
        (name.map { "\($0): " } ?? "") + value.description
    }
}

extension ContractInterface.Signature {
    /// The arguments that elements are. Nil if they are none of these types: the elements are all that can be shown.
    fileprivate func values(of arguments: [Felt]?) -> [TransactionSummary.CalledProcedure.Argument]? {
        guard let arguments, let count = inputFelts.map({ Int(clamping: $0) }), arguments.count <= count, count <= 16
        else {
            return nil
        }
        guard !parameters.isEmpty else {
            return []
        }
        // The rest of the stack is zeros.
        let felts = arguments + Array(repeating: 0, count: count - arguments.count)
        let type = ContractType.tuple(elements: parameters.map(\.type))
        guard case .array(let values)? = try? ContractValue(felts: felts, of: type), values.count == parameters.count
        else {
            return nil
        }
        return zip(parameters, values).map { TransactionSummary.CalledProcedure.Argument(name: $0.name, value: $1) }
    }
}

extension TransactionSummary.Calls {
    init(_ calls: CallsMessage?) {
        self.init(
            procedures: calls?.procedures.map(TransactionSummary.CalledProcedure.init) ?? [],
            leftOutCount: calls?.leftOut ?? 0,
            hasUnknown: calls?.hasUnknown ?? false
        )
    }
}

extension TransactionSummary.CalledProcedure {
    init(_ procedure: CallsMessage.Procedure) {
        self.init(
            accountId: procedure.accountId,
            root: procedure.root,
            names: procedure.names,
            arguments: procedure.arguments,
            values: procedure.signature?.values(of: procedure.arguments)
        )
    }
}
