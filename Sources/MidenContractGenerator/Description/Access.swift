/// How far the declarations of a generated file are visible.
enum Access: String, Decodable {
    case `internal`, `package`, `public`

    /// What a declaration begins with.
    var prefix: String {
        switch self {
        case .internal: ""
        case .package: "package "
        case .public: "public "
        }
    }
}
