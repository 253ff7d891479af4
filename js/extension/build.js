// Writes the extension, ready to load: `node extension/build.js FOLDER`, for Safari `node extension/build.js FOLDER safari`.
// Content scripts and workers of all browsers are classic scripts, so each is written as one file with the modules that it
// imports.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the browsers have in common: the content scripts. The background script is named `background.js` in all.
const CONTENT_SCRIPTS = ['page.js', 'bridge.js'];
const SOCKET = { background: 'background.js', scripts: [], files: ['pairing.html', 'pairing.css', 'pairing.js'] };
const SAFARI = { background: 'background-safari.js', scripts: ['approval.js'], files: ['approval.html', 'approval.css'] };

export function build(folder, browser = 'chromium') {
  const { background, scripts, files } = browser === 'safari' ? SAFARI : SOCKET;
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  for (const name of [...CONTENT_SCRIPTS, ...scripts]) write(name, bundle(new URL(name, import.meta.url)));
  write('background.js', bundle(new URL(background, import.meta.url)));
  for (const name of files) copyFileSync(new URL(name, import.meta.url), join(folder, name));
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', import.meta.url), 'utf8'));
  write('manifest.json', `${JSON.stringify(browser === 'safari' ? safariManifest(manifest) : manifest, null, 2)}\n`);
}

// In Safari the app is the wallet: there is no socket and no pairing.
function safariManifest({ options_ui, action, browser_specific_settings, minimum_chrome_version, ...manifest }) {
  const { extension_pages: policy } = manifest.content_security_policy;
  return {
    ...manifest,
    description: 'Lets web pages ask the Miden wallet of this app. The user approves each request.',
    permissions: ['nativeMessaging', 'storage'],
    content_security_policy: { extension_pages: policy.replace('connect-src ws://127.0.0.1:*; ', '') },
  };
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
  const [folder, browser] = process.argv.slice(2);
  if (folder === undefined || ![undefined, 'safari'].includes(browser)) {
    throw new Error('Usage: node extension/build.js FOLDER [safari]');
  }
  build(folder, browser);
}
