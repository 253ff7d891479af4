// The provider's methods of transactions, notes and balances.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { decodeBase64, encodeBase64 } from '../src/base64.js';
import { FakeWallet, OTHER_SESSION, SESSION, failing, outcome } from '../testing/fake-wallet.js';

const { calls } = JSON.parse(readFileSync(new URL('../examples/messages.json', import.meta.url), 'utf8'));
const exampleOf = (name) => calls.find((call) => call.name === name);

async function connectedPage() {
  const wallet = new FakeWallet();
  return { wallet, provider: await wallet.connectedPage() };
}

const invalid = (message) => ({ name: 'InvalidParamsMidenWalletError', message: `INVALID_PARAMS: ${message}` });
const AMOUNT = invalid('The amount is not a whole number up to 2^53 - 1, a BigInt or a string');

const send = exampleOf('send a public note that can be taken back').request.params;
const SEND = {
  senderAddress: send.address,
  recipientAddress: send.recipientAddress,
  faucetId: send.faucetId,
  noteType: send.noteType,
  amount: send.amount,
  recallBlocks: send.recallBlocks,
};
const consume = exampleOf('consume a note').request.params;
const CONSUME = {
  faucetId: consume.faucetId,
  noteId: consume.noteId,
  noteType: consume.noteType,
  amount: consume.amount,
};
const custom = exampleOf('a custom transaction').request.params;
const CUSTOM = {
  address: custom.address,
  recipientAddress: custom.recipientAddress,
  transactionRequest: custom.transactionRequest,
  inputNoteIds: custom.inputNoteIds,
  importNotes: custom.importNotes,
};
const listed = exampleOf('private notes of a list').request.params.noteIds;
const note = decodeBase64(exampleOf('import a private note').request.params.note);
const account = exampleOf('create an account, of a wallet that does').request.params;
const component = decodeBase64(account.customComponents[0]);

// Each call of a page, with the example of what the module sends and what the wallet answers.
const pageCalls = [
  ['requestSend', 'send a public note that can be taken back', (p) => p.requestSend(SEND)],
  ['requestConsume', 'consume a note', (p) => p.requestConsume(CONSUME)],
  [
    'requestTransaction, custom',
    'a custom transaction',
    (p) => p.requestTransaction({ type: 'custom', payload: CUSTOM }),
  ],
  [
    'requestTransaction, send',
    'send a public note that can be taken back',
    (p) => p.requestTransaction({ type: 'send', payload: SEND }),
  ],
  [
    'requestTransaction, consume',
    'consume a note',
    (p) => p.requestTransaction({ type: 'consume', payload: CONSUME }),
  ],
  ['requestPrivateNotes', 'private notes of a list', (p) => p.requestPrivateNotes(5, listed)],
  ['requestPrivateNotes, of older pages', 'private notes', (p) => p.requestPrivateNotes()],
  ['requestConsumableNotes', 'consumable notes', (p) => p.requestConsumableNotes()],
  ['importPrivateNote', 'import a private note', (p) => p.importPrivateNote(note)],
  [
    'waitForTransaction',
    'wait for a transaction',
    (p) => p.waitForTransaction(exampleOf('wait for a transaction').request.params.transactionId, 10_000),
  ],
  [
    'waitForTransaction, too long',
    'wait for a transaction, too long',
    (p) => p.waitForTransaction(exampleOf('wait for a transaction').request.params.transactionId),
  ],
  ['requestGuardianInfo', 'guardian info', (p) => p.requestGuardianInfo()],
  [
    'createAccount',
    'create an account, of a wallet that does',
    (p) =>
      p.createAccount({
        accountType: 'RegularAccountUpdatableCode',
        storageMode: 'private',
        customComponents: [component],
      }),
  ],
  [
    'createAccount, without parameters',
    'create an account without parameters, of a wallet that does',
    (p) => p.createAccount(),
  ],
  ['getBalance', 'balances', (p) => p.getBalance()],
  ['getBalance, of a token', 'balance of a token', (p) => p.getBalance(send.faucetId)],
];

