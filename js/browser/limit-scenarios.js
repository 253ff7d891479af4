// What is too much for the wallet, or nothing that it reads: it goes on. README.md says how to run this.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RawSocket } from './raw-socket.js';
import {
  NOT_GRANTED,
  call,
  isQuiet,
  openConnected,
  openPage,
  options,
  otherPages,
  pages,
  payment,
  until,
  wallet,
} from './suite.js';

// A page of which no test has a tab.
const ORIGIN = 'https://page.example';
const GET_ACCOUNTS = { method: 'miden_getAccounts' };
const TOO_MANY = { name: 'MidenWalletError', message: 'Too many requests' };
const TOO_LARGE = -32010;

// Sends texts on a socket of its own, and returns what comes next on it.
async function send(text) {
  const socket = await RawSocket.open(wallet.port, ORIGIN);
  socket.send(text);
  const next = await socket.next();
  socket.close();
  return next;
}

// Checks that a page is still answered.
async function isAnswered(tab) {
  assert.deepEqual(await call(tab, 'request', GET_ACCOUNTS), { addresses: [wallet.address] });
  isQuiet(tab);
}

test('message: of 10 MB, of a page: the provider refuses it', options, async () => {
  const tab = await openConnected();
  const refused = await tab.run(async () => {
    try {
      return await window.midenWallet.request({ method: 'miden_getAccounts', params: { text: 'x'.repeat(10 << 20) } });
    } catch ({ name, message }) {
      return { name, message };
    }
  });
  assert.deepEqual(refused, { name: 'MidenWalletError', message: 'The message is larger than 1048576 bytes' });
  await isAnswered(tab);
});

test('message: of 10 MB, on a socket: is refused and closed, and the wallet goes on', options, async () => {
  const tab = await openConnected();
  const { error, closed } = await send('x'.repeat(10 << 20));
  // What the wallet does not read may break the connection before the answer is read here.
  assert.ok(closed !== undefined || error.code === TOO_LARGE);
  await isAnswered(tab);
});

test('message: that ends before its frame: is waited for, and its end changes nothing', options, async () => {
  const tab = await openConnected();
  const socket = await RawSocket.open(wallet.port, ORIGIN);
  socket.send('{"jsonrpc": "2.0", ', 1000);
  await isAnswered(tab);
  socket.close();
  await isAnswered(tab);
});

for (const [name, text, code] of [
  ['a truncated request', '{"jsonrpc": "2.0", "version": 1, "id": "1", "meth', -32700],
  ['text that is no JSON', 'hello', -32700],
  ['JSON that is no request', '{"hello": 1}', -32600],
  ['a list of requests', '[{"jsonrpc": "2.0", "version": 1, "id": "1", "method": "miden_getAccounts"}]', -32600],
]) {
  test(`message: ${name}: is answered with an error, and the wallet goes on`, options, async () => {
    const tab = await openConnected();
    const { id, error } = await send(text);
    assert.deepEqual([id, error.code], [null, code]);
    await isAnswered(tab);
  });
}

test('message: ten that are no requests: the socket is closed, and the wallet goes on', options, async () => {
  const tab = await openConnected();
  const socket = await RawSocket.open(wallet.port, ORIGIN);
  for (let number = 0; number < 10; number += 1) socket.send('hello');
  for (let number = 0; number < 10; number += 1) assert.equal((await socket.next()).error.code, -32700);
  assert.deepEqual(await socket.next(), { closed: 1008 });
  socket.close();
  await isAnswered(tab);
});

test('requests: a thousand at once: each is answered or rate limited, and the wallet goes on', options, async () => {
  const tab = await openConnected();
  const results = await tab.run(
    (request) =>
      Promise.all(
        Array.from({ length: 1000 }, () =>
          window.midenWallet.request(request).catch(({ name, message }) => ({ name, message }))
        )
      ),
    GET_ACCOUNTS
  );
  const answer = { addresses: [wallet.address] };
  const isAnswer = (result) => 'addresses' in result;
  for (const result of results) assert.deepEqual(result, isAnswer(result) ? answer : TOO_MANY);
  assert.ok(results.some(isAnswer));

  // Another origin is answered at once, and this one later.
  const other = await openPage('/', otherPages);
  assert.deepEqual(await call(other, 'request', GET_ACCOUNTS), NOT_GRANTED);
  await tab.run(async (request) => {
    while (!(await window.midenWallet.request(request).catch(() => null))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, GET_ACCOUNTS);
  isQuiet(tab, other);
});

test('payments: a thousand at once: four questions at most, and nothing is paid', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = tab.run(
    (transaction) =>
      Promise.all(
        Array.from({ length: 1000 }, () =>
          window.midenWallet.requestSend(transaction).catch(({ name, message }) => {
            window.refused = (window.refused ?? 0) + 1;
            return { name, message };
          })
        )
      ),
    payment(5)
  );
  await wallet.question();
  await until(tab, () => window.refused >= 996);
  await wallet.revoke(pages.origin);
  const results = await sending;
  const asked = results.filter(({ message }) => message === NOT_GRANTED.message);
  assert.equal(results.filter(({ message }) => message === TOO_MANY.message).length, 1000 - asked.length);
  assert.ok(asked.length <= 4);
  assert.equal(await wallet.received(), before);
  isQuiet(tab);
});
