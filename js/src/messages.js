// The envelopes of the wallet RPC, as docs/wallet-rpc.md specifies them.

import { ErrorCode, RpcError } from './errors.js';

export const VERSION = 1;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const EVENT_METHOD = 'miden_event';

export function encodeRequest({ id, method, params }) {
  if (!isID(id)) throw new TypeError('The id is not a string of 1 to 64 characters out of A-Z a-z 0-9 - _');
  if (typeof method !== 'string' || method === '') throw new TypeError('The method is not a name');
  if (params !== undefined && !isObject(params)) throw new TypeError('The parameters are not an object');
  return JSON.stringify({ jsonrpc: '2.0', version: VERSION, id, method, params });
}

export function decodeMessage(text) {
  const message = parse(text);
  if (!isObject(message)) throw invalid('The message is not an object');
  const id = isID(message.id) ? message.id : null;
  if (message.jsonrpc !== '2.0') throw invalid('The message is not JSON-RPC 2.0', id);
  if (!Number.isInteger(message.version)) throw invalid('The message has no version', id);
  if (message.version !== VERSION) {
    throw new RpcError(ErrorCode.UNSUPPORTED_VERSION, `Version ${message.version} is not supported`, {
      id,
      data: { supported: [VERSION] },
    });
  }
  return 'method' in message ? decodeEvent(message, id) : decodeResponse(message, id);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(ErrorCode.PARSE, 'The message is not JSON');
  }
}

function decodeEvent(message, id) {
  const { method, params } = message;
  if (method !== EVENT_METHOD || 'id' in message) throw invalid('A wallet sends responses and events only', id);
  if (!isObject(params) || typeof params.event !== 'string') throw invalid('The event has no name');
  if ('data' in params && !isObject(params.data)) throw invalid('The data of the event is not an object');
  return { kind: 'event', event: params.event, data: params.data };
}

function decodeResponse(message, id) {
  if ('result' in message === 'error' in message) throw invalid('A response has either a result or an error', id);
  if ('error' in message) {
    if (id === null && message.id !== null) throw invalid('The response has no id');
    return { kind: 'failure', id, error: decodeError(message.error, id) };
  }
  if (id === null) throw invalid('The response has no id');
  if (!isObject(message.result)) throw invalid('The result is not an object', id);
  return { kind: 'success', id, result: message.result };
}

function decodeError(error, id) {
  if (!isObject(error) || !Number.isInteger(error.code) || typeof error.message !== 'string') {
    throw invalid('The error has no code or no message', id);
  }
  if ('data' in error && !isObject(error.data)) throw invalid('The data of the error is not an object', id);
  return new RpcError(error.code, error.message, { id, data: error.data });
}

function invalid(reason, id = null) {
  return new RpcError(ErrorCode.INVALID_REQUEST, reason, { id });
}

function isID(value) {
  return typeof value === 'string' && ID.test(value);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
