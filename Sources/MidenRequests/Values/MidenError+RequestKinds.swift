import MidenSwiftClient

/// What can go wrong with requests between apps.
extension MidenError.Kind {
    /// A text that is not the link of a request.
    public static var invalidRequestLink: Self { "invalid_request_link" }
    /// A request that is damaged, not of the form, or beyond a limit.
    public static var invalidRequest: Self { "invalid_request" }
    /// A request, a link or a receipt of a version that this library does not read.
    public static var unsupportedRequestVersion: Self { "unsupported_request_version" }
    /// A request that is well formed and that this version of the library does not open.
    public static var unsupportedRequest: Self { "unsupported_request" }
    /// A request that is too large for a link or a QR code that holds all of it.
    public static var requestNeedsRelay: Self { "request_needs_relay" }
    /// Bytes that are not a receipt.
    public static var invalidReceiptForm: Self { "invalid_receipt_form" }
    /// A request for another network, or with addresses of another network.
    public static var requestWrongNetwork: Self { "request_wrong_network" }
    /// A request whose time has passed.
    public static var requestExpired: Self { "request_expired" }
    /// A request that was issued in the future.
    public static var requestNotYetValid: Self { "request_not_yet_valid" }
    /// What a request would do has changed since the user saw it.
    public static var requestQuestionChanged: Self { "request_question_changed" }
    /// Another request was decided under the same id.
    public static var requestChanged: Self { "request_changed" }
    /// A request that was issued before the wallet was restored from a backup.
    public static var requestBeforeRestore: Self { "request_before_restore" }
    /// A request that cannot be approved: it cannot be made, or has to be simulated first.
    public static var requestNotApproved: Self { "request_not_approved" }
    /// A receipt that fails a check: the message has the number of the check.
    public static var invalidReceipt: Self { "invalid_receipt" }
    /// A request that is not kept.
    public static var requestUnknown: Self { "request_unknown" }
    /// As many requests are kept as can be.
    public static var requestStoreFull: Self { "request_store_full" }
    /// A file of requests is not what it should be.
    public static var requestFileDamaged: Self { "request_file_damaged" }
    /// The system refused an operation on a file of requests.
    public static var requestFileUnusable: Self { "request_file_unusable" }
    /// Another process has locked a file of requests for too long.
    public static var requestFileInUse: Self { "request_file_in_use" }
}
