// The connection of a page in the web view of a wallet app: a WebSocket in form, over the messages of WebKit. All that the
// app has for the page is a reply to what the page posted.

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

// The app has another page by now, or refuses this one.
const GONE = 1001;

export class WebViewSocket {
  readyState = CONNECTING;

  #handler;
  #listeners = new Map();
  #connection = null;

  // `handler` is WebKit's object for the app's handler of messages.
  constructor(handler) {
    this.#handler = handler;
    this.#open();
  }

  addEventListener(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  send(text) {
    this.#exchange({ kind: 'request', text });
  }

  close() {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#emit('close', { code: GONE });
  }

  async #open() {
    const connection = await this.#post({ kind: 'open' });
    if (this.readyState !== CONNECTING) return;
    if (connection === null) {
      this.close();
      return;
    }
    this.#connection = connection;
    this.readyState = OPEN;
    this.#emit('open', {});
    while (this.readyState === OPEN) await this.#exchange({ kind: 'nextEvent' });
  }

  // Without a reply the connection has ended.
  async #exchange(message) {
    const data = await this.#post({ ...message, connection: this.#connection });
    if (this.readyState !== OPEN) return;
    if (data === null) this.close();
    else this.#emit('message', { data });
  }

  async #post(message) {
    try {
      const reply = await this.#handler.postMessage(message);
      return typeof reply === 'string' ? reply : null;
    } catch {
      return null;
    }
  }

  #emit(name, event) {
    for (const listener of this.#listeners.get(name) ?? []) listener(event);
  }
}
