// The wallet in Chromium, with a wallet behind it. README.md says how to run this.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

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
  profile,
  until,
  wallet,
} from './suite.js';

// Signs bytes, which are in base64 here, and returns the signature.
function signBytes(tab, payload, kind) {
  return tab.run(
    async (payload, kind) => {
      const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
      const { signature } = await window.midenWallet.signBytes(bytes, kind);
      return btoa(String.fromCharCode(...signature));
    },
    payload,
    kind
  );
}

// Calls a method that signs a text. In the result bytes are in base64.
function signText(tab, method, value) {
  return tab.run(
    async (method, value) => {
      const signed = await window.midenWallet[method](value);
      const text = (bytes) => btoa(String.fromCharCode(...bytes));
      return { ...signed, publicKey: text(signed.publicKey), signature: text(signed.signature) };
    },
    method,
    value
  );
}

// Checks that a page has no grant, and gets none by a reload.
async function hasNoGrant(tab) {
  const getAccounts = { method: 'miden_getAccounts' };
  assert.deepEqual(await call(tab, 'request', getAccounts), NOT_GRANTED);
  await tab.reload();
  await until(tab, () => window.readyState === 'Installed');
  assert.deepEqual(await call(tab, 'request', getAccounts), NOT_GRANTED);
  assert.equal(await tab.run(() => window.midenWallet.address ?? null), null);
  assert.equal(await isGranted(), false);
}

// A payload of a kind.
function examplePayload(kind) {
  const examples = readFileSync(new URL('../examples/signatures.json', import.meta.url), 'utf8');
  return JSON.parse(examples).signatures.find((signature) => signature.kind === kind).payload;
}

test('page: the wallet runs before it: finds it', options, async () => {
  const tab = await openPage('/');
  assert.equal(await tab.run(() => typeof window.midenWallet.connect), 'function');
  isQuiet(tab);
});

test('page: the wallet runs after it: finds it', options, async () => {
  isQuiet(await openPage('/page-first'));
});

test('page: the module of the wallet is added once the page is loaded: finds it, and warns', options, async () => {
  const tab = await profile.tab();
  await tab.open(`${pages.origin}/without-wallet`);
  assert.equal(await tab.run(() => window.readyState), 'NotDetected');
  await tab.run((port) => {
    window.warnings = [];
    console.warn = (text) => window.warnings.push(text);
    const source = `http://127.0.0.1:${port}/miden-wallet.js`;
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: source }));
  }, wallet.port);
  await until(tab, () => window.readyState === 'Installed');
  assert.match((await tab.run(() => window.warnings)).join('\n'), /^miden-wallet\.js .* for development only/);
  isQuiet(tab);
});

test('connect: approved: the user is asked about the origin, and the page has the account', options, async () => {
  const tab = await openPage();
  const connected = connect(tab, 'AUTO', wallet.network, 1);
  const { asks, origin } = await wallet.approve();
  assert.deepEqual({ asks, origin }, { asks: 'connect', origin: pages.origin });
  assert.deepEqual(await connected, { address: wallet.address, accountId: wallet.address });
  const properties = await tab.run(() => {
    const { address, accountId, publicKey, network, permission } = window.midenWallet;
    return { address, accountId, bytes: publicKey.length, network, permission: permission.privateDataPermission };
  });
  assert.equal(await isGranted(), true);
  const { address, network } = wallet;
  assert.deepEqual(properties, { address, accountId: address, bytes: 32, network, permission: 'AUTO' });
  assert.deepEqual(await heard(tab), [['connect', address, address]]);
  isQuiet(tab);
});

test('connect: declined: rejects with NOT_GRANTED, and the next connect asks again', options, async () => {
  const tab = await openPage();
  const declined = connect(tab);
  await wallet.decline();
  assert.deepEqual(await declined, NOT_GRANTED);
  const connected = connect(tab);
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  isQuiet(tab);
});

