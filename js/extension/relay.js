// The background of the extension: carries the messages of all pages by one socket to the wallet.

import { ErrorCode, RpcError } from '../src/errors.js';
import { VERSION } from '../src/messages.js';
import { isOwnPage } from './own-page.js';
import { addressRequest, failure } from './page-requests.js';
import { PairedSocket, REFUSED, UNREACHABLE } from './paired-socket.js';
import { readCode, walletAddress, walletURL } from './pairing-form.js';
import { NO_CODE, WRONG_ADDRESS, pairingError, refusalText } from './pairing-texts.js';

// The browser stops the worker after 30 s without a message.
const PING_INTERVAL = 20_000;
const MOST_WAITING = 128;
const STORAGE_KEY = 'wallet';
// What the page asks on which the user pairs.
const ASKS = ['pair', 'forget', 'state'];

// As the wallet takes it: what it refuses would count against the socket of all pages.
const HOST = /^https?:\/\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?$/;
const PLAIN_HTTP = /^http:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?::|$))/;

const CLOSED = 'closed';
const CONNECTING = 'connecting';
const UNPAIRED = 'unpaired';
const READY = 'ready';

export class Relay {
  #api;
  #surroundings;
  // By the name that the wallet knows the page by.
  #pages = new Map();
  #state = CLOSED;
  // The socket to the wallet, unless closed or unpaired.
  #socket = null;
  #pingTimer = null;
  // Why the latest connection was not paired. Null if it was.
  #failure = null;
  // What waits until the connection is paired or has failed.
  #waiting = [];

  constructor(
    api,
    {
      WebSocket = globalThis.WebSocket,
      setTimeout = (work, delay) => globalThis.setTimeout(work, delay),
      clearTimeout = (timer) => globalThis.clearTimeout(timer),
      setInterval = (work, delay) => globalThis.setInterval(work, delay),
      clearInterval = (timer) => globalThis.clearInterval(timer),
      // The only wallet, which needs no pairing. Null if the user pairs with one.
      wallet = null,
    } = {}
  ) {
    this.#api = api;
    this.#surroundings = { WebSocket, setTimeout, clearTimeout, setInterval, clearInterval, wallet };
  }

