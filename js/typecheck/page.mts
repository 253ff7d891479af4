// What a page in TypeScript writes. Compiled and not run: `tsc -p js`.

import {
  ErrorCode,
  JSONObject,
  Methods,
  NativeRpcResponse,
  NativeSignPayloadsResult,
  VERSION,
  adapterError,
  decodeBase64,
  decodeMessage,
  encodeRequest,
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
