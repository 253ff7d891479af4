/** A value that JSON can hold. */
export type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject;

/** An object that JSON can hold. */
export type JSONObject = { [key: string]: JSONValue };

/** A request to the native side of a Safari extension. */
export interface NativeRpcRequest {
  method: string;
  /** The parameters, or their JSON text. */
  params?: string | JSONObject | null;
  /** A random one by default. */
  id?: string;
}

/** An answer of the native side: either a result or an error. */
export interface NativeRpcResponse {
  id: string;
  /** The JSON text of the result. */
  result?: string | null;
  error?: { code: number; message: string } | null;
}

/** The result of {@link sendNativeGetAccountsRequest}. */
export type NativeGetAccountsResult = {
  /** Addresses in bech32. */
  addresses: string[];
};

/** The parameters of {@link sendNativeSignPayloadsRequest}. */
export type NativeSignPayloadsParams = {
  /** The account's address, in bech32. */
  address: string;
  /** Words of 32 bytes or serialized signing inputs, in base64. */
  payloads: string[];
};

/** The result of {@link sendNativeSignPayloadsRequest}. */
export type NativeSignPayloadsResult = {
  /** For each payload the tag of the scheme and the signature, in base64. */
  signed_payloads: string[];
};

/** The name of the method that {@link sendNativeGetAccountsRequest} calls. */
export const NATIVE_GET_ACCOUNTS_RPC_METHOD: 'NATIVE_GET_ACCOUNTS_METHOD';

/** The name of the method that {@link sendNativeSignPayloadsRequest} calls. */
export const NATIVE_SIGN_PAYLOADS_RPC_METHOD: 'NATIVE_SIGN_PAYLOADS_METHOD';

/** An error that the native side answered. */
export class SafariExtensionWalletlibRpcError extends Error {
  constructor(jsonRpcId: string, code: number, message: string);
  jsonRpcId: string;
  code: number;
}

/** Sends a request to the native side of the extension, and returns what it answers. */
export function sendNativeRpcRequest(request: NativeRpcRequest): Promise<NativeRpcResponse>;

/**
 * Asks for the user's accounts.
 * @throws {SafariExtensionWalletlibRpcError} if the native side answers an error.
 */
export function sendNativeGetAccountsRequest(id?: string): Promise<NativeGetAccountsResult>;

/**
 * Asks for signatures by the account of an address.
 * @throws {SafariExtensionWalletlibRpcError} if the native side answers an error; -3 if the user declined.
 */
export function sendNativeSignPayloadsRequest(
  request: NativeSignPayloadsParams & { id?: string }
): Promise<NativeSignPayloadsResult>;
