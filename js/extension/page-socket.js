// What a `WalletSocket` in a page has in the place of a `WebSocket`: the extension carries its messages.

import { TO_BRIDGE, TO_PAGE, dispatch, readDetail } from './channel.js';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

export function pageSocketClass(window) {
  let last = 0;

  return class PageSocket extends EventTarget {
    readyState = CONNECTING;
    #number = ++last;
    #isConnected = false;

    constructor() {
      super();
      window.addEventListener(TO_PAGE, this.#listen);
      if (this.#number === 1) {
        // A page that never calls the wallet does not wake the extension: the first socket connects when it is used.
        queueMicrotask(() => this.#receive({ type: 'open' }));
      } else {
        this.#connect();
      }
    }

    send(text) {
      this.#connect();
      dispatch(window, TO_BRIDGE, { type: 'send', socket: this.#number, text });
    }

    close() {
      dispatch(window, TO_BRIDGE, { type: 'close', socket: this.#number });
      this.#receive({ type: 'close' });
    }

    #connect() {
      if (this.#isConnected) return;
      this.#isConnected = true;
      dispatch(window, TO_BRIDGE, { type: 'connect', socket: this.#number });
    }

    #listen = (event) => {
      const message = readDetail(event);
      if (message?.socket === this.#number) this.#receive(message);
    };

    #receive({ type, text }) {
      if (type === 'open' && this.readyState === CONNECTING) {
        this.readyState = OPEN;
        this.dispatchEvent(new Event('open'));
      } else if (type === 'message' && this.readyState === OPEN) {
        this.dispatchEvent(Object.assign(new Event('message'), { data: text }));
      } else if (type === 'close' && this.readyState !== CLOSED) {
        this.readyState = CLOSED;
        window.removeEventListener(TO_PAGE, this.#listen);
        this.dispatchEvent(new Event('close'));
      }
    }
  };
}