test('connect: a page that is connected: is answered without a question', options, async () => {
  const tab = await openConnected();
  assert.equal((await connect(tab)).address, wallet.address);
  isQuiet(tab);
});

test('connect: another network: rejects with NETWORK_NOT_GRANTED without a question', options, async () => {
  const tab = await openPage();
  const other = wallet.network === 'devnet' ? 'testnet' : 'devnet';
  const rejected = { name: 'MidenWalletError', message: 'NETWORK_NOT_GRANTED' };
  assert.deepEqual(await connect(tab, 'AUTO', other), rejected);
  isQuiet(tab);
});

test('connect: a disconnect while the question is open: ends it, and a late approval grants nothing', options, async () => {
  const tab = await openPage();
  const connected = connect(tab);
  const { question } = await wallet.question();
  assert.equal(await call(tab, 'disconnect'), null);
  const message = 'The wallet was disconnected while connecting';
  assert.deepEqual(await connected, { name: 'MidenWalletError', message });
  await wallet.ended(question);
  wallet.approveLate(question);
  // It is asked only if there is no grant.
  const again = connect(tab);
  assert.equal((await wallet.decline()).asks, 'connect');
  assert.deepEqual(await again, NOT_GRANTED);
  await hasNoGrant(tab);
  isQuiet(tab);
});

test('assets: granted with AUTO: are read without a question', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, 1);
  assert.deepEqual(await call(tab, 'requestAssets'), { assets: wallet.assets });
  isQuiet(tab);
});

test('assets: granted upon request: are asked for, and are not read if declined', options, async () => {
  const tab = await openConnected('UPON_REQUEST', wallet.network, 1);
  const declined = call(tab, 'requestAssets');
  assert.equal((await wallet.decline()).asks, 'assets');
  assert.deepEqual(await declined, NOT_GRANTED);
  const approved = call(tab, 'requestAssets');
  await wallet.approve();
  assert.deepEqual(await approved, { assets: wallet.assets });
  isQuiet(tab);
});

for (const kind of ['word', 'signingInputs']) {
  test(`sign bytes: ${kind}: the user is asked, and the signature is one of these bytes alone`, options, async () => {
    const tab = await openConnected();
    const payload = examplePayload(kind);
    const signing = signBytes(tab, payload, kind);
    assert.equal((await wallet.approve()).asks, 'signPayloads');
    const signature = await signing;
    assert.equal(await wallet.verify('bytes', { kind, payload, signature }), true);
    const word = btoa(String.fromCharCode(9, ...new Array(31).fill(0)));
    assert.equal(await wallet.verify('bytes', { kind: 'word', payload: word, signature }), false);
    isQuiet(tab);
  });
}

test('sign bytes: declined: rejects with NOT_GRANTED', options, async () => {
  const tab = await openConnected();
  const declined = signBytes(tab, examplePayload('word'), 'word').catch(({ message }) => message);
  await wallet.decline();
  assert.match(await declined, /NOT_GRANTED/);
  isQuiet(tab);
});

test('sign bytes: of another kind: rejects with INVALID_PARAMS without a question', options, async () => {
  const tab = await openConnected();
  await assert.rejects(signBytes(tab, examplePayload('word'), 'signingInputs'), /INVALID_PARAMS/);
  isQuiet(tab);
});

test('sign message: of an older page: its server accepts it for its origin alone', options, async () => {
  const tab = await openPage();
  const enabled = call(tab, 'enable');
  await wallet.approve();
  assert.deepEqual(await enabled, [wallet.address]);
  const signing = signText(tab, 'signMessage', 'I agree');
  const { asks, text, origin } = await wallet.approve();
  assert.deepEqual({ asks, text, origin }, { asks: 'signMessage', text: 'I agree', origin: pages.origin });
  const signed = await signing;
  assert.deepEqual([signed.message, signed.address], ['I agree', wallet.address]);
  assert.equal(await wallet.verify('message', { origin, signed }), true);
  assert.equal(await wallet.verify('message', { origin: otherPages.origin, signed }), false);
  assert.equal(await wallet.verify('message', { origin, signed: { ...signed, message: 'I disagree' } }), false);
  isQuiet(tab);
});

