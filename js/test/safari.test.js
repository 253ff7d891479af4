import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';

import {
  SafariExtensionWalletlibRpcError,
  sendNativeGetAccountsRequest,
  sendNativeRpcRequest,
  sendNativeSignPayloadsRequest,
} from '../src/safari.js';

// Browsers have it, node 18 does not.
globalThis.crypto ??= webcrypto;

const examples = JSON.parse(readFileSync(new URL('../examples/messages.json', import.meta.url), 'utf8'));
const published = examples.safari.filter(({ envelope }) => envelope === '0.2.0');

// The native side in Safari's place: answers `response` and keeps what it was sent.
function answerWith(response) {
  const sent = [];
  globalThis.browser = {
    runtime: {
      async sendNativeMessage(application, message) {
        sent.push({ application, message });
        return response;
      },
    },
  };
  return sent;
}

afterEach(() => {
  delete globalThis.browser;
});

function send({ method, params, id }) {
  if (method === 'NATIVE_GET_ACCOUNTS_METHOD') return sendNativeGetAccountsRequest(id);
  if (method === 'NATIVE_SIGN_PAYLOADS_METHOD') return sendNativeSignPayloadsRequest({ ...JSON.parse(params), id });
  return null;
}

for (const { name, request, response, params, result } of published) {
  test(`Safari: ${name}: is sent as in the example and its answer returned`, async () => {
    const sent = answerWith(response);
    const answer = await sendNativeRpcRequest({ method: request.method, params, id: request.id });
    assert.deepEqual(sent, [{ application: '_', message: request }]);
    assert.deepEqual(answer, response);
  });

  if (!request.method.startsWith('NATIVE_') || request.method === 'NATIVE_MINE_METHOD') continue;

  test(`Safari: ${name}: the function of the method sends it and gives result or error`, async () => {
    const sent = answerWith(response);
    if (result) {
      assert.deepEqual(await send(request), result);
    } else {
      const { code, message } = response.error;
      await assert.rejects(
        send(request),
        (error) =>
          error instanceof SafariExtensionWalletlibRpcError &&
          error.code === code &&
          error.message === message &&
          error.jsonRpcId === request.id
      );
    }
    assert.deepEqual(sent, [{ application: '_', message: request }]);
  });
}

test('Safari: parameters that are JSON text: are sent as they are', async () => {
  const sent = answerWith({ id: 'a', result: '{}' });
  await sendNativeRpcRequest({ method: 'M', params: '{"b": 1}', id: 'a' });
  assert.equal(sent[0].message.params, '{"b": 1}');
});

test('Safari: calls without an id: get different ones', async () => {
  const sent = answerWith({ result: '{"addresses":[]}' });
  await sendNativeGetAccountsRequest();
  await sendNativeGetAccountsRequest();
  const [first, second] = sent.map(({ message }) => message.id);
  assert.equal(typeof first, 'string');
  assert.notEqual(first, second);
});

for (const [name, response] of [
  ['no answer', undefined],
  ['neither result nor error', { id: 'a', result: null, error: null }],
  ['a result that is not JSON text', { id: 'a', result: { addresses: [] } }],
  ['a result that is not JSON', { id: 'a', result: '{' }],
  ['no list', { id: 'a', result: '{}' }],
  ['the result null', { id: 'a', result: 'null' }],
  ['a list of numbers', { id: 'a', result: '{"addresses":[1]}' }],
]) {
  test(`Safari: ${name}: is an error`, async () => {
    answerWith(response);
    await assert.rejects(sendNativeGetAccountsRequest('a'), Error);
  });
}
