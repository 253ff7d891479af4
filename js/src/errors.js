// Errors of the wallet RPC, and the error objects that pages of the wallet adapter test for.

export const ErrorCode = Object.freeze({
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  UNKNOWN_METHOD: -32601,
  INVALID_PARAMETERS: -32602,
  INTERNAL: -32603,
  NOT_FOUND: -32001,
  RATE_LIMITED: -32005,
  UNSUPPORTED_VERSION: -32006,
  PAYLOAD_TOO_LARGE: -32010,
  LOCKED: -32011,
  BUSY: -32012,
  PAYLOAD_NOT_SIGNED: -3,
  REJECTED: 4001,
  UNAUTHORIZED_ORIGIN: 4100,
  UNSUPPORTED_METHOD: 4200,
  DISCONNECTED: 4900,
  WRONG_NETWORK: 4901,
});

export class RpcError extends Error {
  constructor(code, message, { id = null, data } = {}) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.id = id;
    this.data = data;
  }
}

export class MidenWalletError extends Error {
  constructor(message) {
    super(message);
    this.name = 'MidenWalletError';
  }
}

export class NotGrantedMidenWalletError extends MidenWalletError {
  constructor() {
    super('NOT_GRANTED');
    this.name = 'NotGrantedMidenWalletError';
  }
}

export class NotFoundMidenWalletError extends MidenWalletError {
  constructor() {
    super('NOT_FOUND');
    this.name = 'NotFoundMidenWalletError';
  }
}

export class InvalidParamsMidenWalletError extends MidenWalletError {
  constructor(reason) {
    super(reason ? `INVALID_PARAMS: ${reason}` : 'INVALID_PARAMS');
    this.name = 'InvalidParamsMidenWalletError';
  }
}

export function adapterError(error) {
  switch (error.code) {
    case ErrorCode.REJECTED:
    case ErrorCode.UNAUTHORIZED_ORIGIN:
      return new NotGrantedMidenWalletError();
    case ErrorCode.NOT_FOUND:
      return new NotFoundMidenWalletError();
    case ErrorCode.INVALID_PARAMETERS:
    case ErrorCode.PAYLOAD_NOT_SIGNED:
      return new InvalidParamsMidenWalletError(error.message);
    case ErrorCode.WRONG_NETWORK:
      return new MidenWalletError('NETWORK_NOT_GRANTED');
    case ErrorCode.UNSUPPORTED_VERSION:
      return new MidenWalletError(
        `${error.message}. The module of the page and the wallet have different versions of the wallet RPC. ` +
          'Update the older one'
      );
    default:
      return new MidenWalletError(error.message);
  }
}
