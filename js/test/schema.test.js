import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const examples = read('../examples/messages.json');
const schema = read('../schema/wallet-rpc.schema.json');

// The keywords of JSON Schema that the schema uses. One that is missing here is an error.
const keywords = {
  $ref: (pointer, value) => valid(schema.$defs[pointer.replace('#/$defs/', '')], value),
  allOf: (schemas, value) => schemas.every((each) => valid(each, value)),
  anyOf: (schemas, value) => schemas.some((each) => valid(each, value)),
  oneOf: (schemas, value) => schemas.filter((each) => valid(each, value)).length === 1,
  not: (negated, value) => !valid(negated, value),
  if: (condition, value, { then }) => !valid(condition, value) || valid(then, value),
  then: () => true,
  type: (types, value) => [types].flat().some((type) => isOfType(type, value)),
  const: (constant, value) => value === constant,
  enum: (values, value) => values.includes(value),
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minLength: (length, value) => typeof value !== 'string' || [...value].length >= length,
  maxLength: (length, value) => typeof value !== 'string' || [...value].length <= length,
  minimum: (minimum, value) => typeof value !== 'number' || value >= minimum,
  maximum: (maximum, value) => typeof value !== 'number' || value <= maximum,
  items: (item, value) => !Array.isArray(value) || value.every((each) => valid(item, each)),
  minItems: (count, value) => !Array.isArray(value) || value.length >= count,
  maxItems: (count, value) => !Array.isArray(value) || value.length <= count,
  required: (names, value) => !isOfType('object', value) || names.every((name) => name in value),
  properties: (properties, value) =>
    !isOfType('object', value) ||
    Object.entries(properties).every(([name, each]) => !(name in value) || valid(each, value[name])),
  description: () => true,
  title: () => true,
  $schema: () => true,
  $id: () => true,
  $defs: () => true,
};

function valid(part, value) {
  return Object.entries(part).every(([keyword, argument]) => keywords[keyword](argument, value, part));
}

function isOfType(type, value) {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

const isValid = (name, value) => valid(schema.$defs[name], value);

for (const { name, request, response } of examples.calls) {
  test(`schema: ${name}: takes request and response`, () => {
    assert.ok(isValid('request', request));
    assert.ok(isValid('success', response));
    assert.ok(valid(schema, request) && valid(schema, response));
    const result = `${request.method}.result`;
    if (request.method.startsWith('miden_')) assert.ok(isValid(result, response.result));
  });
}

for (const { name, request, response } of examples.extension) {
  test(`schema: extension: ${name}: takes request and response`, () => {
    assert.ok(isValid('request', request) && isValid('response', response));
    assert.ok(valid(schema, request) && valid(schema, response));
    if ('result' in response) assert.ok(isValid(`${request.method}.result`, response.result));
  });
}

test('schema: errors and events: are taken', () => {
  for (const { name, response } of examples.errors) {
    assert.ok(isValid('failure', response) && valid(schema, response), name);
  }
  for (const { name, message } of examples.events) {
    assert.ok(isValid('event', message) && valid(schema, message), name);
  }
});

test('schema: each method: has an example', () => {
  const calls = [...examples.calls, ...examples.extension];
  const shown = new Set(calls.map(({ request }) => `${request.method}.params`));
  const missing = Object.keys(schema.$defs).filter((name) => name.endsWith('.params') && !shown.has(name));
  assert.deepEqual(missing, []);
});

test('schema: messages of the Safari library: are taken', () => {
  for (const { name, envelope, request, response } of examples.safari) {
    assert.ok(isValid(`safari.${envelope}.request`, request), name);
    assert.ok(isValid(`safari.${envelope}.response`, response), name);
  }
});

for (const { name, text, params, method } of examples.otherForms) {
  test(`schema: request: ${name}: is taken, also as it is written`, () => {
    assert.ok(isValid('request', JSON.parse(text)));
    assert.ok(isValid(`${method}.params`, params));
  });
}

// What is not JSON has no schema, and neither has a method that a wallet may or may not know. JSON.parse does not tell
// how a number is written.
const formless = new Set([-32700, -32601]);
const hasSchema = ({ code, content, beyondSchema }) => !formless.has(code) && !content && !beyondSchema;
for (const { name, text } of examples.refusedRequests.filter(hasSchema)) {
  test(`schema: request: ${name}: is refused`, () => {
    assert.ok(!isValid('request', JSON.parse(text)));
  });
}

for (const { name, text } of examples.refusedResponses.filter(({ code }) => !formless.has(code))) {
  test(`schema: response: ${name}: is refused`, () => {
    const message = JSON.parse(text);
    assert.ok(!isValid('response', message) && !isValid('event', message));
  });
}
