# Prints the files of a crate that import each other in a circle of more than `most` files, and fails if there are any.
#
#     awk -v most=3 -f scripts/imports.awk rust/wallet/src/lib.rs
#
# An import is a path, in a `use` or in the code. It leads to the file that defines the item: re-exports are followed. A
# re-export is an import only if its file uses the name itself. Tests are left out. The sources are as rustfmt writes them.

function fail(message) {
    print message > "/dev/stderr"
    exit 2
}

# A line without strings, characters and comments.
function code_of(line) {
    gsub(/'(\\.|[^\\'])'/, "' '", line)
    gsub(/"(\\.|[^\\"])*"/, "\"\"", line)
    sub(/\/\/.*/, "", line)
    return line
}

# Reads the file of a module, and those of the modules in it, which are in `folder`.
function read(file, folder, module,    line, status, indent, skipped, statement, count, children, i, name) {
    file_of[module] = file
    skipped = -1
    while ((status = (getline line < file)) > 0) {
        line = code_of(line)
        match(line, /^ */)
        indent = RLENGTH
        if (skipped >= 0) {
            # An item of the tests ends where it began.
            if (indent == skipped && (line ~ /[;,]$/ || line ~ /^ *[])}]+[;,]?$/)) skipped = -1
        } else if (line ~ /^ *#\[cfg\((all\()?test[,)]/) {
            skipped = indent
        } else if (statement == "" && line !~ /^ *(pub(\([^)]*\))? )?(use|mod) /) {
            code[module] = code[module] "\n" line
        } else {
            statement = statement line
            if (statement ~ /^ *(pub(\([^)]*\))? )?mod /) {
                sub(/^.*mod /, "", statement)
                if (sub(/;$/, "", statement)) children[++count] = statement
                statement = ""
            } else if (statement ~ /;$/) {
                is_export = statement ~ /^ *pub/
                sub(/^ *(pub(\([^)]*\))? )?use /, "", statement)
                sub(/;$/, "", statement)
                gsub(/ as /, "@", statement)
                gsub(/ /, "", statement)
                import(module, "", statement)
                statement = ""
            }
        }
    }
    if (status < 0) fail(file ": cannot be read")
    close(file)
    for (i = 1; i <= count; i++) {
        name = children[i]
        file = folder "/" name ".rs"
        if ((getline line < file) < 0) file = folder "/" name "/mod.rs"
        close(file)
        read(file, folder "/" name, module "::" name)
    }
}

# Notes the names that the tree of a `use` brings into a module.
function import(module, prefix, tree,    i, c, depth, part) {
    for (i = 1; i <= length(tree) + 1; i++) {
        c = substr(tree, i, 1)
        if (c == "{") depth++
        if (c == "}") depth--
        if (depth || (c != "," && c != "")) {
            part = part c
        } else {
            if (part != "") import_part(module, prefix, part)
            part = ""
        }
    }
}

function import_part(module, prefix, part,    brace, name) {
    brace = index(part, "{")
    if (brace) {
        import(module, prefix substr(part, 1, brace - 1), substr(part, brace + 1, length(part) - brace - 1))
        return
    }
    name = part
    sub(/@.*/, "", part)
    part = prefix part
    sub(/::self$/, "", part)
    if (name == "self") name = part
    sub(/.*[:@]/, "", name)
    path_of[module, name] = part
    exported[module, name] = is_export
    names[module] = names[module] " " name
}

# The module that defines what a path leads to, with "=" before it if that is the module itself. "" outside of the crate.
function definer(module, path,    parts, count, i, name) {
    count = split(path, parts, "::")
    for (i = 1; i <= count; i++) {
        name = parts[i]
        if (name == "crate") {
            module = "crate"
        } else if (name == "super") {
            sub(/::[^:]*$/, "", module)
        } else if ((module "::" name) in file_of) {
            module = module "::" name
        } else if (((module, name) in path_of) && !((module, name) in followed)) {
            followed[module, name] = 1
            path = definer(module, path_of[module, name])
            delete followed[module, name]
            if (path !~ /^=/) return path
            module = substr(path, 2)
        } else if (name != "self") {
            return i == 1 ? "" : module
        }
    }
    return "=" module
}

function add(module, path,    target) {
    target = definer(module, path)
    if (target == "" || target ~ /^=/ || target == module || (module, target) in is_added) return
    is_added[module, target] = 1
    imports[module] = imports[module] " " target
}

# Notes all modules that a module leads to, by any number of imports.
function follow(start,    queue, first, last, list, count, i) {
    queue[last = 1] = start
    for (first = 1; first <= last; first++) {
        count = split(imports[queue[first]], list, " ")
        for (i = 1; i <= count; i++)
            if (!((start, list[i]) in leads)) {
                leads[start, list[i]] = 1
                queue[++last] = list[i]
            }
    }
}

function are_in_circle(one, other) {
    return (one, other) in leads && (other, one) in leads
}

BEGIN {
    folder = ARGV[1]
    sub(/\/[^\/]*$/, "", folder)
    read(ARGV[1], folder, "crate")
    for (module in file_of) {
        count = split(names[module], list, " ")
        for (i = 1; i <= count; i++)
            if (!exported[module, list[i]] || code[module] ~ ("[^A-Za-z0-9_]" list[i] "[^A-Za-z0-9_]"))
                add(module, path_of[module, list[i]])
        rest = code[module]
        while (match(rest, /[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)+/)) {
            path = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            add(module, path)
        }
    }
    for (module in file_of) follow(module)
    for (module in file_of) {
        size = 0
        for (other in file_of) if (are_in_circle(module, other)) size++
        if (size <= most) continue
        is_found = 1
        line = file_of[module] ", in a circle of " size " files, imports"
        count = split(imports[module], list, " ")
        for (i = 1; i <= count; i++) if (are_in_circle(module, list[i])) line = line " " file_of[list[i]]
        print line | "sort"
    }
    close("sort")
    exit is_found
}