for (const [name, example, call] of pageCalls) {
  test(`${name}: sends the parameters and returns the result of the adapter`, async () => {
    const { request, response } = exampleOf(example);
    const { wallet, provider } = await connectedPage();
    const called = call(provider);
    const { method, params } = wallet.socket.last;
    assert.equal(method, request.method);
    const { callId, ...sent } = params;
    const { callId: expectedID, ...expected } = request.params;
    assert.deepEqual(sent, expected);
    assert.equal(callId === undefined, expectedID === undefined);
    await wallet.socket.answer({ ...response.result, later: 1 });
    assert.deepEqual(await called, JSON.parse(JSON.stringify(response.result)));
  });

  test(`${name}: without a session: rejects with NOT_GRANTED and sends nothing`, async () => {
    const wallet = new FakeWallet();
    const provider = await wallet.page();
    await assert.rejects(call(provider), { name: 'NotGrantedMidenWalletError', message: 'NOT_GRANTED' });
    assert.deepEqual(wallet.socket.sent, []);
  });

  test(`${name}: declined: rejects with NOT_GRANTED`, async () => {
    const { wallet, provider } = await connectedPage();
    const called = failing(call(provider));
    await wallet.socket.fail(4001, 'The user declined');
    await assert.rejects(called, { name: 'NotGrantedMidenWalletError', message: 'NOT_GRANTED' });
  });

  test(`${name}: answered with what is none: rejects`, async () => {
    const { wallet, provider } = await connectedPage();
    const called = failing(call(provider));
    await wallet.socket.answer({});
    await assert.rejects(called, { name: 'MidenWalletError', message: /^The wallet answered n/ });
  });
}

// amounts

