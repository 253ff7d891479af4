export * from './base64.js';
export * from './errors.js';
export * from './install.js';
export * from './messages.js';
export * from './provider.js';
export * from './safari.js';
export * from './socket.js';
