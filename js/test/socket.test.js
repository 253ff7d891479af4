import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ErrorCode, RpcError } from '../src/errors.js';
import { WalletSocket } from '../src/socket.js';
import {
  FakeWallet,
  OTHER_SESSION,
  OTHER_TOKEN,
  SESSION,
  TOKEN,
  URL,
  failing,
  outcome,
} from '../testing/fake-wallet.js';

const MIB = 1_048_576;

// A connection that is open, without a session.
async function open() {
  const wallet = new FakeWallet();
  const connection = wallet.connection();
  await wallet.socket.open();
  return { wallet, connection };
}

// A connection that is open and has SESSION, with its token kept.
async function connect() {
  const { wallet, connection } = await open();
  const connected = connection.call('miden_connect', {});
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  await connected;
  return { wallet, connection };
}

// Breaks the socket and waits for the next one to be made.
async function reconnect(wallet) {
  await wallet.socket.break();
  await wallet.clock.advance(500);
}

function rejectsWith(promise, code, message) {
  return assert.rejects(
    promise,
    (error) => error instanceof RpcError && error.code === code && (message === undefined || error.message === message)
  );
}

test('socket: a new connection: opens one socket to its URL', async () => {
  const { wallet } = await open();
  assert.deepEqual(wallet.sockets.map(({ url }) => url), [URL]);
});

test('socket: without a global WebSocket and without another: is refused', { skip: 'WebSocket' in globalThis }, () => {
  assert.throws(() => new WalletSocket(URL), TypeError);
});

test('call: an open socket: is sent in the envelope and ends with the result', async () => {
  const { wallet, connection } = await open();
  const call = connection.call('PING', { pingParam1: 'ping' });
  const { id } = wallet.socket.last;
  assert.deepEqual(wallet.socket.sent, [
    { jsonrpc: '2.0', version: 1, id, method: 'PING', params: { pingParam1: 'ping' } },
  ]);
  await wallet.socket.answer({ pong: 'pong!' });
  assert.deepEqual(await call, { pong: 'pong!' });
});

test('call: ids: are 128 bits in hexadecimal digits, and differ', async () => {
  const { wallet, connection } = await open();
  for (let count = 0; count < 64; count += 1) connection.call('PING');
  const ids = wallet.socket.sent.map(({ id }) => id);
  assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(id)));
  assert.equal(new Set(ids).size, 64);
});

test('call: before the socket is open: is sent once it is', async () => {
  const wallet = new FakeWallet();
  wallet.connection().call('PING');
  assert.equal(wallet.socket.sent.length, 0);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['PING']);
});

test('call: answers in another order: each call gets its own', async () => {
  const { wallet, connection } = await open();
  const calls = ['A', 'B', 'C'].map((method) => connection.call(method));
  for (const request of [...wallet.socket.sent].reverse()) await wallet.socket.answer({ to: request.method }, request);
  assert.deepEqual(await Promise.all(calls), [{ to: 'A' }, { to: 'B' }, { to: 'C' }]);
});

test('call: an error of the wallet: rejects with its code, message, id and data', async () => {
  const { wallet, connection } = await open();
  const call = failing(connection.call('PING'));
  const { id } = wallet.socket.last;
  const error = { code: -32005, message: 'Too many requests', data: { retryAfter: 1 } };
  await wallet.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id, error }));
  await assert.rejects(call, (thrown) => {
    const { code, message, data } = thrown;
    assert.deepEqual({ code, message, data, id: thrown.id }, { ...error, id });
    return true;
  });
});

for (const [name, text, code] of [
  ['neither result nor error', '{"jsonrpc":"2.0","version":1,"id":"ID"}', ErrorCode.INVALID_REQUEST],
  ['a result that is a list', '{"jsonrpc":"2.0","version":1,"id":"ID","result":[]}', ErrorCode.INVALID_REQUEST],
  ['an error without a code', '{"jsonrpc":"2.0","version":1,"id":"ID","error":{}}', ErrorCode.INVALID_REQUEST],
  ['another version', '{"jsonrpc":"2.0","version":2,"id":"ID","result":{}}', ErrorCode.UNSUPPORTED_VERSION],
]) {
  test(`call: an answer with ${name}: ends it with ${code}`, async () => {
    const { wallet, connection } = await open();
    const call = failing(connection.call('PING'));
    await wallet.socket.receive(text.replace('ID', wallet.socket.last.id));
    await rejectsWith(call, code);
  });
}

