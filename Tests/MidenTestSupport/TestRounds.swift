import Foundation

/// How many rounds a test makes that repeats one thing at many places or moments.
package enum TestRounds {
    /// Whether all of them are made, as `./build.sh test --long` asks for.
    package static let areAll = ProcessInfo.processInfo.environment["MIDEN_TEST_LONG"] != nil
}
