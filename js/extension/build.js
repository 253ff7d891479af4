// Writes the extension, ready to load: `node extension/build.js FOLDER`. Content scripts and workers of all browsers are
// classic scripts, so each is written as one file with the modules that it imports.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPTS = ['page.js', 'bridge.js', 'background.js'];
const FILES = ['manifest.json', 'pairing.html', 'pairing.css', 'pairing.js'];

export function build(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of SCRIPTS) writeFileSync(join(folder, name), bundle(new URL(name, import.meta.url)));
  for (const name of FILES) copyFileSync(new URL(name, import.meta.url), join(folder, name));
}

// A module and what it imports as one classic script.
export function bundle(entry) {
  const found = new Map();
  add(entry, found);
  const parts = [...found.values()].map(({ variable, text }) => `const ${variable} = (() => {\n${text}})();\n`);
  return `// Made by build.js out of the modules in js/src and js/extension.\n(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

// Adds a module after those that it imports.
function add(url, found) {
  if (found.has(url.href)) return;
  let text = readFileSync(url, 'utf8');
  text = text.replace(/^import \{([^}]*)\} from '(\.[^']+)';$/gm, (_, names, path) => {
    const imported = new URL(path, url);
    add(imported, found);
    return `const {${names}} = ${found.get(imported.href).variable};`;
  });
  const exported = [];
  text = text.replace(/^export ((?:async )?(?:function|class|const) ([A-Za-z_]\w*))/gm, (_, declaration, name) => {
    exported.push(name);
    return declaration;
  });
  if (/^(?:import|export)\b/m.test(text)) throw new Error(`${url.pathname}: this form of import or export is not known`);
  const variable = `module${found.size}`;
  found.set(url.href, { variable, text: `${text}return { ${exported.join(', ')} };\n` });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: node extension/build.js FOLDER');
  build(folder);
}
