// Puts a wallet into a page.

import { createProvider } from './provider.js';
import { WalletSocket } from './socket.js';

// The URL at which the wallet answers that serves the file at `entry`.
export function walletURL(entry) {
  const url = new URL('rpc', entry);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

// As the official extension defines it.
export function installProvider(url, page = window, WebSocket = page.WebSocket) {
  const socket = new WalletSocket(url, { WebSocket, storage: storageOf(page) });
  const provider = createProvider(socket);
  Object.defineProperty(page, 'midenWallet', { value: provider, writable: true });
  return provider;
}

// A page that may not store anything keeps its session until it is closed.
function storageOf(page) {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
}
