// The functions of the Safari extension wallet library, with its names and its messages of version 0.2.0: `params` and
// `result` are JSON strings.

// Safari delivers to the extension's own handler whatever application is named.
const APPLICATION = '_';

export const NATIVE_GET_ACCOUNTS_RPC_METHOD = 'NATIVE_GET_ACCOUNTS_METHOD';
export const NATIVE_SIGN_PAYLOADS_RPC_METHOD = 'NATIVE_SIGN_PAYLOADS_METHOD';

export class SafariExtensionWalletlibRpcError extends Error {
  constructor(jsonRpcId, code, message) {
    super(message);
    this.name = 'SafariExtensionWalletlibRpcError';
    this.jsonRpcId = jsonRpcId;
    this.code = code;
  }
}

export async function sendNativeRpcRequest({ method, params = null, id = crypto.randomUUID() }) {
  const text = params === null || typeof params === 'string' ? params : JSON.stringify(params);
  return browser.runtime.sendNativeMessage(APPLICATION, { jsonrpc: '2.0', method, params: text, id });
}

export async function sendNativeGetAccountsRequest(id = crypto.randomUUID()) {
  const response = await sendNativeRpcRequest({ method: NATIVE_GET_ACCOUNTS_RPC_METHOD, id });
  return resultWith('addresses', response, id);
}

export async function sendNativeSignPayloadsRequest({ address, payloads, id = crypto.randomUUID() }) {
  const params = { address, payloads };
  const response = await sendNativeRpcRequest({ method: NATIVE_SIGN_PAYLOADS_RPC_METHOD, params, id });
  return resultWith('signed_payloads', response, id);
}

// The result if it has a list of strings of that name.
function resultWith(name, response, id) {
  const error = response?.error;
  if (error) throw new SafariExtensionWalletlibRpcError(id, error.code, error.message);
  if (typeof response?.result !== 'string') throw new Error('Received an unexpected response format.');
  const result = JSON.parse(response.result);
  const list = result?.[name];
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw new Error(`The result has no list of strings ${name}`);
  }
  return result;
}