  // Must be called before the worker waits for anything, or else the browser does not start it for these events.
  start() {
    const { runtime, storage } = this.#api;
    runtime.onConnect.addListener((port) => this.#addPage(port));
    runtime.onMessage.addListener((message, sender, respond) => {
      if (!isOwnPage(this.#api, sender) || !ASKS.includes(message?.ask)) return false;
      this.#answerOwnPage(message).then(respond);
      return true;
    });
    // Content scripts have no use for the token.
    storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  }

  // MARK: Pages

  #addPage(port) {
    const origin = this.#pageOrigin(port.sender);
    if (origin === null) {
      port.disconnect();
      return;
    }
    const page = { sender: { origin, page: crypto.randomUUID() }, port, waiting: [], open: new Set(), isKnown: false };
    this.#pages.set(page.sender.page, page);
    port.onMessage.addListener((text) => this.#receive(page, text));
    port.onDisconnect.addListener(() => this.#removePage(page));
    if (this.#takesMessages) port.postMessage({ type: 'open' });
    else this.#connect();
  }

  // What the browser says of the page, never what the page says. Frames and other extensions have no wallet.
  #pageOrigin(sender) {
    if (sender?.id !== this.#api.runtime.id || sender.tab === undefined || sender.frameId !== 0) return null;
    return HOST.test(sender.origin) && !PLAIN_HTTP.test(sender.origin) ? sender.origin : null;
  }

  #removePage(page) {
    if (!this.#pages.delete(page.sender.page)) return;
    if (this.#state === READY && page.isKnown) this.#tell('miden_pageClosed', page.sender);
    this.#pingWhileAsked();
    // Without pages nothing is asked and nothing heard.
    if (this.#pages.size === 0 && this.#state === READY) this.#socket.close();
  }

  #receive(page, text) {
    if (this.#takesMessages) {
      this.#pass(page, text);
    } else if (page.waiting.length < MOST_WAITING) {
      page.waiting.push(text);
    } else {
      page.port.disconnect();
      this.#removePage(page);
    }
  }

  #pass(page, text) {
    try {
      const request = addressRequest(text, page.sender);
      if (this.#state === UNPAIRED) {
        const message = 'The extension is not paired with a wallet';
        throw new RpcError(ErrorCode.UNAUTHORIZED_ORIGIN, message, { id: request.id });
      }
      page.isKnown = true;
      page.open.add(request.id);
      this.#socket.send(request.text);
      this.#pingWhileAsked();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      page.port.postMessage({ type: 'message', text: failure(error) });
    }
  }

  // MARK: The wallet

  get #takesMessages() {
    return this.#state === READY || this.#state === UNPAIRED;
  }

  async #connect() {
    if (this.#state !== CLOSED) return;
    this.#state = CONNECTING;
    const wallet = await this.#storedWallet();
    // The user may have paired or forgotten one meanwhile.
    if (this.#state !== CONNECTING || this.#socket !== null) {
      this.#settle();
      return;
    }
    if (wallet?.token === undefined) {
      this.#become(UNPAIRED);
      return;
    }
    const first = { method: 'miden_resumePairing', params: { token: wallet.token } };
    this.#socket = this.#openSocket(wallet.url, first, {
      onPaired: ({ paired }) => {
        // The address stays, so that the user is told which wallet it was.
        if (paired === false) this.#forget({ url: wallet.url });
        else if (paired === true) this.#become(READY);
        return paired === true;
      },
      onFailed: (failure) => (this.#failure = failure),
    });
  }

  #openSocket(url, first, { onPaired, onFailed }) {
    const { WebSocket, setTimeout, clearTimeout } = this.#surroundings;
    const socket = new PairedSocket(url, first, {
      WebSocket,
      setTimeout,
      clearTimeout,
      onPaired: (result) => onPaired(result, socket),
      onMessage: (text) => this.#hear(text),
      onClose: (failure) => {
        onFailed(failure);
        if (this.#socket === socket) this.#closed();
      },
    });
    return socket;
  }

  // The pages connect again, each after a while, and send again what was not answered.
  #closed() {
    this.#socket = null;
    if (this.#state !== UNPAIRED) this.#state = CLOSED;
    const pages = [...this.#pages.values()];
    this.#pages.clear();
    this.#pingWhileAsked();
    for (const { port } of pages) port.disconnect();
    this.#settle();
  }

  #become(state) {
    this.#state = state;
    this.#settle();
    for (const page of [...this.#pages.values()]) {
      page.port.postMessage({ type: 'open' });
      for (const text of page.waiting.splice(0)) this.#pass(page, text);
    }
  }

  #settle() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #hear(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    const { page: name, ...rest } = message ?? {};
    const page = this.#pages.get(name);
    // The answers to the extension itself need no look.
    if (page === undefined) return;
    page.open.delete(rest.id);
    this.#pingWhileAsked();
    page.port.postMessage({ type: 'message', text: JSON.stringify(rest) });
  }

  #tell(method, sender) {
    const id = crypto.randomUUID();
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', version: VERSION, id, method, sender }));
  }

  #pingWhileAsked() {
    const isAsked = [...this.#pages.values()].some(({ open }) => open.size > 0);
    if (isAsked === (this.#pingTimer !== null)) return;
    if (isAsked) {
      this.#pingTimer = this.#surroundings.setInterval(() => this.#tell('miden_ping'), PING_INTERVAL);
    } else {
      this.#surroundings.clearInterval(this.#pingTimer);
      this.#pingTimer = null;
    }
  }

  // MARK: Pairing

  async #storedWallet() {
    if (this.#surroundings.wallet !== null) return this.#surroundings.wallet;
    const { [STORAGE_KEY]: wallet = null } = await this.#api.storage.local.get(STORAGE_KEY);
    return wallet;
  }

  // What is left of the wallet has no token.
  async #forget(left = null) {
    const socket = this.#socket;
    this.#state = UNPAIRED;
    const { local } = this.#api.storage;
    await (left === null ? local.remove(STORAGE_KEY) : local.set({ [STORAGE_KEY]: left }));
    socket?.close();
  }

  async #answerOwnPage({ ask, address, code }) {
    if (ask === 'pair') return this.#pair(address, code);
    const wallet = await this.#storedWallet();
    if (ask === 'state') return this.#look(wallet);
    await this.#forget();
    return wallet === null ? { state: 'unpaired' } : { state: 'forgotten', address: walletAddress(wallet.url) };
  }

  // Where things stand with the stored wallet. Connects to it, so that the user learns whether it runs.
  async #look(wallet) {
    if (wallet === null) return { state: 'unpaired' };
    if (!this.#takesMessages) {
      await new Promise((resolve) => {
        this.#waiting.push(resolve);
        this.#connect();
      });
    }
    const address = walletAddress(wallet.url);
    if (this.#state === UNPAIRED) return { state: 'revoked', address };
    if (this.#state === READY) return { state: 'connected', address, pages: this.#pages.size };
    const { reason, error } = this.#failure ?? { reason: UNREACHABLE };
    return reason === REFUSED ? { state: REFUSED, address, refusal: refusalText(error) } : { state: reason, address };
  }

  #pair(address, text) {
    const url = walletURL(address);
    const code = readCode(text);
    if (url === null) return { error: WRONG_ADDRESS, field: 'address' };
    if (code === null) return { error: NO_CODE, field: 'code' };
    return new Promise((resolve) => {
      const first = { method: 'miden_pair', params: { code } };
      this.#openSocket(url, first, {
        onPaired: ({ token }, socket) => {
          if (typeof token !== 'string' || !/^[0-9a-f]{64}$/.test(token)) return false;
          this.#begin(socket, { url, token }).then(resolve);
          return true;
        },
        // If it was paired and broke at once, the answer has been given.
        onFailed: (failure) => failure !== null && resolve(pairingError(failure, walletAddress(url))),
      });
    });
  }

  // Takes a wallet in the place of the earlier one, whose pages connect again.
  async #begin(socket, wallet) {
    await this.#api.storage.local.set({ [STORAGE_KEY]: wallet });
    const earlier = this.#socket;
    this.#socket = null;
    earlier?.close();
    this.#closed();
    // It may have broken meanwhile.
    this.#state = socket.isClosed ? CLOSED : READY;
    if (this.#state === READY) this.#socket = socket;
    return this.#look(wallet);
  }
}
