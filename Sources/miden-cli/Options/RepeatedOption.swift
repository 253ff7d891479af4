import ArgumentParser

/// An option that takes one value and was given several: the parser would take the last one without a word.
enum RepeatedOption {
    /// Refuses a command line in which an option that takes one value has several.
    ///
    /// - Parameters:
    ///   - arguments: The command line, which the parser has taken: each value is where it should be.
    ///   - command: The command it is of.
    /// - Throws: A usage error that names the option.
    static func refuse(in arguments: [String], of command: any ParsableCommand.Type) throws {
        let options = try CommandOptions(of: command)
        var isGiven: Set<Int> = []
        for case .name(let name, index: let index?) in options.parts(of: arguments) {
            let option = options.all[index]
            guard !option.takesValue || option.isRepeating || isGiven.insert(index).inserted else {
                let name = option.preferredName?.written ?? name
                throw ValidationError("\(name) takes one value, and was given more than once.")
            }
        }
    }
}
