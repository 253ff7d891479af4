#if WalletServer
    import Foundation
    import MidenTestSupport
    import MidenWalletServer
    import Testing

    @Suite("The modules of the wallet server")
    struct WalletModulesTests {
        @Test("each import of a module: is a module")
        func imports() throws {
            let modules = try WalletModules.read(from: packageRoot.appendingPathComponent("js/src"))
            #expect(Set(modules.keys) == Set(WalletModules.names))
            var imported: Set<String> = ["miden-wallet.js"]
            for bytes in modules.values {
                for match in String(decoding: bytes, as: UTF8.self).matches(of: #/from '\./([^']+)'/#) {
                    imported.insert(String(match.output.1))
                }
            }
            #expect(imported == Set(WalletModules.names))
        }

        @Test("the modules that are built in: are those of the package's folder")
        func bundled() throws {
            #expect(try WalletModules.bundled == WalletModules.read(from: packageRoot.appendingPathComponent("js/src")))
        }

        @Test("a folder that lacks a module: is refused with its path")
        func missing() throws {
            let directory = try TemporaryDirectory()
            for name in WalletModules.names where name != "socket.js" {
                _ = try directory.write(Data(), to: name)
            }
            let error = #expect(throws: WalletModuleError.self) {
                try WalletModules.read(from: URL(fileURLWithPath: directory.path))
            }
            #expect(error?.file.path == "\(directory.path)/socket.js")
            #expect(error?.localizedDescription.contains("socket.js") == true)
        }
    }
#endif
