// The parts of a browser that the extension uses. The test is the page, the user, and the wallet.

import { setImmediate } from 'node:timers/promises';

import { bundle } from '../extension/build.js';
import { NATIVE_WALLET, nativeSocketClass } from '../extension/native-socket.js';
import { Questions } from '../extension/questions.js';
import { Relay } from '../extension/relay.js';
import { Clock, FakeSocket } from './fake-wallet.js';
import vm from 'node:vm';

// Node 18 has none.
globalThis.CustomEvent ??= class CustomEvent extends Event {
  constructor(name, { detail } = {}) {
    super(name);
    this.detail = detail;
  }
};

const ID = 'abcdefghijklmnopabcdefghijklmnop';
const ROOT = `chrome-extension://${ID}/`;
export const WALLET_URL = 'ws://127.0.0.1:8600/rpc';
export const PAIRING_TOKEN = '9e4d'.repeat(16);
export const APPROVAL_PAGE = Object.freeze({ id: ID, url: `${ROOT}approval.html`, origin: ROOT.slice(0, -1) });
export const OWN_PAGE = Object.freeze({ id: ID, url: `${ROOT}pairing.html`, origin: ROOT.slice(0, -1) });

class Listeners {
  #all = [];
  addListener = (listener) => void this.#all.push(listener);
  fire = (...values) => this.#all.map((listener) => listener(...values));
}

// Two ends of a port: what one posts, the other hears.
function ports(sender) {
  const [background, page] = [0, 1].map(() => ({ onMessage: new Listeners(), onDisconnect: new Listeners() }));
  let isOpen = true;
  const join = (one, other) => {
    one.postMessage = (message) => isOpen && other.onMessage.fire(structuredClone(message));
    one.disconnect = () => {
      if (!isOpen) return;
      isOpen = false;
      other.onDisconnect.fire();
    };
  };
  join(background, page);
  join(page, background);
  return [Object.assign(background, { sender }), page];
}

export class FakeBrowser {
  clock = new Clock();
  sockets = [];
  stored = {};
  // What stays until the browser ends, also if the worker is stopped.
  kept = {};

  // The worker, which runs from now on.
  startWorker() {
    const { sockets } = this;
    new Relay(this.#makeApi(), {
      WebSocket: class extends FakeSocket {
        constructor(url) {
          super();
          this.url = url;
          sockets.push(this);
        }
      },
      setTimeout: this.clock.setTimeout,
      clearTimeout: this.clock.clearTimeout,
      setInterval: this.clock.setInterval,
      clearInterval: this.clock.clearTimeout,
    }).start();
  }

  // The worker of the extension for Safari. `handler` stands in the place of the app's native handler: it gets method and
  // parameters of each message, and returns or throws what the handler would.
  startSafariWorker(handler) {
    const api = this.#makeApi();
    this.native = [];
    this.openTabs = new Map();
    this.onRemoved = new Listeners();
    api.runtime.sendNativeMessage = async (application, { jsonrpc, id, method, params }) => {
      const message = { method, params: JSON.parse(params) };
      this.native.push(message);
      try {
        return { jsonrpc, id, result: JSON.stringify(await handler(message)), error: null };
      } catch ({ code, message }) {
        return { jsonrpc, id, result: null, error: { code, message } };
      }
    };
    api.tabs = {
      create: async ({ url }) => {
        const id = this.openTabs.size + 1;
        this.openTabs.set(id, url);
        return { id };
      },
      remove: async (id) => this.closeTab(id),
      onRemoved: this.onRemoved,
    };
    const { setTimeout, clearTimeout, setInterval } = this.clock;
    const clearInterval = clearTimeout;
    const questions = new Questions(api, { now: () => this.clock.now });
    questions.start();
    const WebSocket = nativeSocketClass(api, questions, { setTimeout, setInterval, clearInterval });
    new Relay(api, { WebSocket, wallet: NATIVE_WALLET, setTimeout, clearTimeout, setInterval, clearInterval }).start();
  }

  // The port of the page that shows the questions in a tab, as that page opens it.
  connectApproval(id) {
    const [background, page] = ports({ ...APPROVAL_PAGE, tab: { id }, frameId: 0 });
    this.onConnect.fire(background);
    return page;
  }

  // The user closes a tab, or the extension does.
  closeTab(id) {
    this.openTabs.set(id, null);
    this.onRemoved.fire(id);
  }

  #makeApi() {
    const { stored, kept } = this;
    const area = (items) => ({
      get: async (key) => (key in items ? structuredClone({ [key]: items[key] }) : {}),
      set: async (more) => void Object.assign(items, structuredClone(more)),
      remove: async (key) => void delete items[key],
    });
    this.onConnect = new Listeners();
    this.onMessage = new Listeners();
    this.openPorts = [];
    return {
      runtime: {
        id: ID,
        getURL: (path) => ROOT + path,
        onConnect: this.onConnect,
        onMessage: this.onMessage,
      },
      storage: {
        local: area(stored),
        session: area(kept),
      },
    };
  }

  // The browser stops the worker: its socket and its ports break.
  async stopWorker() {
    const ports = this.openPorts;
    this.onConnect = null;
    for (const port of ports) port.disconnect();
    await setImmediate();
  }

  get socket() {
    return this.sockets.at(-1);
  }

  // A page's port, as its content script opens it.
  connect(sender) {
    if (this.onConnect === null) this.startWorker();
    const [background, page] = ports({ id: ID, tab: { id: 1 }, frameId: 0, ...sender });
    this.openPorts.push(background);
    const heard = [];
    page.onMessage.addListener((message) => heard.push(message));
    let isClosed = false;
    page.onDisconnect.addListener(() => (isClosed = true));
    this.onConnect.fire(background);
    return Object.assign(page, { heard, isClosed: () => isClosed });
  }

  // A page's port that the wallet's side takes messages of.
  async page(origin = 'https://shop.example') {
    const port = this.connect({ origin });
    await setImmediate();
    if (this.socket?.readyState === 0) await this.pairAgain();
    return port;
  }

  // The wallet takes the token of the extension.
  async pairAgain() {
    await this.socket.open();
    await this.socket.answer({ paired: true });
  }

  // A message of one of the extension's pages, or of what pretends to be one.
  ask(message, sender = OWN_PAGE) {
    return new Promise((resolve) => {
      const isAnswered = this.onMessage.fire(message, sender, resolve).includes(true);
      if (!isAnswered) resolve(undefined);
    });
  }

  // A tab in which both content scripts ran, as they are built. Returns its window.
  async tab(origin = 'https://shop.example') {
    const items = new Map();
    const window = Object.assign(new EventTarget(), {
      localStorage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    });
    const runtime = { connect: () => this.connect({ origin }) };
    const { setTimeout, clearTimeout } = this.clock;
    const shared = { window, EventTarget, Event, CustomEvent, TextEncoder, TextDecoder, crypto, queueMicrotask, atob, btoa };
    const world = (name, more) => {
      const context = vm.createContext({ ...shared, setTimeout, clearTimeout, console, ...more });
      vm.runInContext(bundle(name), context);
    };
    world('page.js', {});
    world('bridge.js', { chrome: { runtime } });
    await setImmediate();
    return window;
  }
}
