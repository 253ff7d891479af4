import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

import { decodeBase64, encodeBase64 } from '../src/base64.js';
import { MidenWalletError } from '../src/errors.js';
import { createProvider } from '../src/provider.js';
import { FakeWallet, OTHER_SESSION, SESSION, TOKEN, failing, outcome } from '../testing/fake-wallet.js';

const examples = JSON.parse(readFileSync(new URL('../examples/messages.json', import.meta.url), 'utf8'));
const PERMISSION = permissionOf(SESSION);
const OTHER_PERMISSION = permissionOf(OTHER_SESSION);

function permissionOf({ address, publicKey, network, privateDataPermission, allowedPrivateData }) {
  return { address, rpc: network, privateDataPermission, allowedPrivateData, publicKey: decodeBase64(publicKey) };
}

function propertiesOf({ address, accountId, publicKey, network, permission }) {
  return { address, accountId, publicKey, network, permission };
}

function propertiesWith(permission) {
  const { address, rpc, publicKey } = permission ?? {};
  return { address, accountId: address, publicKey, network: rpc, permission };
}

// What the page heard, each event with the properties at that time.
function listen(provider) {
  const heard = [];
  for (const event of ['connect', 'disconnect', 'accountChange']) {
    provider.on(event, (...values) => heard.push([event, ...values, propertiesOf(provider)]));
  }
  return heard;
}

async function page() {
  const wallet = new FakeWallet();
  return { wallet, provider: await wallet.page() };
}

async function connectedPage() {
  const wallet = new FakeWallet();
  return { wallet, provider: await wallet.connectedPage() };
}

function rejectsWith(promise, name, message) {
  return assert.rejects(promise, (error) => {
    assert.ok(error instanceof MidenWalletError);
    assert.deepEqual({ name: error.name, message: error.message }, { name, message });
    return true;
  });
}

// connect and its older forms

const connections = [
  [
    'the adapter',
    (p) => p.connect('AUTO', 'testnet', 1),
    { privateDataPermission: 'AUTO', network: 'testnet', allowedPrivateData: 1 },
  ],
  [
    'an adapter without allowed data',
    (p) => p.connect('UPON_REQUEST', 'devnet'),
    { privateDataPermission: 'UPON_REQUEST', network: 'devnet' },
  ],
  ['a permission alone', (p) => p.connect('AUTO'), { privateDataPermission: 'AUTO' }],
  ['an adapter with other permissions', (p) => p.connect('NO_DECRYPT', 'testnet', ['program']), { network: 'testnet' }],
  ['a network that is an object', (p) => p.connect('AUTO', { name: 'testnet' }), { privateDataPermission: 'AUTO' }],
  ['no arguments', (p) => p.connect(), {}],
  ['a name', (p) => p.connect('Shop'), { appName: 'Shop' }],
  ['a name of 65 characters of two units', (p) => p.connect('😀'.repeat(65)), { appName: '😀'.repeat(64) }],
  ['an object of settings', (p) => p.connect({ appName: 'Shop', network: { name: 'testnet' } }), {}],
  ['enable', (p) => p.enable(), {}],
  ['request', (p) => p.request({ method: 'miden_requestAccounts' }), {}],
  ['request with parameters', (p) => p.request({ method: 'miden_requestAccounts', params: [{ network: {} }] }), {}],
];
for (const [name, connect, params] of connections) {
  test(`connect: ${name}: sends what it says and sets the properties`, async () => {
    const { wallet, provider } = await page();
    const connected = connect(provider);
    assert.deepEqual(
      wallet.socket.sent.map(({ method, params }) => ({ method, params })),
      [{ method: 'miden_connect', params }]
    );
    await wallet.socket.answer({ ...SESSION, token: TOKEN });
    await connected;
    assert.deepEqual(propertiesOf(provider), propertiesWith(PERMISSION));
    assert.ok(provider.publicKey instanceof Uint8Array);
    assert.equal(provider.publicKey.length, 32);
    assert.equal(provider.appName, params.appName);
  });
}