for (const [name, data] of [
  ['that is not JSON', '{'],
  ['that is a list', '[]'],
  ['without an id', '{"jsonrpc":"2.0","version":1,"result":{}}'],
  ['that is an error without an id', '{"jsonrpc":"2.0","version":1,"id":null,"error":{"code":-32700,"message":"no"}}'],
  ['that is an answer to another id', '{"jsonrpc":"2.0","version":1,"id":"another","result":{}}'],
  ['that is binary', new ArrayBuffer(2)],
]) {
  test(`call: a message ${name}: is dropped, and the answer after it counts`, async () => {
    const { wallet, connection } = await open();
    const call = outcome(connection.call('PING'));
    await wallet.socket.receive(data);
    assert.equal(call.ended, undefined);
    await wallet.socket.answer({ pong: 1 });
    assert.deepEqual(call.value, { pong: 1 });
  });
}

// A request or an answer of that many bytes, in characters of two bytes as far as they fit.
function filled(size, make) {
  const rest = size - make('').length;
  return 'é'.repeat(Math.floor(rest / 2)) + 'x'.repeat(rest % 2);
}

test('call: a request of 1 MiB: is sent', async () => {
  const { wallet, connection } = await open();
  const make = (text) =>
    JSON.stringify({ jsonrpc: '2.0', version: 1, id: 'a'.repeat(32), method: 'PING', params: { text } });
  connection.call('PING', { text: filled(MIB, make) });
  assert.equal(Buffer.byteLength(JSON.stringify(wallet.socket.last)), MIB);
});

test('call: a request of 1 MiB and a byte: is refused and not sent', async () => {
  const { wallet, connection } = await open();
  const make = (text) =>
    JSON.stringify({ jsonrpc: '2.0', version: 1, id: 'a'.repeat(32), method: 'PING', params: { text } });
  const call = connection.call('PING', { text: filled(MIB + 1, make) });
  await rejectsWith(call, ErrorCode.PAYLOAD_TOO_LARGE, 'The message is larger than 1048576 bytes');
  assert.equal(wallet.socket.sent.length, 0);
});

for (const [size, ended] of [
  [MIB, true],
  [MIB + 1, undefined],
]) {
  test(`call: an answer of ${size} bytes: is ${ended ? 'taken' : 'dropped'}`, async () => {
    const { wallet, connection } = await open();
    const call = outcome(connection.call('PING'));
    const make = (text) => JSON.stringify({ jsonrpc: '2.0', version: 1, id: wallet.socket.last.id, result: { text } });
    const answer = make(filled(size, make));
    assert.equal(Buffer.byteLength(answer), size);
    await wallet.socket.receive(answer);
    assert.equal(call.ended, ended);
  });
}

test('call: parameters that JSON cannot hold: rejects with a TypeError and sends nothing', async () => {
  const { wallet, connection } = await open();
  await assert.rejects(connection.call('PING', { amount: 1n }), TypeError);
  assert.equal(wallet.socket.sent.length, 0);
});

test('call: without an answer: ends after 120 s and not before', async () => {
  const { wallet, connection } = await open();
  const call = outcome(connection.call('PING'));
  await wallet.clock.advance(119_999);
  assert.equal(call.ended, undefined);
  await wallet.clock.advance(1);
  assert.equal(call.error.code, ErrorCode.REJECTED);
});

test('call: without a connection: ends after 120 s, and is not sent later', async () => {
  const wallet = new FakeWallet();
  const call = outcome(wallet.connection().call('PING'));
  await wallet.clock.advance(120_000);
  assert.equal(call.error.code, ErrorCode.REJECTED);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.sent, []);
});

test('call: an answer after 120 s: is dropped', async () => {
  const { wallet, connection } = await open();
  const sessions = [];
  connection.onSession = (session) => sessions.push(session);
  const call = outcome(connection.call('miden_connect', {}));
  await wallet.clock.advance(120_000);
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  assert.equal(call.error.code, ErrorCode.REJECTED);
  assert.deepEqual([sessions, wallet.token], [[], null]);
});

test('call: answered: leaves no timer', async () => {
  const { wallet, connection } = await open();
  const call = connection.call('PING');
  assert.equal(wallet.clock.waiting, 1);
  await wallet.socket.answer({ pong: 1 });
  await call;
  assert.equal(wallet.clock.waiting, 0);
});

