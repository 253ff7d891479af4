import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = (name) => readFileSync(new URL(`../src/${name}.js`, import.meta.url), 'utf8');

// The modules that a module imports, and those import, each by its name without `.js`.
function importsOf(name, found = new Set()) {
  for (const [, path] of source(name).matchAll(/\bfrom '([^']+)'/g)) {
    const [, imported] = /^\.\/([a-z0-9-]+)\.js$/.exec(path) ?? assert.fail(`${name}.js imports ${path}`);
    if (found.has(imported)) continue;
    found.add(imported);
    importsOf(imported, found);
  }
  return found;
}

test('modules: what the entry imports: is what the specification has servers serve', () => {
  const specification = readFileSync(new URL('../../docs/wallet-rpc.md', import.meta.url), 'utf8');
  const [, row] = /^\| `\/NAME\.js` \|.*: (.*) \|$/m.exec(specification);
  const served = [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name);
  assert.deepEqual(served, [...importsOf('miden-wallet')].sort());
});
