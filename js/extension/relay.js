// The background of the extension: carries the messages of all pages by one socket to the wallet.

import { ErrorCode, RpcError } from '../src/errors.js';
import { VERSION } from '../src/messages.js';
import { MOST_OPEN, MOST_OPEN_BYTES } from './channel.js';
import { isOwnPage } from './own-page.js';
import { addressRequest, failure } from './page-requests.js';
import { PairedSocket, REFUSED, UNREACHABLE } from './paired-socket.js';
import { readCode, walletAddress, walletURL } from './pairing-form.js';
import { NO_CODE, WRONG_ADDRESS, pairingError, refusalText } from './pairing-texts.js';

// The browser stops the worker after 30 s without a message.
const PING_INTERVAL = 20_000;
const RETRY_AFTER = 5;
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
  // By the id of the request that tells the wallet: until it is answered, the wallet has not taken what they asked before.
  #gone = new Map();
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
    if (isOwnPage(this.#api, port.sender)) return;
    const origin = this.#pageOrigin(port.sender);
    if (origin === null) {
      port.disconnect();
      return;
    }
    const page = { sender: { origin, page: crypto.randomUUID() }, port, waiting: [], open: [], isKnown: false };
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
    if (this.#state === READY && page.isKnown) {
      const id = crypto.randomUUID();
      this.#gone.set(id, page);
      this.#tell(id, 'miden_pageClosed', page.sender);
    }
    this.#pingWhileAsked();
    // Without pages nothing is asked and nothing heard.
    if (this.#pages.size === 0 && this.#state === READY) this.#socket.close();
  }

  #receive(page, text) {
    try {
      const request = addressRequest(text, page.sender);
      if (this.#state === UNPAIRED) throw unpaired(request.id);
      this.#requireRoom(page.sender.origin, request);
      page.open.push({ id: request.id, size: request.size, length: text.length });
      page.waiting.push(request.text);
      if (this.#state === READY) this.#pass(page);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      page.port.postMessage({ type: 'message', text: failure(error), ended: text.length });
    }
  }

  #requireRoom(origin, { id, size }) {
    const pages = [...this.#pages.values(), ...this.#gone.values()].filter(({ sender }) => sender.origin === origin);
    const open = pages.flatMap((page) => page.open);
    const bytes = open.reduce((sum, request) => sum + request.size, size);
    if (open.length < MOST_OPEN && bytes <= MOST_OPEN_BYTES) return;
    throw new RpcError(ErrorCode.RATE_LIMITED, 'Too many requests', { id, data: { retryAfter: RETRY_AFTER } });
  }

  #refuseAll(page) {
    page.waiting = [];
    for (const { id, length } of page.open.splice(0)) {
      page.port.postMessage({ type: 'message', text: failure(unpaired(id)), ended: length });
    }
  }

  // Sends what waits.
  #pass(page) {
    for (const text of page.waiting.splice(0)) {
      page.isKnown = true;
      this.#socket.send(text);
    }
    this.#pingWhileAsked();
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
    this.#gone.clear();
    this.#pingWhileAsked();
    for (const { port } of pages) port.disconnect();
    this.#settle();
  }

  #become(state) {
    this.#state = state;
    this.#settle();
    for (const page of [...this.#pages.values()]) {
      page.port.postMessage({ type: 'open' });
      if (state === READY) this.#pass(page);
      else this.#refuseAll(page);
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
    this.#gone.delete(rest.id);
    const page = name === undefined ? this.#refusedPage(rest) : this.#pages.get(name);
    if (page !== undefined) this.#answer(page, rest);
  }

  // The page of a request that the wallet refused before it read of which page it is. Undefined if it is an answer to the
  // extension itself.
  #refusedPage({ id, error }) {
    if (error === undefined) return undefined;
    return [...this.#pages.values()].find(({ open }) => open.some((request) => request.id === id));
  }

  #answer(page, message) {
    const index = page.open.findIndex(({ id }) => id === message.id);
    const [request] = index < 0 ? [] : page.open.splice(index, 1);
    this.#pingWhileAsked();
    page.port.postMessage({ type: 'message', text: JSON.stringify(message), ended: request?.length });
  }

  #tell(id, method, sender) {
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', version: VERSION, id, method, sender }));
  }

  #pingWhileAsked() {
    const isAsked = this.#state === READY && [...this.#pages.values()].some(({ open }) => open.length > 0);
    if (isAsked === (this.#pingTimer !== null)) return;
    if (isAsked) {
      const ping = () => this.#tell(crypto.randomUUID(), 'miden_ping');
      this.#pingTimer = this.#surroundings.setInterval(ping, PING_INTERVAL);
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

function unpaired(id) {
  return new RpcError(ErrorCode.UNAUTHORIZED_ORIGIN, 'The extension is not paired with a wallet', { id });
}
