/** The codes of the wallet RPC. An app's own errors have other ones. */
export const ErrorCode: Readonly<{
  PARSE: -32700;
  INVALID_REQUEST: -32600;
  UNKNOWN_METHOD: -32601;
  INVALID_PARAMETERS: -32602;
  INTERNAL: -32603;
  NOT_FOUND: -32001;
  RATE_LIMITED: -32005;
  UNSUPPORTED_VERSION: -32006;
  PAYLOAD_TOO_LARGE: -32010;
  LOCKED: -32011;
  BUSY: -32012;
  PAYLOAD_NOT_SIGNED: -3;
  REJECTED: 4001;
  UNAUTHORIZED_ORIGIN: 4100;
  UNSUPPORTED_METHOD: 4200;
  DISCONNECTED: 4900;
  WRONG_NETWORK: 4901;
}>;

/** An error of the wallet RPC. */
export class RpcError extends Error {
  constructor(code: number, message: string, options?: { id?: string | null; data?: Record<string, unknown> });
  /** What went wrong. */
  readonly code: number;
  /** The id of the call, or null if it could not be read. */
  readonly id: string | null;
  /** More about it: `retryAfter` if rate limited, `supported` if the version is not. */
  readonly data?: Record<string, unknown>;
}

/** The error objects of the wallet adapter. Pages test `name` and `message`. */
export class MidenWalletError extends Error {
  constructor(message: string);
}

/** `NOT_GRANTED`: declined, without a grant, for a foreign account, or without an answer. */
export class NotGrantedMidenWalletError extends MidenWalletError {
  constructor();
}

/** `NOT_FOUND`: there is no session to end. */
export class NotFoundMidenWalletError extends MidenWalletError {
  constructor();
}

/** `INVALID_PARAMS`, with the reason if there is one. */
export class InvalidParamsMidenWalletError extends MidenWalletError {
  constructor(reason?: string);
}

/** The adapter's error object for an error of the wallet RPC. */
export function adapterError(error: RpcError): MidenWalletError;