test('reconnection: sockets that do not open: are followed by others after 0.5 s, doubled up to 30 s', async () => {
  const wallet = new FakeWallet();
  wallet.connection();
  for (const delay of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const count = wallet.sockets.length;
    await wallet.socket.break();
    await wallet.clock.advance(delay - 1);
    assert.equal(wallet.sockets.length, count, `a socket before ${delay} ms`);
    await wallet.clock.advance(1);
    assert.equal(wallet.sockets.length, count + 1, `no socket after ${delay} ms`);
  }
});

test('reconnection: after a socket that opened: begins at 0.5 s again', async () => {
  const wallet = new FakeWallet();
  wallet.connection();
  await wallet.socket.break();
  await wallet.clock.advance(500);
  await wallet.socket.break();
  await wallet.clock.advance(1000);
  await wallet.socket.open();
  await reconnect(wallet);
  assert.equal(wallet.sockets.length, 4);
});

for (const code of [1008, 1009, 1013]) {
  test(`reconnection: sockets that open and are closed with ${code}: are followed after 0.5 to 30 s`, async () => {
    const { wallet } = await open();
    for (const delay of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const count = wallet.sockets.length;
      await wallet.socket.break(code);
      await wallet.clock.advance(delay - 1);
      assert.equal(wallet.sockets.length, count, `a socket before ${delay} ms`);
      await wallet.clock.advance(1);
      assert.equal(wallet.sockets.length, count + 1, `no socket after ${delay} ms`);
      await wallet.socket.open();
    }
    await wallet.socket.break();
    await wallet.clock.advance(500);
    assert.equal(wallet.sockets.length, 10, 'the delay does not begin at 0.5 s after another close');
  });
}

test('reconnection: closed with 1009: ends the largest call that was sent, and sends the others again', async () => {
  const { wallet, connection } = await open();
  const small = connection.call('A', { text: 'é'.repeat(10) });
  const large = outcome(connection.call('B', { text: 'é'.repeat(100) }));
  const longer = connection.call('C', { text: 'x'.repeat(150) });
  const answered = connection.call('D', { text: 'x'.repeat(1000) });
  await wallet.socket.answer({});
  await answered;
  const first = wallet.socket;
  await first.break(1009);
  assert.equal(large.error.code, ErrorCode.PAYLOAD_TOO_LARGE);
  assert.equal(large.error.id, first.sent[1].id);
  const later = connection.call('E', { text: 'x'.repeat(1000) });
  await wallet.clock.advance(500);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.sent.slice(0, 2), [first.sent[0], first.sent[2]]);
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['A', 'C', 'E']);
  for (const request of wallet.socket.sent) await wallet.socket.answer({}, request);
  await Promise.all([small, longer, later]);
  assert.equal(wallet.clock.waiting, 0);
});

test('reconnection: closed with 1009 before a call was sent: ends none', async () => {
  const wallet = new FakeWallet();
  const call = outcome(wallet.connection().call('PING'));
  await wallet.socket.break(1009);
  await wallet.clock.advance(500);
  await wallet.socket.open();
  assert.equal(call.ended, undefined);
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['PING']);
});

test('reconnection: closed with 1013: calls that wait are sent once on the next socket', async () => {
  const { wallet, connection } = await connect();
  connection.call('A');
  await wallet.socket.break(1013);
  connection.call('B');
  await wallet.clock.advance(500);
  await wallet.socket.open();
  connection.call('C');
  await wallet.socket.answer({ session: SESSION });
  connection.call('D');
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['miden_resumeSession', 'A', 'B', 'C', 'D']);
});

test('reconnection: calls without an answer: are sent again with their ids, in their order', async () => {
  const { wallet, connection } = await open();
  const calls = ['A', 'B', 'C'].map((method) => connection.call(method, { of: method }));
  const first = wallet.socket;
  await first.answer({}, first.sent[1]);
  await reconnect(wallet);
  await wallet.socket.open();
  assert.notEqual(wallet.socket, first);
  assert.deepEqual(wallet.socket.sent, [first.sent[0], first.sent[2]]);
  for (const request of wallet.socket.sent) await wallet.socket.answer({ to: request.method }, request);
  assert.deepEqual(await Promise.all(calls), [{ to: 'A' }, {}, { to: 'C' }]);
});

