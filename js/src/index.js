export * from './base64.js';
export * from './errors.js';
export * from './messages.js';
export * from './safari.js';
