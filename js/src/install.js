// Puts a wallet into a page.

import { createProvider } from './provider.js';
import { WalletSocket } from './socket.js';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

// For the wallet at an address, such as `http://127.0.0.1:8600`.
export function installProvider(address, page = window) {
  return defineProvider(socketURL(address), page, page.WebSocket);
}

// For a wallet that sockets of the class reach. The URL is theirs, and the name of the session in the storage.
export function defineProvider(url, page, WebSocket) {
  const socket = new WalletSocket(url, { WebSocket, storage: storageOf(page) });
  const provider = createProvider(socket);
  // As the official extension defines it.
  Object.defineProperty(page, 'midenWallet', { value: provider, writable: true });
  return provider;
}

// The URL of the wallet's socket. Without TLS the messages, tokens included, stay on this machine.
function socketURL(address) {
  const url = parse(address);
  const isAllowed =
    (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))) &&
    url.username + url.password + url.search + url.hash === '';
  if (!isAllowed) {
    throw new TypeError(
      `The address of the wallet is not like http://127.0.0.1:8600 or https://wallet.example: ${address}. ` +
        `With http: its host is ${LOOPBACK.join(', ')}`
    );
  }
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = url.pathname.replace(/\/?$/, '/rpc');
  return url.href;
}

function parse(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

// A page that may not store anything keeps its session until it is closed.
function storageOf(page) {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
}
