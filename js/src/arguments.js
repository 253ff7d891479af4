// The arguments of the adapter as the parameters that the wallet takes. The wallet judges the values: only what JSON
// would change is refused here.

import { encodeBase64 } from './base64.js';
import { InvalidParamsMidenWalletError } from './errors.js';

// Without the sender a page means the account that it is connected to. Adapters before 0.10 have `…AccountId` for
// `…Address`.
export function sendParams(transaction, connected) {
  const { senderAddress, senderAccountId, recipientAddress, recipientAccountId } = readObject(transaction);
  const { faucetId, noteType, amount, recallBlocks } = transaction;
  return {
    address: senderAddress ?? senderAccountId ?? connected,
    recipientAddress: recipientAddress ?? recipientAccountId,
    faucetId,
    noteType,
    amount: writeAmount(amount),
    recallBlocks,
  };
}

export function consumeParams(transaction, connected) {
  const { faucetId, noteId, noteType, amount, noteBytes } = readObject(transaction);
  return {
    address: connected,
    noteId,
    noteBytes: writeBytes(noteBytes),
    faucetId,
    noteType,
    amount: writeAmount(amount),
  };
}

export function customParams(transaction, connected) {
  const { address, accountId, recipientAddress, recipientAccountId } = readObject(transaction);
  const { transactionRequest, inputNoteIds, importNotes } = transaction;
  return {
    address: address ?? accountId ?? connected,
    // The adapter requires a text, so a page without a recipient passes an empty one.
    recipientAddress: recipientAddress || recipientAccountId || undefined,
    transactionRequest: writeBytes(transactionRequest),
    inputNoteIds,
    importNotes: writeEach(importNotes),
  };
}

export function accountParams(params = {}) {
  const { accountType, storageMode, customComponents } = readObject(params);
  return { accountType, storageMode, customComponents: writeEach(customComponents) };
}

function readObject(value) {
  if (typeof value !== 'object' || value === null) {
    throw new InvalidParamsMidenWalletError('The argument is not an object');
  }
  return value;
}

// Digits, since a number above 2^53 - 1 may have been rounded before it came here.
function writeAmount(amount) {
  if (typeof amount === 'bigint') return String(amount);
  if (typeof amount !== 'number') return amount;
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new InvalidParamsMidenWalletError('The amount is not a whole number up to 2^53 - 1, a BigInt or a string');
  }
  return String(amount);
}

// Adapters before 0.8.0 pass a text as its bytes.
export function readMessage(message) {
  if (!ArrayBuffer.isView(message)) return message;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message);
  } catch {
    throw new InvalidParamsMidenWalletError('The message is not UTF-8');
  }
}

// Also of another frame, whose Uint8Array is another class.
export function encodeView(value) {
  if (!ArrayBuffer.isView(value)) throw new InvalidParamsMidenWalletError('The bytes are not a Uint8Array');
  return encodeBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
}

// Pages have base64 in some places and bytes in others.
function writeBytes(value) {
  return ArrayBuffer.isView(value) ? encodeView(value) : value;
}

function writeEach(values) {
  return Array.isArray(values) ? values.map(writeBytes) : values;
}
