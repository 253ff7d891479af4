import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createEmitter } from '../src/emitter.js';

// A listener that keeps its values.
function recorder() {
  const record = (...values) => record.calls.push(values);
  record.calls = [];
  return record;
}

for (const method of ['on', 'addListener']) {
  test(`emitter: ${method}: is called at each event of its name with the values`, () => {
    const emitter = createEmitter();
    const record = recorder();
    emitter[method]('connect', record);
    assert.equal(emitter.emit('connect', 1, 2), true);
    emitter.emit('disconnect');
    emitter.emit('connect');
    assert.deepEqual(record.calls, [[1, 2], []]);
  });
}

test('emitter: once: is called at the first event only, also if it fires the event itself', () => {
  const emitter = createEmitter();
  const record = recorder();
  emitter.once('connect', () => {
    record();
    emitter.emit('connect');
  });
  emitter.emit('connect');
  assert.deepEqual(record.calls, [[]]);
});

for (const method of ['off', 'removeListener']) {
  test(`emitter: ${method} with a listener: removes it, added by on or once, and no other`, () => {
    const emitter = createEmitter();
    const [removed, kept] = [recorder(), recorder()];
    emitter.on('connect', removed).once('connect', removed).on('connect', kept).on('disconnect', removed);
    emitter[method]('connect', removed);
    emitter.emit('connect');
    emitter.emit('disconnect');
    assert.deepEqual([removed.calls.length, kept.calls.length], [1, 1]);
  });

  test(`emitter: ${method} without a listener: removes all of the event`, () => {
    const emitter = createEmitter();
    emitter.on('connect', recorder()).on('disconnect', recorder());
    emitter[method]('connect');
    assert.deepEqual([emitter.emit('connect'), emitter.emit('disconnect')], [false, true]);
  });
}

test('emitter: removeListener of once only: keeps the listener that was added by on', () => {
  const emitter = createEmitter();
  const record = recorder();
  emitter.on('connect', record).once('connect', record);
  emitter.removeListener('connect', record, undefined, true);
  emitter.emit('connect');
  assert.equal(record.calls.length, 1);
});

test('emitter: removeListener with a context: removes the listener of that context', () => {
  const emitter = createEmitter();
  const contexts = [];
  function record() {
    contexts.push(this);
  }
  const [one, other] = [{}, {}];
  emitter.on('connect', record, one).on('connect', record, other);
  emitter.removeListener('connect', record, one);
  emitter.emit('connect');
  assert.equal(contexts.length, 1);
  assert.equal(contexts[0], other);
});

for (const [name, argument, left] of [
  ['an event', 'connect', [false, true]],
  ['no event', undefined, [false, false]],
]) {
  test(`emitter: removeAllListeners with ${name}: removes those`, () => {
    const emitter = createEmitter();
    emitter.on('connect', recorder()).on('disconnect', recorder());
    emitter.removeAllListeners(argument);
    assert.deepEqual([emitter.emit('connect'), emitter.emit('disconnect')], left);
  });
}

test('emitter: a listener that is added or removed by another: changes the next event only', () => {
  const emitter = createEmitter();
  const [added, removed] = [recorder(), recorder()];
  emitter.once('connect', () => emitter.on('connect', added).off('connect', removed));
  emitter.on('connect', removed);
  emitter.emit('connect');
  assert.deepEqual([added.calls.length, removed.calls.length], [0, 1]);
  emitter.emit('connect');
  assert.deepEqual([added.calls.length, removed.calls.length], [1, 1]);
});

test('emitter: a listener that is no function: is refused', () => {
  assert.throws(() => createEmitter().on('connect', null), TypeError);
});
