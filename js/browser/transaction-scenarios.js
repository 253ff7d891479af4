// What ends a question, and the methods that pay and read notes, each approved and declined. README.md says how to run
// this.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { RawSocket } from './raw-socket.js';
import {
  INVALID_PARAMS,
  NOT_GRANTED,
  call,
  connect,
  heard,
  isCommitted,
  isGranted,
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

const ASSETS = 1;
const ASSETS_AND_NOTES = 3;
const NO_GUARDIAN = {
  isGuardianAccount: false,
  guardianEndpoint: null,
  guardianProvider: null,
  guardianSyncStatus: null,
};
const NO_ACCOUNTS = 'The wallet does not create accounts for pages';
// How long a question is open, in seconds.
const QUESTION_LIFE = 115;

// Approves a question that has ended, and checks that the late approval paid nothing: another payment does, alone.
async function paysNothing(tab, question, before) {
  await wallet.ended(question);
  wallet.approveLate(question);
  await paysAlone(tab, before);
}

// Makes a payment, and checks that it is the only one.
async function paysAlone(tab, before) {
  const sending = call(tab, 'requestSend', payment(1));
  await wallet.approve();
  await isCommitted(tab, sending);
  assert.equal((await wallet.received()) - before, 1n);
}

// Calls importPrivateNote with a note file, which is in base64 here.
function importNote(tab, file) {
  return tab.run(async (file) => {
    const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
    try {
      return await window.midenWallet.importPrivateNote(bytes);
    } catch ({ name, message }) {
      return { name, message };
    }
  }, file);
}

// A call of a transaction that the page made.
function execute(tab, transactionRequest) {
  const payload = { address: wallet.address, recipientAddress: wallet.recipient, transactionRequest };
  return call(tab, 'requestTransaction', { type: 'custom', payload });
}

// An amount of base units in those of its token.
function tokenUnits(amount, decimals) {
  const digits = amount.padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`);
}

// The ids of notes, in an order that does not depend on the wallet's.
const ids = (notes) => notes.map(({ noteId }) => noteId).sort();

// Chooses the account that a page pays with, as its user would.
async function chooseAccount(tab, address) {
  await wallet.choose(address, pages.origin);
  await tab.run(async (address) => {
    while (window.midenWallet.address !== address) await new Promise((resolve) => setTimeout(resolve, 20));
  }, address);
}

// What a page is told of a token, if the user approves.
async function approvedBalance(tab, faucetId) {
  const reading = call(tab, 'getBalance', faucetId);
  assert.equal((await wallet.approve()).asks, 'assets');
  return (await reading).balances;
}

// Pays all that the account has, and back, so that it comes before what spends less.

test('send: 9007199254740993, above 2^53: is committed, and each balance is exact', options, async () => {
  const tab = await openConnected();
  const { address, recipient } = wallet;
  const [{ faucetId, amount }] = wallet.assets;
  assert.equal(amount, '9007199254740993');
  const before = await wallet.received();
  const [{ decimals, symbol }] = await approvedBalance(tab, faucetId);
  const units = (text) => ({ faucetId, amount: text, decimals, symbol });

  const sending = call(tab, 'requestSend', payment(amount));
  assert.equal((await wallet.approve()).text, amount);
  await isCommitted(tab, sending);
  assert.equal((await wallet.received()) - before, 9007199254740993n);
  assert.deepEqual(await approvedBalance(tab, faucetId), [units('0')]);
  await chooseAccount(tab, recipient);
  assert.deepEqual(await approvedBalance(tab, faucetId), [units('9007199254.740993')]);
  const assets = call(tab, 'requestAssets');
  await wallet.approve();
  assert.deepEqual(await assets, { assets: [{ faucetId, amount }] });

  const back = payment(amount, { senderAddress: recipient, recipientAddress: address });
  const returning = call(tab, 'requestSend', back);
  assert.equal((await wallet.approve()).text, amount);
  await isCommitted(tab, returning);
  await chooseAccount(tab, address);
  const [noteId] = (await wallet.holdings()).consumable;
  const consuming = call(tab, 'requestConsume', { faucetId, noteId, noteType: 'public', amount });
  await wallet.approve();
  await isCommitted(tab, consuming);
  assert.equal(await wallet.balance(), 9007199254740993n);
  isQuiet(tab);
});

// Questions that end.

test('send: not answered in time: rejects, and a late approval pays nothing', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  const { question } = await wallet.question();
  await wallet.advance(QUESTION_LIFE);
  assert.deepEqual(await sending, NOT_GRANTED);
  await paysNothing(tab, question, before);
  isQuiet(tab);
});

test('connect: not answered in time: rejects, and a late approval grants nothing', options, async () => {
  const tab = await openPage();
  const connected = connect(tab);
  const { question } = await wallet.question();
  await wallet.advance(QUESTION_LIFE);
  assert.deepEqual(await connected, NOT_GRANTED);
  await wallet.ended(question);
  wallet.approveLate(question);
  const again = connect(tab);
  await wallet.decline();
  assert.deepEqual(await again, NOT_GRANTED);
  assert.equal(await tab.run(() => window.midenWallet.address ?? null), null);
  assert.equal(await isGranted(), false);
  isQuiet(tab);
});

test('connect: whose tab is closed while the question is open: a late approval grants nothing', options, async () => {
  const tab = await openPage();
  const other = await openPage();
  // The tab never tells what it becomes.
  connect(tab).catch(() => {});
  const { question } = await wallet.question();
  await tab.close();
  await wallet.ended(question);
  wallet.approveLate(question);
  const again = connect(other);
  const { asks, question: next } = await wallet.question();
  assert.deepEqual([asks, await isGranted()], ['connect', false]);
  // A decline would be the third in a row, since a closed tab counts.
  wallet.approveLate(next);
  assert.equal((await again).address, wallet.address);
  isQuiet(other);
});

test('send: whose tab is closed while the question is open: a late approval pays nothing', options, async () => {
  const tab = await openConnected();
  const other = await openPage();
  await until(other, () => window.midenWallet.address !== undefined);
  const before = await wallet.received();
  // The tab never tells what it becomes.
  call(tab, 'requestSend', payment(5)).catch(() => {});
  const { question } = await wallet.question();
  await tab.close();
  await paysNothing(other, question, before);
  isQuiet(other);
});

test('send: whose socket breaks while the question is open: is asked again, and paid once', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  const { question } = await wallet.question();
  await wallet.closeSockets();
  await wallet.ended(question);
  wallet.approveLate(question);
  assert.equal((await wallet.approve()).text, '5');
  await isCommitted(tab, sending);
  assert.equal((await wallet.received()) - before, 5n);
  isQuiet(tab);
});

test('grant: ended by another tab while a question is open: a late approval pays nothing', options, async () => {
  const tab = await openConnected();
  const other = await openPage();
  await until(other, () => window.midenWallet.address !== undefined);
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  const { question } = await wallet.question();
  assert.equal(await call(other, 'disconnect'), null);
  assert.deepEqual(await sending, NOT_GRANTED);
  for (const each of [tab, other]) await until(each, () => window.midenWallet.address === undefined);
  const connected = connect(other);
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  await paysNothing(other, question, before);
  isQuiet(tab, other);
});

test('grant: ended by the user while a question is open: ends it in its tab, and no tab can pay', options, async () => {
  const tab = await openConnected();
  const other = await openPage();
  await until(other, () => window.midenWallet.address !== undefined);
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  const { question } = await wallet.question();
  await wallet.revoke(pages.origin);
  assert.deepEqual(await sending, NOT_GRANTED);
  await wallet.ended(question);
  wallet.approveLate(question);
  for (const each of [tab, other]) {
    await until(each, () => window.midenWallet.address === undefined);
    assert.deepEqual(await call(each, 'requestSend', payment(5)), NOT_GRANTED);
  }
  assert.equal(await isGranted(), false);
  const connected = connect(tab);
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  await paysAlone(tab, before);
  isQuiet(tab, other);
});

test('questions: three declined in a row: the origin has to wait, and another one has not', options, async () => {
  const tab = await openConnected();
  for (let number = 0; number < 3; number += 1) {
    const sending = call(tab, 'requestSend', payment(5));
    await wallet.decline();
    assert.deepEqual(await sending, NOT_GRANTED);
  }
  const refused = { name: 'MidenWalletError', message: 'Too many requests' };
  assert.deepEqual(await call(tab, 'requestSend', payment(5)), refused);
  const other = await openPage('/', otherPages);
  const connected = connect(other);
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  await wallet.advance(30);
  const sending = call(tab, 'requestSend', payment(5));
  await wallet.approve();
  await isCommitted(tab, sending);
  isQuiet(tab, other);
});

// What the user changes.

test('account: chosen by the user: the properties are changed before the event', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, ASSETS_AND_NOTES);
  const publicKey = await tab.run(() => String(window.midenWallet.publicKey));
  await tab.run(() => {
    window.midenWallet.on('accountChange', (permission) => {
      const { address, accountId, publicKey } = window.midenWallet;
      window.seen = { event: permission.address, address, accountId, publicKey: String(publicKey) };
    });
  });
  await wallet.choose(wallet.recipient, pages.origin);
  await until(tab, () => window.seen !== undefined);
  const { publicKey: chosenKey, ...seen } = await tab.run(() => window.seen);
  const { recipient } = wallet;
  assert.deepEqual(seen, { event: recipient, address: recipient, accountId: recipient });
  assert.notEqual(chosenKey, publicKey);
  assert.deepEqual(await call(tab, 'request', { method: 'miden_getAccounts' }), { addresses: [recipient] });
  // The permissions were those of the other account.
  const assets = call(tab, 'requestAssets');
  assert.equal((await wallet.approve()).asks, 'assets');
  assert.ok(Array.isArray((await assets).assets));
  isQuiet(tab);
});

test('account: chosen by the user while a question is open: the earlier account pays nothing', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  const { question } = await wallet.question();
  await wallet.choose(wallet.recipient, pages.origin);
  assert.deepEqual(await sending, NOT_GRANTED);
  await wallet.ended(question);
  wallet.approveLate(question);
  await until(tab, () => window.heard.length === 1);
  assert.deepEqual(await call(tab, 'requestSend', payment(5)), NOT_GRANTED);
  await chooseAccount(tab, wallet.address);
  await paysAlone(tab, before);
  isQuiet(tab);
});

test('network: changed by the app: the page is told the network, then that it is disconnected', options, async () => {
  const tab = await openConnected();
  await tab.run(() => {
    window.midenWallet.on('networkChange', (network) => {
      window.heard.push(['networkChange', network, window.midenWallet.network]);
    });
  });
  await wallet.changeNetwork('testnet');
  await until(tab, () => window.heard.length === 3);
  assert.deepEqual(await heard(tab), [
    ['networkChange', 'testnet', 'testnet'],
    ['disconnect', null, null],
    ['accountChange', null, null],
  ]);
  assert.deepEqual(await call(tab, 'requestAssets'), NOT_GRANTED);
  isQuiet(tab);
});

// Notes.

test('import: a private note: declined it is not taken in, approved it can be consumed', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, ASSETS_AND_NOTES);
  const { noteId, file } = await wallet.mintPrivate();
  const declined = importNote(tab, file);
  const question = await wallet.decline();
  assert.deepEqual([question.asks, question.text], ['importNote', noteId]);
  assert.deepEqual(await declined, NOT_GRANTED);
  assert.ok(!(await wallet.holdings()).privateNotes.includes(noteId));

  const imported = importNote(tab, file);
  await wallet.approve();
  assert.deepEqual(await imported, { noteId });
  assert.ok((await wallet.holdings()).consumable.includes(noteId));
  const { consumableNotes } = await call(tab, 'requestConsumableNotes');
  const { assets, noteType } = consumableNotes.find((note) => note.noteId === noteId);
  const { faucetId } = wallet.assets[0];
  assert.deepEqual({ assets, noteType }, { assets: [{ faucetId, amount: '7' }], noteType: 0 });

  const before = await wallet.balance();
  const consuming = call(tab, 'requestConsume', { faucetId, noteId, noteType: 'private', amount: 7 });
  await wallet.approve();
  await isCommitted(tab, consuming);
  assert.equal((await wallet.balance()) - before, 7n);
  isQuiet(tab);
});

test('import: bytes that are no note: rejects with INVALID_PARAMS without a question', options, async () => {
  const tab = await openConnected();
  const { file } = await wallet.mintPrivate();
  for (const bytes of ['AQID', file.slice(0, file.length - 8)]) {
    assert.equal((await importNote(tab, bytes)).name, INVALID_PARAMS);
  }
  isQuiet(tab);
});

test('consume: declined: rejects with NOT_GRANTED, and the note can still be consumed', options, async () => {
  const tab = await openConnected();
  const noteId = await wallet.mint();
  const { faucetId } = wallet.assets[0];
  const consume = () => call(tab, 'requestConsume', { faucetId, noteId, noteType: 'public', amount: 3 });
  const before = await wallet.balance();
  const declined = consume();
  await wallet.decline();
  assert.deepEqual(await declined, NOT_GRANTED);
  assert.equal(await wallet.balance(), before);
  const approved = consume();
  await wallet.approve();
  await isCommitted(tab, approved);
  assert.equal((await wallet.balance()) - before, 3n);
  isQuiet(tab);
});

test('consume: a note that comes as bytes: is taken in once it is approved, and not before', options, async () => {
  const tab = await openConnected();
  const { noteId, file: noteBytes } = await wallet.mintPrivate();
  const consume = () => call(tab, 'requestConsume', { noteId, noteBytes });
  const before = await wallet.balance();
  const declined = consume();
  assert.deepEqual((await wallet.decline()).text, noteId);
  assert.deepEqual(await declined, NOT_GRANTED);
  assert.ok(!(await wallet.holdings()).privateNotes.includes(noteId));
  const approved = consume();
  await wallet.approve();
  await isCommitted(tab, approved);
  assert.equal((await wallet.balance()) - before, 7n);
  isQuiet(tab);
});

test('consume: the bytes of another note: rejects without a question', options, async () => {
  const tab = await openConnected();
  const [{ noteId }, { file: noteBytes }] = [await wallet.mintPrivate(), await wallet.mintPrivate()];
  assert.equal((await call(tab, 'requestConsume', { noteId, noteBytes })).name, INVALID_PARAMS);
  isQuiet(tab);
});

test('consume: a note that the wallet does not have: is asked about, and the page learns nothing', options, async () => {
  const tab = await openConnected();
  const { noteId } = await wallet.mintPrivate();
  const consuming = call(tab, 'requestConsume', { noteId });
  await wallet.decline();
  assert.deepEqual(await consuming, NOT_GRANTED);
  isQuiet(tab);
});

// What a page is told.

test('reads: granted with AUTO: are what the wallet has, without a question', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, ASSETS_AND_NOTES);
  const noteId = await wallet.mint();
  const { noteId: privateId, file } = await wallet.mintPrivate();
  const imported = importNote(tab, file);
  await wallet.approve();
  await imported;
  const { assets, balances, consumable, privateNotes } = await wallet.holdings();
  assert.ok(consumable.includes(noteId) && consumable.includes(privateId) && privateNotes.includes(privateId));
  assert.ok(!privateNotes.includes(noteId));

  assert.deepEqual(await call(tab, 'requestAssets'), { assets });
  assert.deepEqual(await call(tab, 'getBalance'), { balances });
  assert.deepEqual(ids((await call(tab, 'requestConsumableNotes')).consumableNotes), consumable.sort());
  assert.deepEqual(ids((await call(tab, 'requestPrivateNotes')).privateNotes), privateNotes.sort());
  isQuiet(tab);
});

for (const [method, asks] of [
  ['requestAssets', 'assets'],
  ['getBalance', 'assets'],
  ['requestPrivateNotes', 'notes'],
  ['requestConsumableNotes', 'notes'],
]) {
  test(`reads: ${method}: without the permission: is asked for each time`, options, async () => {
    const tab = await openConnected('UPON_REQUEST', wallet.network, ASSETS_AND_NOTES);
    const declined = call(tab, method);
    assert.equal((await wallet.decline()).asks, asks);
    assert.deepEqual(await declined, NOT_GRANTED);
    const approved = call(tab, method);
    assert.equal((await wallet.approve()).asks, asks);
    assert.ok(Object.values(await approved).every(Array.isArray));
    isQuiet(tab);
  });
}

test('reads: of a page without a grant: reject with NOT_GRANTED without a question', options, async () => {
  const tab = await openPage();
  const params = { address: wallet.address, noteFilterType: 0 };
  for (const name of ['requestAssets', 'getBalance', 'requestPrivateNotes', 'requestConsumableNotes']) {
    assert.deepEqual(await call(tab, 'request', { method: `miden_${name}`, params }), NOT_GRANTED);
  }
  isQuiet(tab);
});

test('guardian info: of a connected page: the account has no guardian, without a question', options, async () => {
  const tab = await openConnected();
  assert.deepEqual(await call(tab, 'requestGuardianInfo'), { guardianInfo: NO_GUARDIAN });
  isQuiet(tab);
});

test('guardian info: of another account or without a grant: rejects with NOT_GRANTED', options, async () => {
  const tab = await openConnected();
  const request = (address) => ({ method: 'miden_requestGuardianInfo', params: { address } });
  assert.deepEqual(await call(tab, 'request', request(wallet.recipient)), NOT_GRANTED);
  const other = await openPage('/', otherPages);
  assert.deepEqual(await call(other, 'request', request(wallet.address)), NOT_GRANTED);
  isQuiet(tab, other);
});

test('createAccount: of a connected page: is refused without a question, and the page keeps its account', options, async () => {
  const tab = await openConnected();
  const refused = { name: 'MidenWalletError', message: NO_ACCOUNTS };
  assert.deepEqual(await call(tab, 'createAccount'), refused);
  const withComponent = await tab.run(async () => {
    const params = { accountType: 'RegularAccountUpdatableCode', storageMode: 'private' };
    try {
      return await window.midenWallet.createAccount({ ...params, customComponents: [new Uint8Array([1, 2])] });
    } catch ({ name, message }) {
      return { name, message };
    }
  });
  assert.deepEqual(withComponent, refused);
  assert.equal((await call(tab, 'createAccount', { accountType: 'FungibleFaucet' })).name, INVALID_PARAMS);
  assert.deepEqual(await call(tab, 'request', { method: 'miden_getAccounts' }), { addresses: [wallet.address] });
  isQuiet(tab);
});

test('createAccount: of a page without a grant: rejects with NOT_GRANTED without a question', options, async () => {
  const tab = await openPage();
  assert.deepEqual(await call(tab, 'request', { method: 'miden_createAccount', params: {} }), NOT_GRANTED);
  isQuiet(tab);
});

test('balance: of a token: is that of its faucet alone, and 0 of a token that the account does not have', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, ASSETS);
  const [{ faucetId, amount }] = (await wallet.holdings()).assets;
  const balance = { faucetId, amount: tokenUnits(amount, 6), decimals: 6, symbol: 'MIDEN' };
  assert.deepEqual(await call(tab, 'getBalance', faucetId), { balances: [balance] });
  // The address of an account, of which the wallet knows no token.
  const none = { faucetId: wallet.recipient, amount: '0', decimals: null, symbol: null };
  assert.deepEqual(await call(tab, 'getBalance', wallet.recipient), { balances: [none] });
  for (const invalid of ['mtst1', faucetId.slice(0, -1), 1]) {
    assert.equal((await call(tab, 'getBalance', invalid)).name, INVALID_PARAMS);
  }
  isQuiet(tab);
});

test('balance: of a token, without the permission: is asked for, and is not read if declined', options, async () => {
  const tab = await openConnected();
  const [{ faucetId }] = wallet.assets;
  const declined = call(tab, 'getBalance', faucetId);
  assert.equal((await wallet.decline()).asks, 'assets');
  assert.deepEqual(await declined, NOT_GRANTED);
  const [{ amount }] = await approvedBalance(tab, faucetId);
  assert.equal(amount, tokenUnits((await wallet.holdings()).assets[0].amount, 6));
  isQuiet(tab);
});

// A program that does not have the module.

test('client without the module: guardian info, createAccount and balance: are those of the specification', options, async () => {
  const { address, recipient } = wallet;
  const client = await RawSocket.open(wallet.port, otherPages.origin);
  const result = async (method, params) => (await client.call(method, params)).result;
  const code = async (method, params) => (await client.call(method, params)).error.code;
  for (const method of ['miden_requestGuardianInfo', 'miden_createAccount', 'miden_getBalance']) {
    assert.equal(await code(method, { address }), 4100);
  }
  const connecting = client.call('miden_connect', { privateDataPermission: 'AUTO', allowedPrivateData: ASSETS });
  await wallet.approve();
  assert.equal((await connecting).result.address, address);

  assert.deepEqual(await result('miden_requestGuardianInfo', { address }), { guardianInfo: NO_GUARDIAN });
  assert.equal(await code('miden_requestGuardianInfo', { address: recipient }), 4100);
  assert.equal(await code('miden_requestGuardianInfo', {}), -32602);

  const { error } = await client.call('miden_createAccount', { storageMode: 'public' });
  assert.deepEqual([error.code, error.message], [4200, NO_ACCOUNTS]);
  assert.equal(await code('miden_createAccount', { storageMode: 'secret' }), -32602);

  const { balances } = await wallet.holdings();
  const [{ faucetId }] = balances;
  assert.deepEqual(await result('miden_getBalance', { address, faucetId }), { balances: [balances[0]] });
  assert.equal(await code('miden_getBalance', { address, faucetId: 'mtst1' }), -32602);
  assert.equal(await code('miden_getBalance', { address: recipient, faucetId }), 4100);
  client.close();
  isQuiet();
});

// The module writes amounts as text, so that these reach the wallet by no page that uses it.
test('client without the module: amounts: are judged by their text, and exact above 2^53', options, async () => {
  const client = await RawSocket.open(wallet.port, otherPages.origin);
  const connecting = client.call('miden_connect', {});
  await wallet.approve();
  await connecting;
  const send = (amount, id) => {
    const { senderAddress: address, amount: _, ...params } = payment(0);
    const others = JSON.stringify({ address, ...params, callId: randomBytes(16).toString('hex') }).slice(1);
    const head = `{"jsonrpc": "2.0", "version": 1, "id": "${id}", "method": "miden_requestSend"`;
    client.send(`${head}, "params": {"amount": ${amount}, ${others}}`);
    return client.next();
  };
  const refused = ['0', '9223372036854775808', '18446744073709551616', '1e3', '1.0', '-1', 'null'];
  for (const amount of [...refused, '"1e3"', '"0x10"', '" 5"', '"NaN"', '"9223372036854775808"', '"18446744073709551616"']) {
    const { error } = await send(amount, '1');
    assert.equal(error.code, -32602, amount);
  }
  for (const amount of ['9007199254740993', '"9007199254740993"']) {
    const declined = send(amount, '2');
    assert.equal((await wallet.decline()).text, '9007199254740993');
    assert.equal((await declined).error.code, 4001);
  }
  client.close();
  isQuiet();
});

// Transactions that the page made.

test('custom transaction: without a script: pays if it is approved, and only then', options, async () => {
  const tab = await openConnected();
  const request = await wallet.request('payment');
  const before = await wallet.balance();
  const declined = execute(tab, request);
  const { asks, text } = await wallet.decline();
  assert.deepEqual({ asks, text }, { asks: 'transaction', text: '7' });
  assert.deepEqual(await declined, NOT_GRANTED);
  assert.equal(await wallet.balance(), before);

  const approved = execute(tab, request);
  const { question } = await wallet.question();
  assert.deepEqual(await wallet.simulate(question), [7n]);
  wallet.approveLate(question);
  await isCommitted(tab, approved);
  assert.equal(before - (await wallet.balance()), 7n);
  isQuiet(tab);
});

test('custom transaction: with a script: can be approved after a simulation only', options, async () => {
  const tab = await openConnected();
  const request = await wallet.request('script');
  const unseen = execute(tab, request);
  assert.equal((await wallet.approve()).text, undefined);
  assert.deepEqual(await unseen, NOT_GRANTED);

  const simulated = execute(tab, request);
  const { question } = await wallet.question();
  assert.deepEqual(await wallet.simulate(question), []);
  wallet.approveLate(question);
  await isCommitted(tab, simulated);
  isQuiet(tab);
});

test('custom transaction: whose question has ended: is not simulated', options, async () => {
  const tab = await openConnected();
  const executing = execute(tab, await wallet.request('script'));
  const { question } = await wallet.question();
  assert.equal(await call(tab, 'disconnect'), null);
  assert.deepEqual(await executing, NOT_GRANTED);
  await assert.rejects(wallet.simulate(question), /CancellationError/);
  isQuiet(tab);
});