test('sign in: with a request of the server: the user sees the text, and it is accepted once', options, async () => {
  const tab = await openConnected();
  const { origin } = pages;
  const request = await wallet.challenge(origin);
  const signing = signText(tab, 'signIn', request);
  const { asks, text } = await wallet.approve();
  const signed = await signing;
  assert.deepEqual([asks, text], ['signIn', signed.message]);
  assert.ok(text.startsWith(`${origin} wants you to sign in with your Miden account:\n${wallet.address}\n`));
  assert.equal(await wallet.verify('sign-in', { origin, nonce: request.nonce, signed }), true);
  assert.equal(await wallet.verify('sign-in', { origin, nonce: request.nonce, signed }), 'unknownNonce');
  isQuiet(tab);
});

test('sign in: with a nonce of another request: the server refuses it', options, async () => {
  const tab = await openConnected();
  const { origin } = pages;
  const signing = signText(tab, 'signIn', await wallet.challenge(origin));
  await wallet.approve();
  const { nonce } = await wallet.challenge(origin);
  assert.equal(await wallet.verify('sign-in', { origin, nonce, signed: await signing }), 'otherText');
  isQuiet(tab);
});

test('sign in: with a request of another origin: rejects with NOT_GRANTED without a question', options, async () => {
  const tab = await openConnected();
  const request = await wallet.challenge(otherPages.origin);
  assert.deepEqual(await call(tab, 'signIn', request), NOT_GRANTED);
  isQuiet(tab);
});

test('another origin: without a grant: is refused without a question, also with the token', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, 1);
  const storage = await tab.run(() => Object.entries(localStorage));
  assert.equal(storage.length, 1);

  const other = await openPage('/', otherPages);
  await other.run((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), storage);
  await other.reload();
  await until(other, () => window.readyState === 'Installed');
  const assets = { method: 'miden_requestAssets', params: { address: wallet.address } };
  assert.deepEqual(await call(other, 'request', assets), NOT_GRANTED);
  assert.deepEqual(await other.run(() => [window.midenWallet.address ?? null, localStorage.length]), [null, 0]);
  assert.deepEqual(await call(tab, 'requestAssets'), { assets: wallet.assets });
  isQuiet(tab, other);
});

test('another origin: an opaque one: gets no socket', options, async () => {
  const tab = await profile.tab();
  await tab.open('data:text/html,<title>Page</title>');
  const event = await tab.run(
    (url) =>
      new Promise((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = socket.onerror = ({ type }) => resolve(type);
      }),
    `ws://127.0.0.1:${wallet.port}/rpc`
  );
  assert.equal(event, 'error');
});

test('reload: a page that was connected: has its account without a question', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, 1);
  await tab.reload();
  await until(tab, () => window.midenWallet?.address !== undefined);
  assert.equal((await connect(tab)).address, wallet.address);
  assert.deepEqual(await call(tab, 'requestAssets'), { assets: wallet.assets });
  isQuiet(tab);
});

test('socket: closed by the wallet: is opened again and has its session', options, async () => {
  const tab = await openConnected('AUTO', wallet.network, 1);
  await wallet.closeSockets();
  assert.deepEqual(await call(tab, 'requestAssets'), { assets: wallet.assets });
  assert.deepEqual(await heard(tab), []);
  isQuiet(tab);
});

test('socket: closed while the user is asked: the call is sent again and answered', options, async () => {
  const tab = await openConnected('UPON_REQUEST', wallet.network, 0);
  const assets = call(tab, 'requestAssets');
  await wallet.question();
  await wallet.closeSockets();
  await wallet.approve();
  assert.deepEqual(await assets, { assets: wallet.assets });
  isQuiet(tab);
});