for (const [name, amount, digits] of [
  ['a number', 1e3, '1000'],
  ['the largest exact number', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['a BigInt', 9007199254740993n, '9007199254740993'],
  ['a BigInt of 64 bits', 18446744073709551615n, '18446744073709551615'],
  ['a BigInt that the wallet refuses', -1n, '-1'],
  ['digits', '9007199254740993', '9007199254740993'],
  ['a text that the wallet refuses', '1e3', '1e3'],
]) {
  test(`amount: ${name}: is sent as text`, async () => {
    const { wallet, provider } = await connectedPage();
    failing(provider.requestSend({ ...SEND, amount }));
    assert.equal(wallet.socket.last.params.amount, digits);
    failing(provider.requestConsume({ ...CONSUME, amount }));
    assert.equal(wallet.socket.last.params.amount, digits);
  });
}

for (const amount of [2 ** 53, 2 ** 63, NaN, Infinity, -1, 0.5]) {
  test(`amount: the number ${amount}: rejects and sends nothing`, async () => {
    const { wallet, provider } = await connectedPage();
    const count = wallet.socket.sent.length;
    await assert.rejects(provider.requestSend({ ...SEND, amount }), AMOUNT);
    await assert.rejects(provider.requestTransaction({ type: 'send', payload: { ...SEND, amount } }), AMOUNT);
    await assert.rejects(provider.requestConsume({ ...CONSUME, amount }), AMOUNT);
    assert.equal(wallet.socket.sent.length, count);
  });
}

test('recallBlocks: NaN: is sent as what the wallet refuses, and not left out', async () => {
  const { wallet, provider } = await connectedPage();
  failing(provider.requestSend({ ...SEND, recallBlocks: NaN }));
  assert.equal(wallet.socket.last.params.recallBlocks, null);
});

// accounts and bytes

test('requestSend: from another account: is sent as it is, for the wallet to refuse', async () => {
  const { wallet, provider } = await connectedPage();
  const called = failing(provider.requestSend({ ...SEND, senderAddress: OTHER_SESSION.address }));
  assert.equal(wallet.socket.last.params.address, OTHER_SESSION.address);
  await wallet.socket.fail(4100, 'The origin has no grant for this');
  await assert.rejects(called, { name: 'NotGrantedMidenWalletError' });
});

test('requestSend: without a sender: is sent for the account of the session', async () => {
  const { wallet, provider } = await connectedPage();
  const { senderAddress, ...transaction } = SEND;
  failing(provider.requestSend(transaction));
  assert.equal(wallet.socket.last.params.address, SESSION.address);
});

test('transactions: with the names of adapters before 0.10: are sent with the accounts of the page', async () => {
  const { wallet, provider } = await connectedPage();
  const { senderAddress, recipientAddress, ...rest } = SEND;
  failing(provider.requestSend({ ...rest, senderAccountId: OTHER_SESSION.address, recipientAccountId: recipientAddress }));
  const sent = wallet.socket.last.params;
  assert.deepEqual([sent.address, sent.recipientAddress], [OTHER_SESSION.address, recipientAddress]);
  const { address, ...payload } = CUSTOM;
  failing(provider.requestTransaction({ type: 'custom', payload: { ...payload, accountId: OTHER_SESSION.address } }));
  assert.equal(wallet.socket.last.params.address, OTHER_SESSION.address);
});

test('a custom transaction: with an empty recipient: has none', async () => {
  const { wallet, provider } = await connectedPage();
  failing(provider.requestTransaction({ type: 'custom', payload: { ...CUSTOM, recipientAddress: '' } }));
  assert.equal('recipientAddress' in wallet.socket.last.params, false);
});

test('bytes in the place of base64: are sent as base64', async () => {
  const { wallet, provider } = await connectedPage();
  failing(provider.requestConsume({ ...CONSUME, noteBytes: note }));
  assert.equal(wallet.socket.last.params.noteBytes, encodeBase64(note));
  const payload = { ...CUSTOM, transactionRequest: note, importNotes: [note, encodeBase64(note)] };
  failing(provider.requestTransaction({ type: 'custom', payload }));
  const { transactionRequest, importNotes } = wallet.socket.last.params;
  assert.equal(transactionRequest, encodeBase64(note));
  assert.deepEqual(importNotes, [encodeBase64(note), encodeBase64(note)]);
});

const TYPE = invalid('The type of the transaction is not send, consume or custom');
const OBJECT = invalid('The argument is not an object');
for (const [name, call, error] of [
  ['a transaction of another type', (p) => p.requestTransaction({ type: 'mint', payload: {} }), TYPE],
  ['a transaction that is null', (p) => p.requestTransaction(null), TYPE],
  ['no transaction', (p) => p.requestTransaction(), TYPE],
  ['a transaction without a payload', (p) => p.requestTransaction({ type: 'custom' }), OBJECT],
  ['no payment', (p) => p.requestSend(), OBJECT],
  ['a text as a note to consume', (p) => p.requestConsume('0x12'), OBJECT],
  ['a text as a note to import', (p) => p.importPrivateNote('AA=='), invalid('The bytes are not a Uint8Array')],
]) {
  test(`arguments: ${name}: rejects with INVALID_PARAMS and sends nothing`, async () => {
    const { wallet, provider } = await connectedPage();
    const count = wallet.socket.sent.length;
    await assert.rejects(call(provider), error);
    assert.equal(wallet.socket.sent.length, count);
  });
}

// the id of a call

const spending = [
  ['requestSend', (p) => p.requestSend(SEND)],
  ['requestConsume', (p) => p.requestConsume(CONSUME)],
  ['requestTransaction', (p) => p.requestTransaction({ type: 'custom', payload: CUSTOM })],
  ['request', (p) => p.request({ method: 'miden_requestSend', params: send })],
];
for (const [name, call] of spending) {
  test(`callId: ${name}: is 128 bits in hexadecimal digits, and another one for an equal call`, async () => {
    const { wallet, provider } = await connectedPage();
    failing(call(provider));
    failing(call(provider));
    const [first, second] = wallet.socket.sent.slice(-2).map(({ params }) => params.callId);
    assert.match(first, /^[0-9a-f]{32}$/);
    assert.match(second, /^[0-9a-f]{32}$/);
    assert.notEqual(first, second);
  });

  test(`callId: ${name}: an id of the page: is not used`, async () => {
    const { wallet, provider } = await connectedPage();
    failing(provider.requestSend({ ...SEND, callId: send.callId }));
    assert.notEqual(wallet.socket.last.params.callId, send.callId);
    failing(call(provider));
    assert.notEqual(wallet.socket.last.params.callId, send.callId);
  });

  test(`callId: ${name}: a broken socket: is the same when the call is sent again`, async () => {
    const { wallet, provider } = await connectedPage();
    const called = outcome(call(provider));
    const sent = wallet.socket.last;
    await wallet.socket.break();
    await wallet.clock.advance(500);
    await wallet.socket.open();
    await wallet.socket.answer({ session: SESSION });
    assert.deepEqual(wallet.socket.last, sent);
    const result = { transactionId: exampleOf('consume a note').response.result.transactionId };
    await wallet.socket.answer(result);
    assert.deepEqual(called.value, result);
  });
}

// waiting

test('waitForTransaction: a socket that breaks: is sent again, and ends with the answer', async () => {
  const { wallet, provider } = await connectedPage();
  const waited = outcome(provider.waitForTransaction('a'));
  const sent = wallet.socket.last;
  await wallet.clock.advance(200_000);
  await wallet.socket.break();
  await wallet.clock.advance(500);
  await wallet.socket.open();
  await wallet.socket.answer({ session: SESSION });
  assert.deepEqual(wallet.socket.last, sent);
  const { result } = exampleOf('wait for a transaction').response;
  await wallet.socket.answer(result);
  assert.deepEqual(waited.value, result);
});

test('waitForTransaction: without an answer: ends after the five minutes of the wallet', async () => {
  const { wallet, provider } = await connectedPage();
  const waited = outcome(provider.waitForTransaction('a'));
  await wallet.clock.advance(304_999);
  assert.equal(waited.ended, undefined);
  await wallet.clock.advance(1);
  assert.deepEqual(waited.value, { errorMessage: 'Transaction timed out' });
});

test('waitForTransaction: an unknown reference: resolves to what the adapter throws', async () => {
  const { wallet, provider } = await connectedPage();
  const waited = provider.waitForTransaction('a');
  await wallet.socket.answer({ errorMessage: 'Transaction not found' });
  assert.deepEqual(await waited, { errorMessage: 'Transaction not found' });
});

test('createAccount: refused: rejects with the reason', async () => {
  const { wallet, provider } = await connectedPage();
  const called = failing(provider.createAccount());
  await wallet.socket.fail(4200, 'The wallet does not create accounts for pages');
  const message = 'The wallet does not create accounts for pages';
  await assert.rejects(called, { name: 'MidenWalletError', message });
});

// events

test('events: networkChange: the property is set before it fires', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = [];
  provider.on('networkChange', (network) => heard.push([network, provider.network, provider.permission.rpc]));
  await wallet.socket.fire('networkChange', { network: 'devnet' });
  assert.deepEqual(heard, [['devnet', 'devnet', 'devnet']]);
});

test('events: transactionChange: fires with reference, state and hash', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = [];
  provider.on('transactionChange', (change) => heard.push(change));
  await wallet.socket.fire('transactionChange', { transactionId: 'a', state: 'executing', later: 1 });
  await wallet.socket.fire('transactionChange', { transactionId: 'a', state: 'committed', txHash: '0x1' });
  assert.deepEqual(heard, [
    { transactionId: 'a', state: 'executing' },
    { transactionId: 'a', state: 'committed', txHash: '0x1' },
  ]);
});

for (const [event, data] of [
  ['networkChange', { network: 1 }],
  ['networkChange', undefined],
  ['transactionChange', { transactionId: 'a' }],
  ['transactionChange', undefined],
  ['laterChange', { later: 1 }],
]) {
  test(`events: ${event} with ${JSON.stringify(data)}: fires nothing and changes nothing`, async () => {
    const { wallet, provider } = await connectedPage();
    const { network } = provider;
    provider.on(event, () => assert.fail('The event fired'));
    await wallet.socket.fire(event, data);
    assert.equal(provider.network, network);
  });
}