for (const [name, connect, result] of [
  ['connect', (p) => p.connect(), { address: SESSION.address, accountId: SESSION.address }],
  ['enable', (p) => p.enable(), [SESSION.address]],
  ['request', (p) => p.request({ method: 'miden_requestAccounts' }), [SESSION.address]],
]) {
  test(`connect: ${name}: returns the address in the form that pages read`, async () => {
    const { wallet, provider } = await page();
    const connected = connect(provider);
    await wallet.socket.answer({ ...SESSION, token: TOKEN });
    assert.deepEqual(await connected, result);
  });
}

test('connect: a page that is connected: asks the wallet again and fires connect only', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = listen(provider);
  const connected = provider.connect();
  assert.equal(wallet.socket.last.method, 'miden_connect');
  await wallet.socket.answer(SESSION);
  await connected;
  assert.deepEqual(heard, [['connect', SESSION.address, propertiesWith(PERMISSION)]]);
});

test('connect: declined: rejects with NOT_GRANTED and changes nothing', async () => {
  const { wallet, provider } = await page();
  const heard = listen(provider);
  const connected = failing(provider.connect());
  await wallet.socket.fail(4001, 'The user declined');
  await rejectsWith(connected, 'NotGrantedMidenWalletError', 'NOT_GRANTED');
  assert.deepEqual(propertiesOf(provider), propertiesWith(undefined));
  assert.deepEqual(heard, []);
});

test('connect: an answer that is no session: rejects and changes nothing', async () => {
  const { wallet, provider } = await page();
  const connected = failing(provider.connect());
  await wallet.socket.answer({ address: SESSION.address });
  await rejectsWith(connected, 'MidenWalletError', 'The wallet answered no session');
  assert.deepEqual(propertiesOf(provider), propertiesWith(undefined));
});

test('connect: a wallet of another version: says to update the older one, and the token is kept', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  const provider = await wallet.page();
  const connected = failing(provider.connect());
  const answer = async () => {
    const { id } = wallet.socket.last;
    const error = { code: -32006, message: 'Version 1 is not supported', data: { supported: [2] } };
    await wallet.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 2, id, error }));
  };
  assert.equal(wallet.socket.last.method, 'miden_resumeSession');
  await answer();
  assert.equal(wallet.socket.last.method, 'miden_connect');
  await answer();
  const message =
    'Version 2 is not supported. The module of the page and the wallet have different versions of the wallet RPC. ' +
    'Update the older one';
  await rejectsWith(connected, 'MidenWalletError', message);
  assert.equal(wallet.token, TOKEN);
});

test('connect: no answer within 120 s: rejects with NOT_GRANTED', async () => {
  const { wallet, provider } = await page();
  const connected = failing(provider.connect());
  await wallet.clock.advance(120_000);
  await rejectsWith(connected, 'NotGrantedMidenWalletError', 'NOT_GRANTED');
});

test('connect: a disconnect while it is open: ends it as the wallet says', async () => {
  const { wallet, provider } = await page();
  const heard = listen(provider);
  const connected = failing(provider.connect());
  const disconnected = provider.disconnect();
  const [connect, disconnect] = wallet.socket.sent;
  assert.deepEqual([connect.method, disconnect.method], ['miden_connect', 'miden_disconnect']);
  await wallet.socket.fail(4900, 'The wallet was disconnected while connecting', connect);
  await wallet.socket.answer({}, disconnect);
  await rejectsWith(connected, 'MidenWalletError', 'The wallet was disconnected while connecting');
  assert.equal(await disconnected, undefined);
  assert.deepEqual(heard, []);
});

test('connect: a disconnect while both wait for a socket: are sent in their order', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  const provider = createProvider(wallet.connection());
  failing(provider.connect());
  failing(provider.disconnect());
  await wallet.socket.open();
  await wallet.socket.answer({ session: SESSION });
  assert.deepEqual(
    wallet.socket.sent.map(({ method }) => method),
    ['miden_resumeSession', 'miden_connect', 'miden_disconnect']
  );
});

// errors