test('reconnection: a call while the socket is closing: is sent on the next one only', async () => {
  const { wallet, connection } = await open();
  const first = wallet.socket;
  first.beginClosing();
  connection.call('PING');
  assert.equal(connection.isOpen, false);
  assert.deepEqual(first.sent, []);
  await reconnect(wallet);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['PING']);
});

test('reconnection: a call that is sent again: still ends 120 s after it was made', async () => {
  const { wallet, connection } = await open();
  const call = outcome(connection.call('PING'));
  await wallet.clock.advance(100_000);
  await reconnect(wallet);
  await wallet.socket.open();
  await wallet.clock.advance(19_499);
  assert.equal(call.ended, undefined);
  await wallet.clock.advance(1);
  assert.equal(call.error.code, ErrorCode.REJECTED);
});

test('reconnection: with a token: resumes first, and sends calls after the answer', async () => {
  const { wallet, connection } = await connect();
  connection.call('PING');
  await reconnect(wallet);
  await wallet.socket.open();
  connection.call('PONG');
  assert.deepEqual(
    wallet.socket.sent.map(({ method, params }) => ({ method, params })),
    [{ method: 'miden_resumeSession', params: { token: TOKEN } }]
  );
  await wallet.socket.answer({ session: SESSION });
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['miden_resumeSession', 'PING', 'PONG']);
});

test('reconnection: while the session is resumed: resumes it on the next socket', async () => {
  const { wallet, connection } = await connect();
  connection.call('PING');
  await reconnect(wallet);
  await wallet.socket.open();
  await reconnect(wallet);
  await wallet.socket.open();
  await wallet.socket.answer({ session: SESSION });
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['miden_resumeSession', 'PING']);
});

test('session: connect with a token: keeps it', async () => {
  const { wallet } = await connect();
  assert.equal(wallet.token, TOKEN);
});

test('session: connect without a token, of a socket that has the session: keeps the former one', async () => {
  const { wallet, connection } = await connect();
  const call = connection.call('miden_connect', {});
  await wallet.socket.answer(SESSION);
  await call;
  assert.equal(wallet.token, TOKEN);
});

test('session: a kept token on a new page: is resumed as the first message', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  const sessions = [];
  wallet.connection().onSession = (session) => sessions.push(session);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.last.params, { token: TOKEN });
  await wallet.socket.answer({ session: SESSION });
  assert.deepEqual(sessions, [SESSION]);
  assert.equal(wallet.token, TOKEN);
});

test('session: a token that does not hold: is forgotten, and calls are sent', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  const connection = wallet.connection();
  const sessions = [];
  connection.onSession = (session) => sessions.push(session);
  connection.call('miden_connect', {});
  await wallet.socket.open();
  await wallet.socket.answer({});
  assert.equal(wallet.token, null);
  assert.deepEqual(sessions, [null]);
  assert.equal(wallet.socket.last.method, 'miden_connect');
});

test('session: resuming fails with an error: keeps the token, tries it once a socket, and sends calls', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  wallet.connection().call('PING');
  await wallet.socket.open();
  await wallet.socket.fail(-32005, 'Too many requests');
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['miden_resumeSession', 'PING']);
  assert.equal(wallet.token, TOKEN);
  await reconnect(wallet);
  await wallet.socket.open();
  assert.equal(wallet.socket.last.method, 'miden_resumeSession');
});

test('session: resuming is answered with what is none: keeps the token, and has no session', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  const sessions = [];
  wallet.connection().onSession = (session) => sessions.push(session);
  await wallet.socket.open();
  await wallet.socket.answer({ session: { ...SESSION, publicKey: 'AA==' } });
  assert.deepEqual([sessions, wallet.token], [[], TOKEN]);
});

test('session: text in the storage that is no token: is not sent', async () => {
  const wallet = new FakeWallet();
  wallet.token = 'none';
  wallet.connection().call('PING');
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.sent.map(({ method }) => method), ['PING']);
});

test('session: another tab connected meanwhile: its token is resumed before the next call', async () => {
  const { wallet, connection } = await open();
  wallet.token = OTHER_TOKEN;
  connection.call('miden_connect', {});
  assert.deepEqual(wallet.socket.last.params, { token: OTHER_TOKEN });
  await wallet.socket.answer({ session: SESSION });
  assert.equal(wallet.socket.last.method, 'miden_connect');
});

