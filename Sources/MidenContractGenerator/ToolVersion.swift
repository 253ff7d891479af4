/// The version of the tools of this package, which the header of a generated file names.
package enum ToolVersion {
    /// The version of this release.
    package static let current = "0.1.0"
}
