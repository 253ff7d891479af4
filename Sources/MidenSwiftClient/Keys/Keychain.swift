#if canImport(Security)
    import Foundation
    import Security

    /// The key over all keystores of an app, in the Keychain of Apple's systems.
    ///
    /// The item stays on this device and can be read after it was first unlocked, so that work in the background finds it.
    /// It is named for the library and not for the folder of the keystore: an app's folders move with each update.
    enum Keychain {
        private static var item: [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword,
                kSecAttrService: "miden-swift",
                kSecAttrAccount: "keystore",
            ]
        }

        private static let keyLength = 32

        /// The key; a new one where there is none yet.
        ///
        /// - Parameter keystorePath: The keystore that is to be opened with it.
        /// - Returns: The key, 32 bytes.
        /// - Throws: ``MidenError/Code/accountOperation`` where the Keychain cannot be used, and where the key is gone and
        ///   the keystore is not: a new key would not open it, and would hide that the old one is missing.
        static func key(for keystorePath: String) throws(MidenError) -> Data {
            if let key = try read() {
                return key
            }
            guard !FileManager.default.fileExists(atPath: keystorePath + "/keystore.json") else {
                throw MidenError(
                    code: .accountOperation,
                    kind: .keyFileMissing,
                    message: "The key of the keystore at \(keystorePath) is not in the Keychain. It does not travel to"
                        + " another device: import the accounts anew in another keystore."
                )
            }
            return try add()
        }

        private static func read() throws(MidenError) -> Data? {
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            switch SecItemCopyMatching(query as CFDictionary, &found) {
            case errSecSuccess:
                guard let key = found as? Data, key.count == keyLength else {
                    throw unusable("The item has another content.")
                }
                return key
            case errSecItemNotFound:
                return nil
            case let status:
                throw unusable(sentence(of: status))
            }
        }

        /// Makes a key. Where another process was faster, that one's key is the key.
        private static func add() throws(MidenError) -> Data {
            var key = Data(count: keyLength)
            let random = key.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { SecRandomCopyBytes(kSecRandomDefault, bytes.count, $0) } ?? errSecParam
            }
            guard random == errSecSuccess else {
                throw unusable(sentence(of: random))
            }
            var attributes = item
            attributes[kSecValueData] = key
            attributes[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            switch SecItemAdd(attributes as CFDictionary, nil) {
            case errSecSuccess:
                return key
            case errSecDuplicateItem:
                guard let key = try read() else {
                    throw unusable("The item is there and cannot be found.")
                }
                return key
            case let status:
                throw unusable(sentence(of: status))
            }
        }

        private static func sentence(of status: OSStatus) -> String {
            let sentence = SecCopyErrorMessageString(status, nil) as String?
            return "\(sentence ?? "no reason given") (\(status))"
        }

        private static func unusable(_ cause: String) -> MidenError {
            MidenError(
                code: .accountOperation,
                kind: .keychainUnusable,
                message: "The Keychain does not give or take the key of the wallet's keystore. Unlock the device, and"
                    + " try again.",
                causes: [cause],
                isRetryable: true
            )
        }
    }
#endif
