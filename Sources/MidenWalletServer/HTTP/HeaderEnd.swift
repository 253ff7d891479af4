#if WalletServer
    import NIOCore

    /// Finds where the headers of a request end: behind the first empty line after the request line has begun.
    struct HeaderEnd {
        private var hasBegun = false
        private var lineIsEmpty = true

        /// Looks at the next bytes of the connection.
        ///
        /// - Returns: How many of them are before the end. If the end is not there: all.
        mutating func length(in bytes: ByteBufferView) -> Int {
            for (offset, byte) in bytes.enumerated() {
                switch byte {
                case 0x0A:
                    if hasBegun && lineIsEmpty { return offset + 1 }
                    lineIsEmpty = true
                case 0x0D: break
                default:
                    hasBegun = true
                    lineIsEmpty = false
                }
            }
            return bytes.count
        }
    }
#endif
