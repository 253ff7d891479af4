import assert from 'node:assert/strict';
import { test } from 'node:test';

import { installProvider, walletURL } from '../src/install.js';
import { FakeStorage } from '../testing/fake-wallet.js';

// A window whose sockets never open.
function page(properties = {}) {
  const urls = [];
  const WebSocket = class extends EventTarget {
    constructor(url) {
      super();
      urls.push(url);
    }
  };
  return Object.defineProperties({ urls, WebSocket, localStorage: new FakeStorage() }, properties);
}

test('install: a page: has the provider at midenWallet, writable and not enumerable, and connects', () => {
  const window = page();
  const provider = installProvider('ws://127.0.0.1:8600/rpc', window);
  assert.deepEqual(Object.getOwnPropertyDescriptor(window, 'midenWallet'), {
    value: provider,
    writable: true,
    enumerable: false,
    configurable: false,
  });
  assert.deepEqual(window.urls, ['ws://127.0.0.1:8600/rpc']);
});

test('install: a page with the official extension: has the provider of the wallet that it includes', () => {
  const window = page({ midenWallet: { value: {}, writable: true } });
  const provider = installProvider('ws://127.0.0.1:8600/rpc', window);
  assert.equal(window.midenWallet, provider);
});

test('install: a page that may not store anything: has the provider', () => {
  const forbidden = {
    get() {
      throw new Error('The operation is insecure');
    },
  };
  const window = page({ localStorage: forbidden });
  assert.equal(installProvider('ws://127.0.0.1:8600/rpc', window), window.midenWallet);
});

for (const [name, entry, url] of [
  ['of a wallet on this machine', 'http://127.0.0.1:8600/miden-wallet.js', 'ws://127.0.0.1:8600/rpc'],
  ['behind a reverse proxy', 'https://wallet.example/alice/miden-wallet.js?v=1', 'wss://wallet.example/alice/rpc'],
]) {
  test(`entry: included from a URL ${name}: connects beside itself`, () => {
    assert.equal(walletURL(entry), url);
  });
}
