// The connection of a page to its wallet: sends calls, connects again after the socket broke, and resumes the session.

import { ErrorCode, RpcError } from './errors.js';
import { decodeMessage, encodeRequest } from './messages.js';
import { isToken, readSession } from './session.js';

// The `readyState` of a WebSocket that takes messages. One that is closing drops them, and says so in the console.
const OPEN = 1;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
const CALL_TIMEOUT = 120_000;
const LARGEST_MESSAGE = 1_048_576;
// With these codes a wallet closes the socket of a page that asks too much: 1008 policy violation, 1009 message too big,
// 1013 try again later.
const TOO_BIG = 1009;
const REFUSALS = [1008, TOO_BIG, 1013];

export class WalletSocket {
  // Called with the session, or null, after a message changed it and before the call of that message ends.
  onSession = () => {};

  #url;
  #WebSocket;
  #storage;
  #setTimeout;
  #clearTimeout;

  #socket = null;
  #delay = FIRST_DELAY;

  // By id, in the order in which the page called.
  #calls = new Map();

  // Whether the present socket has the session of the page.
  #hasSession = false;
  // What the session rests on. The storage may have another one by now, of another tab.
  #token = null;
  // The id of the request that resumes the session, while it is open, and its token. No token is tried twice on a
  // socket.
  #resumeID = null;
  #triedToken = null;

  constructor(
    url,
    {
      WebSocket = globalThis.WebSocket,
      storage = null,
      setTimeout = (work, delay) => globalThis.setTimeout(work, delay),
      clearTimeout = (timer) => globalThis.clearTimeout(timer),
    } = {}
  ) {
    this.#url = url;
    this.#WebSocket = WebSocket;
    this.#storage = storage;
    this.#setTimeout = setTimeout;
    this.#clearTimeout = clearTimeout;
    this.#connect();
  }

  get isOpen() {
    return this.#socket.readyState === OPEN;
  }

  call(method, params) {
    return new Promise((resolve, reject) => {
      const id = randomID();
      const text = encodeRequest({ id, method, params });
      const size = byteLength(text);
      if (size > LARGEST_MESSAGE) {
        const message = `The message is larger than ${LARGEST_MESSAGE} bytes`;
        throw new RpcError(ErrorCode.PAYLOAD_TOO_LARGE, message, { id });
      }
      const timer = this.#setTimeout(() => {
        this.#calls.delete(id);
        reject(new RpcError(ErrorCode.REJECTED, 'The wallet did not answer', { id }));
      }, CALL_TIMEOUT);
      this.#calls.set(id, { method, text, size, resolve, reject, timer, sentOn: null });
      this.#send();
    });
  }

  #connect() {
    const socket = new this.#WebSocket(this.#url);
    this.#socket = socket;
    let hasOpened = false;
    socket.addEventListener('open', () => {
      hasOpened = true;
      this.#send();
    });
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    // An error is followed by this event.
    socket.addEventListener('close', ({ code }) => {
      this.#hasSession = false;
      this.#resumeID = null;
      this.#triedToken = null;
      if (code === TOO_BIG) this.#endLargestCall(socket);
      // A wallet that refuses the page after the socket opened gets as much time as one that does not open it.
      if (hasOpened && !REFUSALS.includes(code)) this.#delay = FIRST_DELAY;
      this.#setTimeout(() => this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    });
  }

  // Sends what the present socket has not been sent. A session is resumed before that.
  #send() {
    if (!this.isOpen || this.#resumeID !== null) return;
    const token = this.#hasSession ? null : this.#storedToken() ?? this.#token;
    if (token !== null && token !== this.#triedToken) {
      this.#triedToken = token;
      this.#resumeID = randomID();
      this.#socket.send(encodeRequest({ id: this.#resumeID, method: 'miden_resumeSession', params: { token } }));
      return;
    }
    for (const call of this.#calls.values()) {
      if (call.sentOn === this.#socket) continue;
      call.sentOn = this.#socket;
      this.#socket.send(call.text);
    }
  }

  // The wallet does not say which call was too large. It was one of those that it did not answer, and no smaller than
  // the largest that the wallet takes, so the largest of them is too large.
  #endLargestCall(socket) {
    let largest = null;
    for (const [id, call] of this.#calls) {
      if (call.sentOn === socket && (largest === null || call.size > largest.size)) largest = { id, ...call };
    }
    if (largest === null) return;
    this.#calls.delete(largest.id);
    this.#clearTimeout(largest.timer);
    const message = 'The message is larger than the wallet takes';
    largest.reject(new RpcError(ErrorCode.PAYLOAD_TOO_LARGE, message, { id: largest.id }));
  }

  #receive(data) {
    if (typeof data !== 'string' || isTooLarge(data)) return;
    let message;
    try {
      message = decodeMessage(data);
    } catch (error) {
      message = { kind: 'failure', id: error.id, error };
    }
    if (message.kind === 'event') {
      this.#handleEvent(message);
    } else if (message.id !== null && message.id === this.#resumeID) {
      this.#resumed(message);
    } else {
      this.#answer(message);
    }
  }

  #handleEvent({ event, data }) {
    if (event === 'accountChange') {
      const session = readSession(data);
      if (session !== null) this.onSession(session);
    } else if (event === 'disconnect') {
      // The token of the storage may be a later one: another tab may have connected meanwhile.
      this.#endSession(this.#token);
    }
  }

  #resumed({ kind, result }) {
    this.#resumeID = null;
    if (kind === 'success') {
      const session = readSession(result.session);
      if (session !== null) {
        this.#token = this.#triedToken;
        this.#beginSession(session);
      } else if (!('session' in result)) {
        this.#endSession(this.#triedToken);
      }
    }
    this.#send();
  }

  // Answers of calls that ended are dropped.
  #answer({ kind, id, result, error }) {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    this.#clearTimeout(call.timer);
    if (kind === 'failure') {
      if (call.method === 'miden_disconnect' && error.code === ErrorCode.NOT_FOUND) {
        this.#endSession(this.#storedToken());
      }
      call.reject(error);
      return;
    }
    if (call.method === 'miden_connect') {
      const session = readSession(result);
      if (session === null || ('token' in result && !isToken(result.token))) {
        call.reject(new RpcError(ErrorCode.INVALID_REQUEST, 'The wallet answered no session', { id }));
        return;
      }
      if ('token' in result) this.#keepToken(result.token);
      this.#beginSession(session);
    }
    if (call.method === 'miden_disconnect') this.#endSession(this.#storedToken());
    call.resolve(result);
  }

  #beginSession(session) {
    this.#hasSession = true;
    this.onSession(session);
  }

  #endSession(token) {
    this.#hasSession = false;
    this.#token = null;
    if (token !== null && this.#storedToken() === token) this.#storage.removeItem(this.#storageKey);
    this.onSession(null);
  }

  get #storageKey() {
    return `miden-wallet-rpc ${this.#url}`;
  }

  #storedToken() {
    const token = this.#storage?.getItem(this.#storageKey) ?? null;
    return isToken(token) ? token : null;
  }

  #keepToken(token) {
    this.#token = token;
    try {
      this.#storage?.setItem(this.#storageKey, token);
    } catch {
      // The storage is full: the session ends with the page.
    }
  }
}

function randomID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isTooLarge(text) {
  return text.length > LARGEST_MESSAGE || byteLength(text) > LARGEST_MESSAGE;
}

function byteLength(text) {
  return new TextEncoder().encode(text).length;
}
