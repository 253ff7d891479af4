/** Writes bytes in base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string;

/**
 * Reads bytes in base64 with padding.
 * @throws {TypeError} if the text is anything else, also with whitespace or without padding.
 */
export function decodeBase64(text: string): Uint8Array;
