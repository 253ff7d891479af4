import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { ErrorCode, MidenWalletError, RpcError, adapterError } from '../src/errors.js';
import { decodeMessage, encodeRequest } from '../src/messages.js';

const examples = JSON.parse(readFileSync(new URL('../examples/messages.json', import.meta.url), 'utf8'));

for (const { name, request, response } of examples.calls) {
  test(`request: ${name}: is written as in the example`, () => {
    const { id, method, params } = request;
    assert.deepEqual(JSON.parse(encodeRequest({ id, method, params })), request);
  });

  test(`response: ${name}: gives the id of the request and the result`, () => {
    const message = decodeMessage(JSON.stringify(response));
    assert.deepEqual(message, { kind: 'success', id: request.id, result: response.result });
  });
}

for (const { name, response, adapter } of examples.errors) {
  test(`error: ${response.error.code} ${name}: is read and becomes the adapter's error`, () => {
    const { kind, id, error } = decodeMessage(JSON.stringify(response));
    assert.equal(kind, 'failure');
    assert.equal(id, response.id);
    assert.ok(error instanceof RpcError);
    const { code, message, data } = error;
    assert.deepEqual({ code, message, data }, { data: undefined, ...response.error });
    const object = adapterError(error);
    assert.ok(object instanceof MidenWalletError);
    assert.deepEqual({ name: object.name, message: object.message }, adapter);
  });
}

test('error: each code has an example', () => {
  const shown = new Set(examples.errors.map(({ response }) => response.error.code));
  assert.deepEqual(Object.values(ErrorCode).filter((code) => !shown.has(code)), []);
});

for (const { name, message } of examples.events) {
  test(`event: ${name}: gives its name and data`, () => {
    const { event, data } = message.params;
    assert.deepEqual(decodeMessage(JSON.stringify(message)), { kind: 'event', event, data });
  });
}

for (const { name, text, id, code } of examples.refusedResponses) {
  test(`response: ${name}: is refused`, () => {
    assert.throws(
      () => decodeMessage(text),
      (error) => error instanceof RpcError && error.code === code && error.id === id
    );
  });
}

test('response: a field that is not specified: is ignored', () => {
  const text = '{"jsonrpc":"2.0","version":1,"id":"a","result":{},"later":1}';
  assert.deepEqual(decodeMessage(text), { kind: 'success', id: 'a', result: {} });
});

for (const [name, request] of [
  ['an empty id', { id: '', method: 'miden_disconnect' }],
  ['an id of 65 characters', { id: 'a'.repeat(65), method: 'miden_disconnect' }],
  ['a number as id', { id: 1, method: 'miden_disconnect' }],
  ['no method', { id: 'a' }],
  ['a list of parameters', { id: 'a', method: 'miden_disconnect', params: [] }],
  ['null for parameters', { id: 'a', method: 'miden_disconnect', params: null }],
]) {
  test(`request: ${name}: is not written`, () => {
    assert.throws(() => encodeRequest(request), TypeError);
  });
}
