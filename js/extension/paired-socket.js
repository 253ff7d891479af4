// A socket to the wallet. Its first message pairs it; what the pages send follows.

import { ErrorCode } from '../src/errors.js';
import { decodeMessage, encodeRequest } from '../src/messages.js';

// Why a socket is not paired: nothing takes it, what takes it does not answer as a wallet does, or the wallet refused.
export const UNREACHABLE = 'unreachable';
export const STRANGER = 'stranger';
export const REFUSED = 'refused';

// Another program on the port may never answer.
const LONGEST_WAIT = 10_000;

export class PairedSocket {
  #socket;
  #first;
  #isPaired = false;
  #isClosed = false;
  #onPaired;
  #onMessage;
  #onClose;
  // Why it is not paired, with the wallet's error if it refused. Null if it was.
  #failure = { reason: UNREACHABLE };
  #stopWaiting;

  // `first` is the request that pairs. `onPaired` gets its result and returns whether the socket is paired, `onMessage`
  // what the wallet sends afterwards, `onClose` why it was not paired, null if it was.
  constructor(url, first, { WebSocket, setTimeout, clearTimeout, onPaired, onMessage, onClose }) {
    this.#first = { id: crypto.randomUUID(), ...first };
    this.#onPaired = onPaired;
    this.#onMessage = onMessage;
    this.#onClose = onClose;
    const timer = setTimeout(() => this.#fail({ reason: STRANGER }), LONGEST_WAIT);
    this.#stopWaiting = () => clearTimeout(timer);
    try {
      this.#socket = new WebSocket(url);
    } catch {
      // The browser connects to no port of another well-known service.
      queueMicrotask(() => this.#close());
      return;
    }
    this.#socket.addEventListener('open', () => {
      this.#failure = { reason: STRANGER };
      this.#socket.send(encodeRequest(this.#first));
    });
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data));
    this.#socket.addEventListener('close', () => this.#close());
  }

  get isClosed() {
    return this.#isClosed;
  }

  send(text) {
    this.#socket.send(text);
  }

  // Also if the wallet's side is slow to close: nothing is sent or heard from now on.
  close() {
    this.#socket?.close();
    this.#close();
  }

  #close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopWaiting();
    this.#onClose(this.#failure);
  }

  #fail(failure) {
    this.#failure = failure;
    this.close();
  }

  #receive(data) {
    if (this.#isClosed) return;
    if (this.#isPaired) {
      this.#onMessage(data);
      return;
    }
    let message;
    try {
      message = decodeMessage(data);
    } catch (error) {
      const isOtherVersion = error.code === ErrorCode.UNSUPPORTED_VERSION;
      this.#fail(isOtherVersion ? { reason: REFUSED, error } : { reason: STRANGER });
      return;
    }
    // The wallet sends nothing else before.
    if (message.id !== this.#first.id) return;
    if (message.kind === 'failure') {
      this.#fail({ reason: REFUSED, error: message.error });
      return;
    }
    this.#isPaired = this.#onPaired(message.result);
    if (!this.#isPaired) {
      this.#fail({ reason: STRANGER });
      return;
    }
    this.#failure = null;
    this.#stopWaiting();
  }
}
