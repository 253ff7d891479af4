// Writes the extension, ready to load: `node extension/build.js FOLDER`, for Safari `node extension/build.js FOLDER safari`.
// Content scripts and workers of all browsers are classic scripts, so each is written as one file with the modules that it
// imports.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { classicScript } from '../classic-script.js';

// What the browsers have in common: the content scripts. The background script is named `background.js` in all.
const CONTENT_SCRIPTS = ['page.js', 'bridge.js'];
const SOCKET = { background: 'background.js', scripts: ['pairing.js'], files: ['pairing.html', 'pairing.css'] };
const SAFARI = { background: 'background-safari.js', scripts: ['approval.js'], files: ['approval.html', 'approval.css'] };

export function build(folder, browser = 'chromium') {
  const { background, scripts, files } = browser === 'safari' ? SAFARI : SOCKET;
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  for (const name of [...CONTENT_SCRIPTS, ...scripts]) write(name, bundle(name));
  write('background.js', bundle(background));
  for (const name of files) copyFileSync(new URL(name, import.meta.url), join(folder, name));
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', import.meta.url), 'utf8'));
  write('manifest.json', `${JSON.stringify(browser === 'safari' ? safariManifest(manifest) : manifest, null, 2)}\n`);
}

// The script of this folder with a name, and the modules that it imports.
export function bundle(name) {
  return classicScript(new URL(name, import.meta.url), 'build.js of the modules in js/src and js/extension');
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, browser] = process.argv.slice(2);
  if (folder === undefined || ![undefined, 'safari'].includes(browser)) {
    throw new Error('Usage: node extension/build.js FOLDER [safari]');
  }
  build(folder, browser);
}
