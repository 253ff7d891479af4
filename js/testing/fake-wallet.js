// A wallet in the place of a server: the test opens and closes its sockets, reads what the page sent, and answers.

import { webcrypto } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { createProvider } from '../src/provider.js';
import { WalletSocket } from '../src/socket.js';

// Browsers have it, node 18 does not.
globalThis.crypto ??= webcrypto;

export const URL = 'ws://127.0.0.1:8600/rpc';
export const STORAGE_KEY = `miden-wallet-rpc ${URL}`;
export const TOKEN = '3b1f'.repeat(16);
export const OTHER_TOKEN = '4c2e'.repeat(16);
export const SESSION = Object.freeze({
  address: 'mtst1ap2qrmeks90y052tv50ga95p2v9h48yj',
  publicKey: 'CHKYCeDq8EVWRJNyObckFfyp4CMxtbrSyBIyf5bggGk=',
  network: 'testnet',
  privateDataPermission: 'AUTO',
  allowedPrivateData: 1,
});
export const OTHER_SESSION = Object.freeze({ ...SESSION, address: 'mtst1ap7r6q4fz90y052tv50ga95p2v2j7h4g' });

// Time that passes when the test says so.
export class Clock {
  #now = 0;
  #timers = [];

  setTimeout = (work, delay) => {
    const timer = { work, at: this.#now + delay };
    this.#timers.push(timer);
    return timer;
  };

  clearTimeout = (timer) => {
    this.#timers = this.#timers.filter((other) => other !== timer);
  };

  // Also ends by `clearTimeout`.
  setInterval = (work, delay) => {
    const timer = { at: this.#now + delay };
    timer.work = () => {
      timer.at += delay;
      this.#timers.push(timer);
      work();
    };
    this.#timers.push(timer);
    return timer;
  };

  get now() {
    return this.#now;
  }

  // How many timers wait.
  get waiting() {
    return this.#timers.length;
  }

  // Runs what is due, in its order.
  async advance(duration) {
    const end = this.#now + duration;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (due === undefined) break;
      this.clearTimeout(due);
      this.#now = due.at;
      due.work();
      await setImmediate();
    }
    this.#now = end;
  }
}

export class FakeSocket extends EventTarget {
  sent = [];
  readyState = 0;

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  // The wallet takes the connection.
  async open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    await setImmediate();
  }

  // With the code 1006 nothing was said, such as if the connection broke.
  async break(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
    await setImmediate();
  }

  // The page closes it.
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  }

  // The handshake of closing has begun.
  beginClosing() {
    this.readyState = 2;
  }

  async receive(data) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
    await setImmediate();
  }

  // The page's last message.
  get last() {
    return this.sent.at(-1);
  }

  async answer(result, { id } = this.last) {
    await this.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id, result }));
  }

  async fail(code, message, { id } = this.last) {
    await this.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id, error: { code, message } }));
  }

  async fire(event, data) {
    await this.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, method: 'miden_event', params: { event, data } }));
  }
}

export class FakeStorage {
  items = new Map();
  getItem = (key) => this.items.get(key) ?? null;
  setItem = (key, value) => void this.items.set(key, value);
  removeItem = (key) => void this.items.delete(key);
}

export class FakeWallet {
  clock = new Clock();
  sockets = [];
  storage = new FakeStorage();

  get token() {
    return this.storage.getItem(STORAGE_KEY);
  }

  set token(token) {
    this.storage.setItem(STORAGE_KEY, token);
  }

  // The socket of the page's latest connection.
  get socket() {
    return this.sockets.at(-1);
  }

  // What the page holds: its connection to this wallet.
  connection() {
    const { sockets } = this;
    return new WalletSocket(URL, {
      WebSocket: class extends FakeSocket {
        constructor(url) {
          super();
          this.url = url;
          sockets.push(this);
        }
      },
      storage: this.storage,
      setTimeout: this.clock.setTimeout,
      clearTimeout: this.clock.clearTimeout,
    });
  }

  // A page whose connection is open, without a session.
  async page() {
    const provider = createProvider(this.connection());
    await this.socket.open();
    return provider;
  }

  // A page that is connected with SESSION, and its token kept.
  async connectedPage() {
    const provider = await this.page();
    const connected = provider.connect();
    await this.socket.answer({ ...SESSION, token: TOKEN });
    await connected;
    return provider;
  }
}

// The promise of a call that will fail: node ends a test if nothing handles it yet when that happens.
export function failing(promise) {
  promise.catch(() => {});
  return promise;
}

// What became of a promise: its value or its error, or undefined while it is open.
export function outcome(promise) {
  const result = {};
  promise.then(
    (value) => Object.assign(result, { value, ended: true }),
    (error) => Object.assign(result, { error, ended: true })
  );
  return result;
}