for (const { name, response, adapter } of examples.errors) {
  if (response.id === null) continue;
  test(`error: ${response.error.code} ${name}: rejects with the adapter's error`, async () => {
    const { wallet, provider } = await page();
    const call = failing(provider.request({ method: 'PING' }));
    const { code, message } = response.error;
    await wallet.socket.fail(code, message);
    await rejectsWith(call, adapter.name, adapter.message);
  });
}

// events

test('events: connect: fires once the properties are set', async () => {
  const { wallet, provider } = await page();
  const heard = listen(provider);
  const connected = provider.connect();
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  await connected;
  assert.deepEqual(heard, [['connect', SESSION.address, propertiesWith(PERMISSION)]]);
});

const ended = [
  ['disconnect', propertiesWith(undefined)],
  ['accountChange', null, propertiesWith(undefined)],
];

test('events: a disconnect of the page: fires disconnect and accountChange with null, properties cleared', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = listen(provider);
  const disconnected = provider.disconnect();
  assert.deepEqual(heard, []);
  await wallet.socket.answer({});
  assert.equal(await disconnected, undefined);
  assert.deepEqual(heard, ended);
});

test('events: a disconnect without a session: rejects with NOT_FOUND and fires nothing', async () => {
  const { wallet, provider } = await page();
  const heard = listen(provider);
  const disconnected = failing(provider.disconnect());
  await wallet.socket.fail(-32001, 'There is no session');
  await rejectsWith(disconnected, 'NotFoundMidenWalletError', 'NOT_FOUND');
  assert.deepEqual(heard, []);
});

test('events: a disconnect of a session that the wallet has no more: rejects and clears it', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = listen(provider);
  const disconnected = failing(provider.disconnect());
  await wallet.socket.fail(-32001, 'There is no session');
  await rejectsWith(disconnected, 'NotFoundMidenWalletError', 'NOT_FOUND');
  assert.deepEqual(heard, ended);
});

test('events: the wallet ends the grant: fires disconnect and accountChange with null once', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = listen(provider);
  await wallet.socket.fire('disconnect');
  await wallet.socket.fire('disconnect');
  assert.deepEqual(heard, ended);
});

test('events: the user chooses another account: fires accountChange with it', async () => {
  const { wallet, provider } = await connectedPage();
  const heard = listen(provider);
  await wallet.socket.fire('accountChange', OTHER_SESSION);
  assert.deepEqual(heard, [['accountChange', OTHER_PERMISSION, propertiesWith(OTHER_PERMISSION)]]);
});

test('events: a page that is loaded again: has its properties and fires nothing', async () => {
  const wallet = new FakeWallet();
  wallet.token = TOKEN;
  const provider = await wallet.page();
  const heard = listen(provider);
  await wallet.socket.answer({ session: SESSION });
  assert.deepEqual(propertiesOf(provider), propertiesWith(PERMISSION));
  assert.deepEqual(heard, []);
});

for (const [name, result, expected] of [
  ['the same session', { session: SESSION }, []],
  [
    'another account',
    { session: OTHER_SESSION },
    [['accountChange', OTHER_PERMISSION, propertiesWith(OTHER_PERMISSION)]],
  ],
  ['a grant that ended', {}, ended],
]) {
  test(`events: reconnected to ${name}: fires ${expected.length} events`, async () => {
    const { wallet, provider } = await connectedPage();
    const heard = listen(provider);
    await wallet.socket.break();
    assert.deepEqual(propertiesOf(provider), propertiesWith(PERMISSION));
    await wallet.clock.advance(500);
    await wallet.socket.open();
    await wallet.socket.answer(result);
    assert.deepEqual(heard, expected);
  });
}

test('events: a listener that throws: is reported, and the others and the call go on', async (context) => {
  const { wallet, provider } = await page();
  const reported = context.mock.method(console, 'error', () => {});
  provider.on('connect', () => {
    throw new Error('of the page');
  });
  const heard = listen(provider);
  const connected = outcome(provider.connect());
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  assert.equal(heard.length, 1);
  assert.equal(connected.error, undefined);
  assert.equal(reported.mock.calls[0].arguments[0].message, 'of the page');
});

// the methods

