internal import CMidenSwiftClient

extension Core {
    /// Refuses a library that was built for a newer CPU than this one, before the first of its instructions that are
    /// missing here would end the program. The check itself is in the C module, which is compiled for the baseline.
    ///
    /// - Parameter available: The features to take for this CPU's, comma separated; nil asks the CPU itself.
    /// - Throws: ``MidenError/Code/unsupported``, naming the feature that is missing.
    static func checkProcessor(available: String?) throws(MidenError) {
        guard let feature = missingFeature(available: available) else {
            return
        }
        throw MidenError(
            code: .unsupported,
            kind: .unsupportedProcessor,
            message: "This build of the library needs a CPU with \(feature), which this one lacks. Build the core with"
                + " build.sh core --cpu baseline."
        )
    }

    private static func missingFeature(available: String?) -> String? {
        guard let available else {
            return wc_cpu_missing_feature(wc_cpu_features(), nil).map { String(cString: $0) }
        }
        return available.withCString { available in
            wc_cpu_missing_feature(wc_cpu_features(), available).map { String(cString: $0) }
        }
    }
}
