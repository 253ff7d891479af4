extension String {
    /// The text without the links of requests in it: what a link holds is of no concern to whoever reads an error.
    var withoutLinks: String {
        replacing(/#v1\.[dr]\.[A-Za-z0-9_.\-]*/, with: "#v1.…")
    }
}
