// A WebSocket of a program on this computer, which says of itself what it likes.

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';

const TEXT = 0x81;
const CLOSE = 0x88;

export class RawSocket {
  // Of the answer to the handshake.
  status;
  #socket;
  #messages = [];
  #events = new EventEmitter();

  static async open(port, origin) {
    const raw = new RawSocket(connect(port, '127.0.0.1'));
    raw.#socket.write(
      [
        'GET /rpc HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Origin: ${origin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n')
    );
    await once(raw.#events, 'status');
    return raw;
  }

  constructor(socket) {
    this.#socket = socket;
    let rest = Buffer.alloc(0);
    socket.on('data', (data) => {
      rest = this.#read(Buffer.concat([rest, data]));
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#add({ closed: null }));
  }

  #add(message) {
    this.#messages.push(message);
    this.#events.emit('message');
  }

  // Reads the head of the answer, then frames. Returns what is not complete.
  #read(bytes) {
    if (this.status === undefined) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return bytes;
      this.status = Number(bytes.toString('latin1', 9, 12));
      this.#events.emit('status');
      return this.#read(bytes.subarray(end + 4));
    }
    if (bytes.length < 2) return bytes;
    const extended = bytes[1] === 126 ? 2 : bytes[1] === 127 ? 8 : 0;
    if (bytes.length < 2 + extended) return bytes;
    const length = extended === 0 ? bytes[1] : Number(BigInt(`0x${bytes.toString('hex', 2, 2 + extended)}`));
    const start = 2 + extended;
    if (bytes.length < start + length) return bytes;
    const data = bytes.subarray(start, start + length);
    if (bytes[0] === TEXT) this.#add(JSON.parse(data.toString('utf8')));
    if (bytes[0] === CLOSE) this.#add({ closed: data.readUInt16BE(0) });
    return this.#read(bytes.subarray(start + length));
  }

  // Calls a method and returns what comes next: the answer, or the code of the close.
  async call(method, params, sender) {
    const id = randomBytes(8).toString('hex');
    this.send(JSON.stringify({ jsonrpc: '2.0', version: 1, id, method, params, sender }));
    return this.next();
  }

  // Sends a text as one message. A larger `length` announces more than is sent.
  send(text, length = Buffer.byteLength(text)) {
    const mask = randomBytes(4);
    const data = Buffer.from(text).map((byte, index) => byte ^ mask[index % 4]);
    this.#socket.write(Buffer.concat([frameHead(length), mask, data]));
  }

  // The next answer, or the code of the close: null if the connection closed without one.
  async next() {
    const isNext = (message) => 'id' in message || 'closed' in message;
    while (!this.#messages.some(isNext)) await once(this.#events, 'message');
    return this.#messages.splice(this.#messages.findIndex(isNext), 1)[0];
  }

  close() {
    this.#socket.destroy();
  }
}

// The head of a masked frame of text.
function frameHead(length) {
  const size = length < 126 ? 0 : length > 0xffff ? 8 : 2;
  const head = Buffer.alloc(2 + size);
  head[0] = TEXT;
  head[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
