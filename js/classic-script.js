// A module and the modules that it imports as one classic script. Browsers run no module before the scripts of a page, and
// content scripts and workers of extensions are classic scripts.

import { readFileSync } from 'node:fs';

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';$/gm;
const EXPORT = /^export ((?:async )?(?:function|class|const) ([A-Za-z_]\w*))/gm;

// The script of the module at a URL. `madeBy` says in its first line what made it. Each module is a function, so that names
// of one module are not those of another one.
export function classicScript(entry, madeBy) {
  const modules = new Map();
  add(entry, modules);
  return `// Made by ${madeBy}. Do not edit.\n(() => {\n'use strict';\n${[...modules.values()].join('')}})();\n`;
}

// Adds a module after those that it imports.
function add(url, modules) {
  if (modules.has(url.href)) return;
  let text = readFileSync(url, 'utf8');
  text = text.replace(IMPORT, (_, names, path) => {
    const imported = new URL(path, url);
    add(imported, modules);
    return `const {${names}} = ${variable(imported)};`;
  });
  const exported = [];
  text = text.replace(EXPORT, (_, declaration, name) => {
    exported.push(name);
    return declaration;
  });
  if (/^(?:import|export)\b/m.test(text)) throw new Error(`${url.pathname}: this form of import or export is not known`);
  const declaration = `const ${variable(url)} = `;
  if ([...modules.values()].some((other) => other.startsWith(declaration))) {
    throw new Error(`${url.pathname}: another module has the same name`);
  }
  modules.set(url.href, `${declaration}(() => {\n${text}return { ${exported.join(', ')} };\n})();\n`);
}

// The variable with what a module exports.
function variable(url) {
  return `$${url.pathname.split('/').at(-1).replace(/\.js$/, '').replaceAll('-', '_')}`;
}