test('requestAssets: connected: sends the address and returns the assets', async () => {
  const { wallet, provider } = await connectedPage();
  const { result } = examples.calls.find(({ name }) => name === 'assets').response;
  const call = provider.requestAssets();
  assert.equal(wallet.socket.last.method, 'miden_requestAssets');
  assert.deepEqual(wallet.socket.last.params, { address: SESSION.address });
  await wallet.socket.answer(result);
  assert.deepEqual(await call, result);
});

for (const [name, result] of [
  ['no list', {}],
  ['a number for an amount', { assets: [{ faucetId: 'mtst1', amount: 1 }] }],
  ['null for an asset', { assets: [null] }],
]) {
  test(`requestAssets: answered with ${name}: rejects`, async () => {
    const { wallet, provider } = await connectedPage();
    const call = failing(provider.requestAssets());
    await wallet.socket.answer(result);
    await rejectsWith(call, 'MidenWalletError', 'The wallet answered no list of assets');
  });
}

for (const name of ['sign a word', 'sign signing inputs']) {
  test(`signBytes: ${name}: sends base64 and returns bytes`, async () => {
    const { request, response } = examples.calls.find((example) => example.name === name);
    const { wallet, provider } = await connectedPage();
    const call = provider.signBytes(decodeBase64(request.params.payload), request.params.kind);
    assert.equal(wallet.socket.last.method, 'miden_signBytes');
    assert.deepEqual(wallet.socket.last.params, request.params);
    await wallet.socket.answer(response.result);
    const { signature } = await call;
    assert.ok(signature instanceof Uint8Array);
    assert.equal(encodeBase64(signature), response.result.signature);
  });
}

test('signBytes: a part of a buffer: sends that part', async () => {
  const { wallet, provider } = await connectedPage();
  failing(provider.signBytes(new Uint8Array([9, 1, 2, 9]).subarray(1, 3), 'word'));
  assert.equal(wallet.socket.last.params.payload, encodeBase64(new Uint8Array([1, 2])));
});

test('signBytes: bytes of another frame: sends them', async () => {
  const { wallet, provider } = await connectedPage();
  failing(provider.signBytes(vm.runInNewContext('new Uint8Array([1, 2])'), 'word'));
  assert.equal(wallet.socket.last.params.payload, encodeBase64(new Uint8Array([1, 2])));
});

for (const value of ['AQI=', [1, 2], undefined]) {
  test(`signBytes: ${JSON.stringify(value)} in place of bytes: rejects and sends nothing`, async () => {
    const { wallet, provider } = await connectedPage();
    const count = wallet.socket.sent.length;
    const call = provider.signBytes(value, 'word');
    await rejectsWith(call, 'InvalidParamsMidenWalletError', 'INVALID_PARAMS: The bytes are not a Uint8Array');
    assert.equal(wallet.socket.sent.length, count);
  });
}

test('signBytes: a signature that is not base64: rejects', async () => {
  const { wallet, provider } = await connectedPage();
  const call = failing(provider.signBytes(new Uint8Array(32), 'word'));
  await wallet.socket.answer({ signature: '?' });
  await rejectsWith(call, 'MidenWalletError', 'The wallet answered bytes that are not base64');
});

for (const [name, method, call] of [
  ['sign a message with two lines', 'miden_signMessage', (p, { message }) => p.signMessage(message)],
  ['sign in, with a statement', 'miden_signIn', (p, params) => p.signIn(params)],
  ['sign in, without a statement, on a page of this machine', 'miden_signIn', (p, params) => p.signIn(params)],
]) {
  test(`${method}: ${name}: sends the parameters and returns text and bytes`, async () => {
    const { request, response } = examples.calls.find((example) => example.name === name);
    const { wallet, provider } = await connectedPage();
    const { address, ...params } = request.params;
    const signed = call(provider, params);
    assert.equal(wallet.socket.last.method, method);
    assert.deepEqual(wallet.socket.last.params, request.params);
    await wallet.socket.answer(response.result);
    const { publicKey, signature, ...texts } = response.result;
    const bytes = { publicKey: decodeBase64(publicKey), signature: decodeBase64(signature) };
    assert.deepEqual(await signed, { ...texts, ...bytes });
  });
}