test('tabs: one is connected: another one that is opened has the account', options, async () => {
  const tab = await openConnected();
  const other = await openPage();
  await until(other, () => window.midenWallet.address !== undefined);
  assert.equal((await connect(other)).address, wallet.address);
  isQuiet(tab, other);
});

test('tabs: one connects while another is open: that one connects without a question', options, async () => {
  const other = await openPage();
  const tab = await openConnected();
  assert.equal((await connect(other)).address, wallet.address);
  isQuiet(tab, other);
});

test('tabs: one disconnects: both have no account, and a connect asks again', options, async () => {
  const tab = await openConnected();
  const other = await openPage();
  await until(other, () => window.midenWallet.address !== undefined);
  assert.equal(await call(tab, 'disconnect'), null);
  await until(other, () => window.heard.length === 2);
  for (const each of [tab, other]) {
    assert.deepEqual(await heard(each), [
      ['disconnect', null, null],
      ['accountChange', null, null],
    ]);
  }
  const connected = connect(other);
  assert.equal((await wallet.decline()).asks, 'connect');
  assert.deepEqual(await connected, NOT_GRANTED);
  isQuiet(tab, other);
});

test('grant: ended by the user: the page is told, and has no account after a reload', options, async () => {
  const tab = await openConnected();
  await wallet.revoke(pages.origin);
  await until(tab, () => window.heard.length === 2);
  assert.equal(await tab.run(() => window.midenWallet.address ?? null), null);
  await tab.reload();
  const assets = { method: 'miden_requestAssets', params: { address: wallet.address } };
  await until(tab, () => window.readyState === 'Installed');
  assert.deepEqual(await call(tab, 'request', assets), NOT_GRANTED);
  isQuiet(tab);
});

// What follows spends, so that the assets are not those of the beginning any more.

test('send: approved: is committed, and the recipient has the exact amount', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment('1000000000000001'));
  const { asks, text, origin } = await wallet.approve();
  assert.deepEqual({ asks, text, origin }, { asks: 'send', text: '1000000000000001', origin: pages.origin });
  const { transactionId } = await sending;
  assert.match(transactionId, /^[0-9a-f]{64}$/);
  const { txHash, outputNotes } = await call(tab, 'waitForTransaction', transactionId);
  assert.match(txHash, /^0x[0-9a-f]{64}$/);
  assert.equal(outputNotes.length, 1);
  assert.equal((await wallet.received()) - before, 1000000000000001n);
  isQuiet(tab);
});

test('send: declined: rejects with NOT_GRANTED, and nothing is paid', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  await wallet.decline();
  assert.deepEqual(await sending, NOT_GRANTED);
  assert.equal(await wallet.received(), before);
  isQuiet(tab);
});

test('send: two equal payments: are two payments', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const references = [];
  for (let number = 0; number < 2; number += 1) {
    const sending = call(tab, 'requestSend', payment(5));
    await wallet.approve();
    references.push((await sending).transactionId);
  }
  assert.notEqual(references[0], references[1]);
  for (const reference of references) assert.ok((await call(tab, 'waitForTransaction', reference)).txHash);
  assert.equal((await wallet.received()) - before, 10n);
  isQuiet(tab);
});

test('send: disconnected while the question is open: a late approval pays and grants nothing', options, async () => {
  const tab = await openConnected();
  const before = await wallet.balance();
  const received = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  const { question } = await wallet.question();
  assert.equal(await call(tab, 'disconnect'), null);
  assert.deepEqual(await sending, NOT_GRANTED);
  await wallet.ended(question);
  wallet.approveLate(question);
  await hasNoGrant(tab);
  const { senderAddress: address, ...params } = payment('5');
  const pay = { method: 'miden_requestSend', params: { address, ...params } };
  assert.deepEqual(await call(tab, 'request', pay), NOT_GRANTED);

  // A payment that is approved later is the only one.
  const connected = connect(tab);
  assert.equal((await wallet.approve()).asks, 'connect');
  assert.equal((await connected).address, wallet.address);
  const later = call(tab, 'requestSend', payment(1));
  assert.equal((await wallet.approve()).text, '1');
  await isCommitted(tab, later);
  assert.equal(before - (await wallet.balance()), 1n);
  assert.equal((await wallet.received()) - received, 1n);
  isQuiet(tab);
});