test('session: the event disconnect: forgets the token', async () => {
  const { wallet, connection } = await connect();
  const sessions = [];
  connection.onSession = (session) => sessions.push(session);
  await wallet.socket.fire('disconnect');
  assert.deepEqual([sessions, wallet.token], [[null], null]);
});

test('session: the event disconnect of a resumed session: forgets the token', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  wallet.connection();
  await wallet.socket.open();
  await wallet.socket.answer({ session: SESSION });
  await wallet.socket.fire('disconnect');
  assert.equal(wallet.token, null);
});

test('session: the event disconnect after another tab connected again: keeps the token of that tab', async () => {
  const { wallet } = await connect();
  wallet.token = OTHER_TOKEN;
  await wallet.socket.fire('disconnect');
  assert.equal(wallet.token, OTHER_TOKEN);
});

test('session: a disconnect: forgets the token, also that of another tab', async () => {
  const { wallet, connection } = await connect();
  wallet.token = OTHER_TOKEN;
  const call = connection.call('miden_disconnect');
  await wallet.socket.answer({});
  assert.deepEqual(await call, {});
  assert.equal(wallet.token, null);
});

test('session: a disconnect that the wallet fails: keeps the token', async () => {
  const { wallet, connection } = await connect();
  const call = outcome(connection.call('miden_disconnect'));
  await wallet.socket.fail(-32603, 'The wallet failed');
  assert.equal(call.error.code, ErrorCode.INTERNAL);
  assert.equal(wallet.token, TOKEN);
});

test('session: the event accountChange: gives the session', async () => {
  const { wallet, connection } = await connect();
  const sessions = [];
  connection.onSession = (session) => sessions.push(session);
  await wallet.socket.fire('accountChange', OTHER_SESSION);
  assert.deepEqual(sessions, [OTHER_SESSION]);
});

for (const [name, event, data] of [
  ['accountChange without data', 'accountChange', undefined],
  ['accountChange without an address', 'accountChange', { ...SESSION, address: '' }],
  ['of a later wallet', 'networkChange', { network: 'devnet' }],
]) {
  test(`session: an event ${name}: is ignored`, async () => {
    const { wallet, connection } = await connect();
    const sessions = [];
    connection.onSession = (session) => sessions.push(session);
    await wallet.socket.fire(event, data);
    assert.deepEqual(sessions, []);
  });
}

for (const [name, result] of [
  ['an empty result', {}],
  ['no address', { ...SESSION, address: undefined }],
  ['a key of another length', { ...SESSION, publicKey: 'AA==' }],
  ['a key that is not base64', { ...SESSION, publicKey: null }],
  ['an unknown permission', { ...SESSION, privateDataPermission: 'ALWAYS' }],
  ['allowed data that is no number', { ...SESSION, allowedPrivateData: '1' }],
  ['no network', { ...SESSION, network: undefined }],
  ['a token that is none', { ...SESSION, token: 'short' }],
]) {
  test(`session: connect answered with ${name}: is an error, and nothing is kept`, async () => {
    const { wallet, connection } = await open();
    const sessions = [];
    connection.onSession = (session) => sessions.push(session);
    const call = failing(connection.call('miden_connect', {}));
    await wallet.socket.answer(result);
    await rejectsWith(call, ErrorCode.INVALID_REQUEST, 'The wallet answered no session');
    assert.deepEqual([sessions, wallet.token], [[], null]);
  });
}

test('session: a storage that is full: connects, and resumes with the token while the page is open', async () => {
  const wallet = new FakeWallet();
  wallet.storage.setItem = () => {
    throw new Error('full');
  };
  const connection = wallet.connection();
  await wallet.socket.open();
  const call = connection.call('miden_connect', {});
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  await call;
  await reconnect(wallet);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.last.params, { token: TOKEN });
});

test('session: without a storage: connects, resumes while the page is open, and disconnects', async () => {
  const wallet = new FakeWallet();
  wallet.storage = null;
  const connection = wallet.connection();
  await wallet.socket.open();
  const connected = connection.call('miden_connect', {});
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  await connected;
  await reconnect(wallet);
  await wallet.socket.open();
  assert.deepEqual(wallet.socket.last.params, { token: TOKEN });
  await wallet.socket.answer({ session: SESSION });
  const disconnected = connection.call('miden_disconnect');
  await wallet.socket.answer({});
  await disconnected;
});
