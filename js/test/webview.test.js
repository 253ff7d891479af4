import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

import { bundle, swiftModules, swiftSource, userScript } from '../bundle.js';
import { WebViewSocket } from '../src/webview.js';
import { FakeStorage, SESSION, TOKEN } from '../testing/fake-wallet.js';

const FIRST = '11111111-1111-1111-1111-111111111111';

// The app's handler of messages. The test answers what is posted.
class FakeHandler {
  posted = [];

  postMessage(message) {
    return new Promise((resolve, reject) => this.posted.push({ message, resolve, reject }));
  }

  // The next message of a kind, once it is posted.
  async next(kind) {
    for (;;) {
      const index = this.posted.findIndex(({ message }) => message.kind === kind);
      if (index >= 0) return this.posted.splice(index, 1)[0];
      await setImmediate();
    }
  }

  async open(connection = FIRST) {
    (await this.next('open')).resolve(connection);
  }
}

function socket() {
  const handler = new FakeHandler();
  const opened = new WebViewSocket(handler);
  const events = [];
  for (const name of ['open', 'message', 'close']) {
    opened.addEventListener(name, ({ data, code }) => events.push([name, data ?? code]));
  }
  return { handler, socket: opened, events };
}

test('socket: a connection of the app: opens, and waits for the next event of it', async () => {
  const { handler, socket: opened, events } = socket();
  assert.equal(opened.readyState, 0);
  await handler.open();
  const waiting = await handler.next('nextEvent');
  assert.deepEqual(waiting.message, { kind: 'nextEvent', connection: FIRST });
  assert.equal(opened.readyState, 1);
  assert.deepEqual(events, [['open', undefined]]);
});

test('socket: an app that refuses the page: closes', async () => {
  const { handler, socket: opened, events } = socket();
  await handler.open(null);
  await setImmediate();
  assert.equal(opened.readyState, 3);
  assert.deepEqual(events, [['close', 1001]]);
});

test('socket: a handler that fails: closes', async () => {
  const { handler, events } = socket();
  (await handler.next('open')).reject(new Error('there is no handler'));
  await setImmediate();
  assert.deepEqual(events, [['close', 1001]]);
});

test('socket: a request: is posted as text, and its reply is a message', async () => {
  const { handler, socket: opened, events } = socket();
  await handler.open();
  await handler.next('nextEvent');
  opened.send('{"id": "1"}');
  const request = await handler.next('request');
  assert.deepEqual(request.message, { kind: 'request', text: '{"id": "1"}', connection: FIRST });
  request.resolve('{"result": {}}');
  await setImmediate();
  assert.deepEqual(events.at(-1), ['message', '{"result": {}}']);
});

test('socket: events: arrive one after another', async () => {
  const { handler, events } = socket();
  await handler.open();
  for (const text of ['one', 'two']) (await handler.next('nextEvent')).resolve(text);
  await handler.next('nextEvent');
  assert.deepEqual(events.slice(1), [['message', 'one'], ['message', 'two']]);
});

test('socket: a connection that the app ended: closes once', async () => {
  const { handler, socket: opened, events } = socket();
  await handler.open();
  const waiting = await handler.next('nextEvent');
  opened.send('{}');
  (await handler.next('request')).resolve(null);
  waiting.resolve(null);
  await setImmediate();
  assert.deepEqual(events.slice(1), [['close', 1001]]);
});

test('user script: is what the bundler makes of the modules', () => {
  assert.equal(readFileSync(userScript, 'utf8'), bundle());
});

test('Swift source of the served modules: is what the bundler makes of them', () => {
  assert.equal(readFileSync(swiftSource, 'utf8'), swiftModules());
});

// A page in which the script has run.
function page() {
  const handler = new FakeHandler();
  const listeners = {};
  const { crypto, TextEncoder, atob, btoa, setTimeout: later, clearTimeout: never } = globalThis;
  const window = createContext({
    webkit: { messageHandlers: { midenWallet: handler } },
    localStorage: new FakeStorage(),
    addEventListener: (name, listener) => (listeners[name] = listener),
    crypto,
    TextEncoder,
    atob,
    btoa,
    setTimeout: later,
    clearTimeout: never,
    console,
  });
  runInContext('globalThis.window = globalThis', window);
  runInContext(bundle(), window);
  return { handler, window, listeners };
}

test('user script: a page: connects by the provider, which is updated before it resolves', async () => {
  const { handler, window } = page();
  const connecting = window.midenWallet.connect('AUTO', 'testnet', 1);
  await handler.open();
  const { message, resolve } = await handler.next('request');
  const request = JSON.parse(message.text);
  assert.equal(request.method, 'miden_connect');
  const result = { ...SESSION, token: TOKEN };
  resolve(JSON.stringify({ jsonrpc: '2.0', version: 1, id: request.id, result }));
  const { address } = await connecting;
  assert.equal(address, SESSION.address);
  assert.equal(window.midenWallet.address, SESSION.address);
});

test('user script: names of the modules: are not names of the page', () => {
  const { window } = page();
  assert.deepEqual(
    Object.keys(window).filter((name) => name.startsWith('$') || name === 'createProvider'),
    []
  );
});

test('user script: a page that is shown again from the cache: opens another connection', async () => {
  const { handler, listeners } = page();
  await handler.open();
  await handler.next('nextEvent');
  listeners.pageshow({ persisted: false });
  await setImmediate();
  assert.equal(handler.posted.length, 0);
  listeners.pageshow({ persisted: true });
  await handler.open('22222222-2222-2222-2222-222222222222');
  const waiting = await handler.next('nextEvent');
  assert.equal(waiting.message.connection, '22222222-2222-2222-2222-222222222222');
});
