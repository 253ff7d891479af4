import Foundation

/// A file that this tool writes.
struct GeneratedOutput {
    /// The path of the input.
    let input: String
    /// The name of the file.
    let name: String
    /// The name of the file by the Swift type in it. Two of a target would be one type twice.
    let typeName: String
    let contents: String
    /// What the generator says of the input.
    let warnings: [String]

    /// Writes the file. One that has these contents already is left alone: the compiler would compile it again.
    ///
    /// - Parameter folder: The folder, which is there.
    /// - Throws: A problem if the file cannot be written.
    func write(to folder: String) throws(Problem) {
        let path = "\(folder)/\(name)"
        let bytes = Data(contents.utf8)
        let url = URL(fileURLWithPath: path)
        if (try? Data(contentsOf: url)) == bytes {
            return
        }
        do {
            try bytes.write(to: url, options: .atomic)
        } catch {
            throw Problem(in: path, "The file cannot be written: \(error.localizedDescription)")
        }
    }
}