test('send: of another account: rejects with NOT_GRANTED without a question', options, async () => {
  const tab = await openConnected();
  const sending = call(tab, 'requestSend', payment(5, { senderAddress: wallet.recipient }));
  assert.deepEqual(await sending, NOT_GRANTED);
  isQuiet(tab);
});

for (const amount of [
  ...[0, -1, 9007199254740993, 2 ** 63, 2 ** 64, NaN],
  ...['9223372036854775808', '18446744073709551616', '1e3', '0x10', ' 5', 'NaN'],
]) {
  test(`send: amount ${JSON.stringify(amount)}: rejects without a question`, options, async () => {
    const tab = await openConnected();
    const sending = tab.run(
      async (transaction, amount) => {
        try {
          await window.midenWallet.requestSend({ ...transaction, amount: amount ?? NaN });
          return null;
        } catch ({ name }) {
          return name;
        }
      },
      payment(0),
      amount
    );
    assert.equal(await sending, INVALID_PARAMS);
    isQuiet(tab);
  });
}

test('send: amount 9007199254740993 as a string: the user sees it exactly', options, async () => {
  const tab = await openConnected();
  const sending = call(tab, 'requestSend', payment('9007199254740993'));
  assert.equal((await wallet.decline()).text, '9007199254740993');
  assert.deepEqual(await sending, NOT_GRANTED);
  isQuiet(tab);
});

test('consume: a note of the account: is committed', options, async () => {
  const tab = await openConnected();
  const noteId = await wallet.mint();
  const { faucetId } = wallet.assets[0];
  const consuming = call(tab, 'requestConsume', { faucetId, noteId, noteType: 'public', amount: 3 });
  const { asks, text } = await wallet.approve();
  assert.deepEqual({ asks, text }, { asks: 'consume', text: noteId });
  const { transactionId } = await consuming;
  assert.ok((await call(tab, 'waitForTransaction', transactionId)).txHash);
  isQuiet(tab);
});

test('custom transaction: bytes that are no request: rejects with INVALID_PARAMS without a question', options, async () => {
  const tab = await openConnected();
  const payload = { address: wallet.address, recipientAddress: wallet.recipient, transactionRequest: 'AQID' };
  assert.equal((await call(tab, 'requestTransaction', { type: 'custom', payload })).name, INVALID_PARAMS);
  isQuiet(tab);
});

test('wait: a reference of nobody: says that it is not found', options, async () => {
  const tab = await openConnected();
  const output = await call(tab, 'waitForTransaction', '0'.repeat(64));
  assert.deepEqual(output, { errorMessage: 'Transaction not found' });
  isQuiet(tab);
});

test('grant: ended by the user while two tabs are open: neither of them can pay', options, async () => {
  const tab = await openConnected();
  const other = await openPage();
  await until(other, () => window.midenWallet.address !== undefined);
  await wallet.revoke(pages.origin);
  for (const each of [tab, other]) {
    await until(each, () => window.midenWallet.address === undefined);
    assert.deepEqual(await call(each, 'requestSend', payment(5)), NOT_GRANTED);
  }
  isQuiet(tab, other);
});

test('connect: a name with a direction override: each question shows its escape', options, async () => {
  const tab = await openPage();
  const connected = connect(tab, 'Shop\u202Egpj.exe');
  assert.equal((await wallet.approve()).name, 'Shop\\u{202E}gpj.exe');
  assert.equal((await connected).address, wallet.address);
  const sending = call(tab, 'requestSend', payment(5));
  assert.equal((await wallet.decline()).name, 'Shop\\u{202E}gpj.exe');
  assert.deepEqual(await sending, NOT_GRANTED);
  isQuiet(tab);
});
