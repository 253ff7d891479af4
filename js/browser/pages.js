// A server of the pages of one origin, with its own copy of the module.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

// Reads the wallet as the adapter does: at once, then every second. A classic script, so that it runs before a module.
const PAGE = `
  window.heard = [];
  window.readyState = 'NotDetected';
  function detect() {
    if (window.readyState === 'Installed' || !window.midenWallet) return;
    window.readyState = 'Installed';
    for (const event of ['connect', 'disconnect', 'accountChange']) {
      window.midenWallet.on(event, (value) => {
        window.heard.push([event, value?.address ?? value ?? null, window.midenWallet.address ?? null]);
      });
    }
  }
  detect();
  setInterval(detect, 1000);
`;

export async function servePages(walletPort) {
  const wallet = `<script type="module">
    import { installProvider } from '/miden-wallet/install.js';
    installProvider('http://127.0.0.1:${walletPort}');
  </script>`;
  const policy = [
    "default-src 'none'",
    'img-src data:',
    "script-src 'self' 'unsafe-inline'",
    `connect-src ws://127.0.0.1:${walletPort}`,
  ].join('; ');
  const pages = {
    // The wallet before the page: the page's script is a module, which runs after it.
    '/': `${wallet}<script type="module">${PAGE}</script>`,
    // The page before the wallet, which runs once the document is read.
    '/page-first': `<script>${PAGE}</script>${wallet}`,
    // No wallet until a test adds it.
    '/without-wallet': `<script>${PAGE}</script>`,
  };
  const server = createServer(async (request, response) => {
    const [, module] = /^\/miden-wallet\/([a-z0-9-]+\.js)$/.exec(request.url) ?? [];
    if (module) {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
      response.end(await readFile(new URL(`../src/${module}`, import.meta.url)));
      return;
    }
    const page = pages[request.url];
    response.writeHead(page ? 200 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      // A developer's page, which includes what the wallet serves, has no policy.
      ...(request.url !== '/without-wallet' && { 'Content-Security-Policy': policy }),
    });
    response.end(page && `<!doctype html><title>Page</title><link rel="icon" href="data:,">${page}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
