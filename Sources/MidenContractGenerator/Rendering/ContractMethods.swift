/// What a contract lets others call, as Swift.
struct ContractMethods {
    /// What changes the account, in the order of the description.
    let calls: [ContractMethod]
    /// What only reads, by its Swift names.
    let reads: [ContractMethod]
    /// Why procedures have no method: a sentence for each.
    let obstacles: [String]

    /// The methods of an interface.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - readPaths: The paths of procedures that only read, besides those that their source marks with `@view`.
    ///   - types: The types of the file.
    /// - Throws: `GeneratorError` if two methods, or two parameters of one, get one name, or a reserved one.
    init(
        _ interface: Interface,
        reads readPaths: [String],
        types: SwiftTypes
    ) throws(GeneratorError) {
        var counts: [String: Int] = [:]
        for procedure in interface.procedures {
            counts[Self.lookup(procedure.name), default: 0] += 1
        }
        let readPaths = Set(readPaths)
        var table = NameTable(reserved: ReservedNames.contractMembers)
        var calls: [ContractMethod] = []
        var reads: [ContractMethod] = []
        var obstacles: [String] = []
        for procedure in interface.procedures where procedure.role == "account" {
            if let obstacle = procedure.callObstacle {
                obstacles.append("`\(SourceText.inline(procedure.name))` has no method: \(obstacle).")
                continue
            }
            let method = try ContractMethod(
                procedure,
                calledBy: counts[Self.lookup(procedure.name)] == 1 ? procedure.name : procedure.path,
                isRead: readPaths.contains(procedure.path) || (procedure.attributes ?? []).contains("view"),
                types: types
            )
            try table.add(method.isProperty ? method.name : method.fullName, origin: procedure.path)
            if method.isRead {
                reads.append(method)
            } else {
                calls.append(method)
            }
        }
        self.calls = calls
        self.reads = reads.sorted { ($0.name, $0.fullName) < ($1.name, $1.fullName) }
        self.obstacles = obstacles
    }

    /// The library finds a procedure by a name in which `_` and `-` are the same.
    private static func lookup(_ name: String) -> String {
        String(name.map { $0 == "-" ? "_" : $0 })
    }

    /// What the documentation of a procedure says of those with the same code: the lines of a comment at a level. Nil if there
    /// is nothing to say.
    func note(on procedure: Interface.Procedure) -> ((Int) -> [String])? {
        guard let paths = procedure.sameCode, !paths.isEmpty else { return nil }
        let shown = paths.prefix(Self.mostNamed).map { path in
            // One of the same module is known by its name alone.
            let isNear = path.module == procedure.path.module
            return "`\(SourceText.inline(isNear ? path.lastPart : path))`"
        }
        let more = UInt64(paths.count - shown.count) + (procedure.sameCodeLeftOut ?? 0)
        let names = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let verb = shown.count == 1 && more == 0 ? "is another name" : "are other names"
        return { level in
            var lines = SourceText.comment("Note: \(names) \(verb) of the same code.", indent: level)
            guard let first = lines.first else { return [] }
            lines[0] = "/// - " + first.dropFirst(4)
            return [lines[0]] + lines.dropFirst().map { "///   " + $0.dropFirst(4) }
        }
    }

    /// How many other names of one code a comment has.
    private static let mostNamed = 5
}
