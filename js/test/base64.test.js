import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decodeBase64, encodeBase64 } from '../src/base64.js';

test('base64: all byte values and a mebibyte: come back as they were', () => {
  for (const length of [0, 1, 2, 3, 256, 1 << 20]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index & 255);
    const text = encodeBase64(bytes);
    assert.equal(text, Buffer.from(bytes).toString('base64'));
    assert.deepEqual(decodeBase64(text), bytes);
  }
});

for (const text of ['AA', 'AA=', 'AB==', 'AAB=', 'AA==\n', ' AA==', '_-8=', 'A', '====']) {
  test(`base64: ${JSON.stringify(text)}: is refused`, () => {
    assert.throws(() => decodeBase64(text), TypeError);
  });
}
