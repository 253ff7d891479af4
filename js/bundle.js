// Writes `webview/user-script.js`: the modules that `src/webview-page.js` imports as one script, since WebKit runs no module
// before the scripts of a page. `node bundle.js` after a change of these modules; a test compares.

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const ENTRY = 'webview-page';
const IMPORT = /^import \{([^}]*)\} from '\.\/([a-z0-9-]+)\.js';\n/gm;
const EXPORT = /^export ((?:async )?(?:function|class|const) (\w+))/gm;

export const userScript = new URL('webview/user-script.js', import.meta.url);

// The script. Each module is a function of its own, so that names of one module are not those of another one.
export function bundle() {
  const names = [];
  const parts = [];
  add(ENTRY, names, parts);
  return `// Made by bundle.js of the modules in src. Do not edit.\n(() => {\n'use strict';\n${parts.join('')}})();\n`;
}

// Adds a module after those that it imports.
function add(name, names, parts) {
  if (names.includes(name)) return;
  names.push(name);
  const source = readFileSync(new URL(`src/${name}.js`, import.meta.url), 'utf8');
  for (const [, , imported] of source.matchAll(IMPORT)) add(imported, names, parts);
  const exported = [...source.matchAll(EXPORT)].map(([, , exportedName]) => exportedName);
  const body = source
    .replace(IMPORT, (_, list, imported) => `const {${list}} = ${variable(imported)};\n`)
    .replace(EXPORT, '$1');
  if (/^(import|export)\b/m.test(body)) throw new Error(`${name}.js has an import or export of another form`);
  parts.push(`const ${variable(name)} = (() => {\n${body}return { ${exported.join(', ')} };\n})();\n`);
}

function variable(module) {
  return `$${module.replaceAll('-', '_')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(userScript, bundle());