for (const [name, message, text] of [
  ['bytes of UTF-8', new TextEncoder().encode('\u{FEFF}Größe 😀'), '\u{FEFF}Größe 😀'],
  ['bytes of another frame', vm.runInNewContext('new Uint8Array([104, 105])'), 'hi'],
  ['a part of a buffer', new Uint8Array([9, 104, 105, 9]).subarray(1, 3), 'hi'],
]) {
  test(`signMessage: ${name}: sends the text`, async () => {
    const { wallet, provider } = await connectedPage();
    failing(provider.signMessage(message));
    assert.deepEqual(wallet.socket.last.params, { address: SESSION.address, message: text });
  });
}

test('signMessage: bytes that are not UTF-8: rejects with INVALID_PARAMS and sends nothing', async () => {
  const { wallet, provider } = await connectedPage();
  const count = wallet.socket.sent.length;
  const call = provider.signMessage(new Uint8Array([0x68, 0xff]));
  await rejectsWith(call, 'InvalidParamsMidenWalletError', 'INVALID_PARAMS: The message is not UTF-8');
  assert.equal(wallet.socket.sent.length, count);
});

test('signMessage: an answer without the text: rejects', async () => {
  const { wallet, provider } = await connectedPage();
  const call = failing(provider.signMessage('text'));
  await wallet.socket.answer({ signature: 'AA==' });
  await rejectsWith(call, 'MidenWalletError', 'The wallet answered no signed message');
});

for (const [name, call] of [
  ['requestAssets', (p) => p.requestAssets()],
  ['signBytes', (p) => p.signBytes(new Uint8Array(32), 'word')],
  ['signMessage', (p) => p.signMessage('text')],
  ['signIn', (p) => p.signIn({})],
]) {
  test(`${name}: without a session: rejects with NOT_GRANTED and sends nothing`, async () => {
    const { wallet, provider } = await page();
    await rejectsWith(call(provider), 'NotGrantedMidenWalletError', 'NOT_GRANTED');
    assert.deepEqual(wallet.socket.sent, []);
  });
}

test('request: a method of an app: sends its parameters and returns the result', async () => {
  const { wallet, provider } = await page();
  const call = provider.request({ method: 'PING', params: { pingParam1: 'ping' } });
  assert.deepEqual(wallet.socket.last.params, { pingParam1: 'ping' });
  await wallet.socket.answer({ pong: 'pong!' });
  assert.deepEqual(await call, { pong: 'pong!' });
});

for (const [name, request] of [
  ['no method', undefined],
  ['a list of parameters', { method: 'PING', params: [1] }],
  ['an amount that JSON cannot hold', { method: 'PING', params: { amount: 1n } }],
]) {
  test(`request: ${name}: rejects with INVALID_PARAMS and sends nothing`, async () => {
    const { wallet, provider } = await page();
    await assert.rejects(provider.request(request), { name: 'InvalidParamsMidenWalletError' });
    assert.deepEqual(wallet.socket.sent, []);
  });
}

test('request: miden_connect by its name: sets the properties as connect does', async () => {
  const { wallet, provider } = await page();
  const call = provider.request({ method: 'miden_connect' });
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  await call;
  assert.deepEqual(propertiesOf(provider), propertiesWith(PERMISSION));
});

test('isAvailable: a socket that opens and breaks: is true between', async () => {
  const wallet = new FakeWallet();
  const provider = createProvider(wallet.connection());
  assert.equal(await provider.isAvailable(), false);
  await wallet.socket.open();
  assert.equal(await provider.isAvailable(), true);
  await wallet.socket.break();
  assert.equal(await provider.isAvailable(), false);
});

test('provider: in a Proxy, and a method taken off it: work', async () => {
  const { wallet, provider } = await page();
  const { connect } = new Proxy(provider, {});
  const connected = connect();
  await wallet.socket.answer({ ...SESSION, token: TOKEN });
  assert.equal((await connected).address, SESSION.address);
});
