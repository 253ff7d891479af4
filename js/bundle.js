// Writes `webview/user-script.js`: the modules that `src/webview-page.js` imports as one script, since WebKit runs no module
// before the scripts of a page. It also writes the modules that the wallet server serves as Swift source, so that an installed
// program has them. `node bundle.js` after a change of these modules; tests compare.

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { classicScript } from './classic-script.js';

const IMPORTED = /^(import|export)\b[^;]* from '\.\/([a-z0-9-]+)\.js';$/gm;

// What pages include in development. Sites copy what it imports.
const SERVED = 'miden-wallet';

export const userScript = new URL('webview/user-script.js', import.meta.url);
export const swiftSource = new URL('../Sources/MidenWalletServer/WalletModules+Bundled.swift', import.meta.url);

// The script.
export function bundle() {
  return classicScript(new URL('src/webview-page.js', import.meta.url), 'bundle.js of the modules in src');
}

// The Swift source with the module that pages include and those that it imports.
export function swiftModules() {
  const entries = imports(SERVED).map((name) => {
    const source = text(name);
    if (source.includes('"""##')) throw new Error(`${name}.js has the end of a Swift string`);
    return `"${name}.js": ##"""\n${source}\n"""##,\n`;
  });
  return `// swift-format-ignore-file
// Made by js/bundle.js of the modules in js/src. Do not edit.
#if WalletServer
import Foundation

extension WalletModules {
/// The modules of this version of the package, each by the name of its file.
public static let bundled: [String: Data] = sources.mapValues { Data($0.utf8) }

private static let sources: [String: String] = [
${entries.join('')}]
}
#endif
`;
}

// A module and all that it imports, each once.
function imports(name, names = []) {
  if (names.includes(name)) return names;
  names.push(name);
  for (const [, , imported] of text(name).matchAll(IMPORTED)) imports(imported, names);
  return names;
}

function text(name) {
  return readFileSync(new URL(`src/${name}.js`, import.meta.url), 'utf8');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(userScript, bundle());
  writeFileSync(swiftSource, swiftModules());
}
