// A server of the pages of one origin.

import { once } from 'node:events';
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
  const wallet = `<script type="module" src="http://127.0.0.1:${walletPort}/miden-wallet.js"></script>`;
  const pages = {
    // The wallet before the page: the page's script is a module, which runs after it.
    '/': `${wallet}<script type="module">${PAGE}</script>`,
    // The page before the wallet, which runs once the document is read.
    '/page-first': `<script>${PAGE}</script>${wallet}`,
    // No wallet until a test adds it.
    '/without-wallet': `<script>${PAGE}</script>`,
  };
  const server = createServer((request, response) => {
    const page = pages[request.url];
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
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
