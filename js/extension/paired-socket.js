// A socket to the wallet. Its first message pairs it; what the pages send follows.

import { ErrorCode, RpcError } from '../src/errors.js';
import { decodeMessage, encodeRequest } from '../src/messages.js';

export class PairedSocket {
  #socket;
  #first;
  #isPaired = false;
  #isClosed = false;
  #onPaired;
  #onMessage;
  #onClose;
  // Why the wallet did not pair.
  #error = null;

  // `first` is the request that pairs. `onPaired` gets its result and returns whether the socket is paired, `onMessage`
  // what the wallet sends afterwards, `onClose` the wallet's error or null.
  constructor(url, first, { WebSocket, onPaired, onMessage, onClose }) {
    this.#first = { id: crypto.randomUUID(), ...first };
    this.#onPaired = onPaired;
    this.#onMessage = onMessage;
    this.#onClose = onClose;
    this.#socket = new WebSocket(url);
    this.#socket.addEventListener('open', () => this.#socket.send(encodeRequest(this.#first)));
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
    this.#socket.close();
    this.#close();
  }

  #close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose(this.#error);
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
      message = { kind: 'failure', id: error.id, error };
    }
    // The wallet sends nothing else before.
    if (message.id !== this.#first.id) return;
    this.#isPaired = message.kind === 'success' && this.#onPaired(message.result);
    if (this.#isPaired) return;
    this.#error = message.error ?? new RpcError(ErrorCode.UNAUTHORIZED_ORIGIN, 'The wallet does not know the pairing');
    this.close();
  }
}
