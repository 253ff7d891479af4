// What the wallet answers, in the form of the adapter and without what else an answer has.

import { decodeBase64 } from './base64.js';
import { ErrorCode, RpcError, adapterError } from './errors.js';

const GUARDIAN_TEXTS = ['guardianEndpoint', 'guardianProvider', 'guardianSyncStatus'];

export function readAssets(value) {
  if (!isListOf(isAsset, value)) throw malformed('The wallet answered no list of assets');
  return value;
}

export function readBalances(value) {
  if (!isListOf(isBalance, value)) throw malformed('The wallet answered no list of balances');
  return value.map(({ faucetId, amount, decimals, symbol }) => ({ faucetId, amount, decimals, symbol }));
}

export function readNotes(value) {
  if (!isListOf(isNote, value)) throw malformed('The wallet answered no list of notes');
  return value.map(readNote);
}

// What the wallet does not know is left out.
function readNote({ noteId, senderAccountId, assets, noteType, nullifier, state }) {
  return {
    noteId,
    ...(isText(senderAccountId) && { senderAccountId }),
    assets: assets.map(({ amount, faucetId }) => ({ amount, faucetId })),
    ...(Number.isInteger(noteType) && { noteType }),
    nullifier,
    state,
  };
}

export function readTransactionOutput({ txHash, outputNotes, errorMessage }) {
  if (typeof errorMessage === 'string') return { errorMessage };
  if (typeof txHash !== 'string' || !isListOf(isText, outputNotes)) {
    throw malformed('The wallet answered no transaction');
  }
  return { txHash, outputNotes };
}

export function readGuardianInfo(value) {
  const isInfo =
    typeof value?.isGuardianAccount === 'boolean' &&
    GUARDIAN_TEXTS.every((name) => value[name] === null || isText(value[name]));
  if (!isInfo) throw malformed('The wallet answered nothing of a guardian');
  const { isGuardianAccount, guardianEndpoint, guardianProvider, guardianSyncStatus } = value;
  return { isGuardianAccount, guardianEndpoint, guardianProvider, guardianSyncStatus };
}

export function readSigned({ address, network, publicKey, message, signature }) {
  if (!isListOf(isText, [address, network, message])) throw malformed('The wallet answered no signed message');
  return { address, network, publicKey: readBytes(publicKey), message, signature: readBytes(signature) };
}

export function readText(value, what) {
  if (!isText(value)) throw malformed(`The wallet answered no ${what}`);
  return value;
}

export function readBytes(text) {
  try {
    return decodeBase64(text);
  } catch {
    throw malformed('The wallet answered bytes that are not base64');
  }
}

// The data of the event, null if it is none that is specified.
export function readTransactionChange(data) {
  if (!isText(data?.transactionId) || !isText(data.state)) return null;
  const { transactionId, state, txHash } = data;
  return { transactionId, state, ...(isText(txHash) && { txHash }) };
}

function malformed(message) {
  return adapterError(new RpcError(ErrorCode.INVALID_REQUEST, message));
}

function isListOf(isElement, value) {
  return Array.isArray(value) && value.every(isElement);
}

function isAsset(asset) {
  return isText(asset?.faucetId) && isText(asset.amount);
}

function isBalance(balance) {
  const { decimals, symbol } = balance ?? {};
  return isAsset(balance) && (decimals === null || Number.isInteger(decimals)) && (symbol === null || isText(symbol));
}

function isNote(note) {
  const { noteId, nullifier, state, assets } = note ?? {};
  return isText(noteId) && isText(nullifier) && Number.isInteger(state) && isListOf(isAsset, assets);
}

function isText(value) {
  return typeof value === 'string';
}
