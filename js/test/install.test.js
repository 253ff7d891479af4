import assert from 'node:assert/strict';
import { test } from 'node:test';

import { defineProvider, installProvider } from '../src/install.js';
import { FakeStorage } from '../testing/fake-wallet.js';

const ADDRESS = 'http://127.0.0.1:8600';

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
  const provider = installProvider(ADDRESS, window);
  assert.deepEqual(Object.getOwnPropertyDescriptor(window, 'midenWallet'), {
    value: provider,
    writable: true,
    enumerable: false,
    configurable: false,
  });
  assert.deepEqual(window.urls, ['ws://127.0.0.1:8600/rpc']);
});

test('install: a page with the official extension: has the provider of the wallet that it names', () => {
  const window = page({ midenWallet: { value: {}, writable: true } });
  const provider = installProvider(ADDRESS, window);
  assert.equal(window.midenWallet, provider);
});

test('install: a page that may not store anything: has the provider', () => {
  const forbidden = {
    get() {
      throw new Error('The operation is insecure');
    },
  };
  const window = page({ localStorage: forbidden });
  assert.equal(installProvider(ADDRESS, window), window.midenWallet);
});

for (const [address, url] of [
  ['http://127.0.0.1:8600/', 'ws://127.0.0.1:8600/rpc'],
  ['http://localhost:8600', 'ws://localhost:8600/rpc'],
  ['http://[::1]:8600', 'ws://[::1]:8600/rpc'],
  ['http://127.0.0.1', 'ws://127.0.0.1/rpc'],
  ['https://wallet.example', 'wss://wallet.example/rpc'],
  ['https://wallet.example:8443/alice/', 'wss://wallet.example:8443/alice/rpc'],
  ['https://wallet.example/alice', 'wss://wallet.example/alice/rpc'],
]) {
  test(`address: ${address}: connects to ${url}`, () => {
    const window = page();
    installProvider(address, window);
    assert.deepEqual(window.urls, [url]);
  });
}

for (const address of [
  undefined,
  '',
  '8600',
  '127.0.0.1:8600',
  '/wallet',
  'http://wallet.example:8600',
  'http://192.168.1.5:8600',
  'http://127.0.0.1.wallet.example:8600',
  'http://127.0.0.1:8600@wallet.example',
  'http://user@127.0.0.1:8600',
  'http://:password@127.0.0.1:8600',
  'http://127.0.0.1:8600?a=b',
  'http://127.0.0.1:8600#a',
  'http://127.0.0.1:65536',
  'ws://127.0.0.1:8600/rpc',
  'file:///shop/miden-wallet/',
]) {
  test(`address: ${address}: is refused, and no provider is installed`, () => {
    const window = page();
    assert.throws(() => installProvider(address, window), {
      name: 'TypeError',
      message: /^The address of the wallet is not like http:\/\/127\.0\.0\.1:8600 or https:\/\/wallet\.example: /,
    });
    assert.deepEqual([window.urls, window.midenWallet], [[], undefined]);
  });
}

test('define: a socket of another class: is the one that connects', () => {
  const window = page();
  const other = page();
  const provider = defineProvider('extension', window, other.WebSocket);
  assert.equal(window.midenWallet, provider);
  assert.deepEqual([window.urls, other.urls], [[], ['extension']]);
});
