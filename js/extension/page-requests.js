// The requests of pages, checked as the wallet would: a message that the wallet refuses counts against the socket, which
// all pages share.

import { ErrorCode, RpcError } from '../src/errors.js';
import { VERSION } from '../src/messages.js';
import { LARGEST_MESSAGE } from './channel.js';

const DEEPEST_NESTING = 64;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const METHOD = /^[!-~]{1,128}$/;
// Half of a surrogate pair, which no text in UTF-8 has.
const LONE_SURROGATE = /\p{Surrogate}/u;

// The request of a page, made anew out of its members, with its sender, and its size in bytes. Throws an `RpcError` with the id
// if it has one.
export function addressRequest(text, sender) {
  if (typeof text !== 'string' || byteLength(text) > LARGEST_MESSAGE) throw tooLarge(null);
  const message = parse(text);
  if (!isObject(message)) throw invalid('The message is not an object');
  const id = typeof message.id === 'string' && ID.test(message.id) ? message.id : null;
  if (isDeeper(message, DEEPEST_NESTING)) throw new RpcError(ErrorCode.PARSE, 'The message is nested too deep');
  const { jsonrpc, version, method, params } = message;
  if (jsonrpc !== '2.0') throw invalid('The message is not JSON-RPC 2.0', id);
  if (!Number.isInteger(version)) throw invalid('The message has no version', id);
  if (id === null) throw invalid('The id is not a string of 1 to 64 characters');
  if (typeof method !== 'string' || method === '') throw invalid('The request has no method', id);
  if (!METHOD.test(method)) throw invalid('The method is not 1 to 128 visible ASCII characters', id);
  if (!isWellFormed(params)) throw invalid('A text in the parameters is not Unicode', id);
  if ('result' in message || 'error' in message) throw invalid('A request has neither a result nor an error', id);
  if (version !== VERSION) {
    const data = { supported: [VERSION] };
    throw new RpcError(ErrorCode.UNSUPPORTED_VERSION, `Version ${version} is not supported`, { id, data });
  }
  // What the extension itself asks is not for pages.
  if (method === 'miden_pageClosed') throw new RpcError(ErrorCode.UNKNOWN_METHOD, `There is no method ${method}`, { id });
  const request = JSON.stringify({ jsonrpc, version, id, method, params, sender });
  const size = byteLength(request);
  if (size > LARGEST_MESSAGE) throw tooLarge(id);
  return { id, text: request, size };
}

// The response that ends a call that the wallet does not get.
export function failure({ id, code, message, data }) {
  return JSON.stringify({ jsonrpc: '2.0', version: VERSION, id, error: { code, message, data } });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(ErrorCode.PARSE, 'The message is not JSON');
  }
}

function isDeeper(value, most) {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((each) => isDeeper(each, most - 1));
}

// Whether all texts in a value are, names included.
function isWellFormed(value) {
  if (typeof value === 'string') return !LONE_SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isWellFormed(name) && isWellFormed(each));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byteLength(text) {
  return new TextEncoder().encode(text).length;
}

function tooLarge(id) {
  return new RpcError(ErrorCode.PAYLOAD_TOO_LARGE, `The message is larger than ${LARGEST_MESSAGE} bytes`, { id });
}

function invalid(reason, id = null) {
  return new RpcError(ErrorCode.INVALID_REQUEST, reason, { id });
}
