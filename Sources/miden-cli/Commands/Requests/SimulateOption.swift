import ArgumentParser

/// Whether code of a requester may be executed to find out what it does.
struct SimulateOption: ParsableArguments {
    @Flag(
        help: """
            Execute the code of the request here, without proving or sending anything, to find out what it does. --script-cycles \
            and --script-time limit it.
            """
    )
    var simulate = false
}
