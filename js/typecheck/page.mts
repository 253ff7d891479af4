// What a page in TypeScript writes. Compiled and not run: `tsc -p js`.

import {
  ErrorCode,
  JSONObject,
  Methods,
  NativeRpcResponse,
  NativeSignPayloadsResult,
  Permission,
  SignedText,
  TransactionOutput,
  VERSION,
  WalletSocket,
  adapterError,
  createProvider,
  decodeBase64,
  decodeMessage,
  defineProvider,
  encodeRequest,
  installProvider,
  sendNativeRpcRequest,
  sendNativeSignPayloadsRequest,
} from '../src/index.js';

const version: 1 = VERSION;
const params: Methods['miden_signBytes']['params'] = { address: 'mtst1', payload: 'AA==', kind: 'word' };
export const request: string = encodeRequest({ id: `a${version}`, method: 'miden_signBytes', params });
// @ts-expect-error There is no such kind.
export const wrongKind: Methods['miden_signBytes']['params'] = { address: 'mtst1', payload: 'AA==', kind: 'text' };
// @ts-expect-error A request has an id.
export const withoutID = (): string => encodeRequest({ method: 'miden_disconnect' });

const message = decodeMessage('');
if (message.kind === 'failure') {
  const { code, data, id } = message.error;
  if (code === ErrorCode.RATE_LIMITED) console.log(data?.retryAfter, id);
  const error: Error = adapterError(message.error);
  throw error;
} else if (message.kind === 'event') {
  console.log(message.event, message.data);
} else {
  // @ts-expect-error A success has no error.
  console.log(message.id, message.error);
}

export const bytes: Uint8Array = decodeBase64('AA==');

// The custom method of the Safari library's documentation.
type MyCustomPingRequestParams = { pingParam1: string; pingParam2: string[] };
const ping: MyCustomPingRequestParams = { pingParam1: 'ping', pingParam2: ['ping'] };
const pingObject: JSONObject = ping;
const nativeResponse: NativeRpcResponse = await sendNativeRpcRequest({ method: 'PING', params: pingObject });
if (nativeResponse.result) {
  const pong: { pong: string } = JSON.parse(nativeResponse.result);
  console.log(pong.pong);
} else {
  console.error(nativeResponse.error?.code);
}
export const signed: NativeSignPayloadsResult = await sendNativeSignPayloadsRequest({
  address: 'mtst1',
  payloads: ['AA=='],
});

// The wallet of a page.
const wallet = installProvider('http://127.0.0.1:8600');
await wallet.connect('UPON_REQUEST', 'testnet', 1);
await wallet.connect('Shop');
export const address: string = (await wallet.request({ method: 'miden_requestAccounts' }))[0];
export const amounts: string[] = (await wallet.requestAssets()).assets.map(({ amount }) => amount);
const { signature }: SignedText = await wallet.signMessage('text');
export const word: Promise<{ signature: Uint8Array }> = wallet.signBytes(signature, 'word');
// @ts-expect-error There is no such kind.
wallet.signBytes(signature, 'text');
const { transactionId } = await wallet.requestSend({
  recipientAddress: 'mtst1',
  faucetId: 'mtst1',
  noteType: 'private',
  amount: 9007199254740993n,
});
const output: TransactionOutput = await wallet.waitForTransaction(transactionId);
export const hash: string = 'errorMessage' in output ? output.errorMessage : output.txHash;
// @ts-expect-error There is no such type.
wallet.requestTransaction({ type: 'mint', payload: {} });
wallet.on('transactionChange', ({ state }) => console.log(state));
wallet.on('accountChange', (permission: Permission | null) => console.log(permission?.rpc)).off('connect');
// @ts-expect-error There is no such event.
wallet.on('laterChange', () => {});

const socket = new WalletSocket('ws://127.0.0.1:8600/rpc', { storage: localStorage });
export const token: string | undefined = (await socket.call('miden_connect', { appName: 'Shop' })).token;
export const custom: Record<string, unknown> = await socket.call('PING', ping);
createProvider(socket).connect();
defineProvider('extension', window, class extends WebSocket {}).connect();
