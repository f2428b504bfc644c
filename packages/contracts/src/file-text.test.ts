import { expect, it } from 'vitest';
import { readFileText } from './file-text.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
const utf16 = (text: string, isLittle: boolean) =>
  Array.from(text).flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });

it.each([
  ['UTF-8', bytes('code,label\nDĪWALI,₹')],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], 'code,label\nDĪWALI,₹')],
  ['UTF-16, little end first', bytes([0xff, 0xfe], utf16('code,label\nDĪWALI,₹', true))],
  ['UTF-16, big end first', bytes([0xfe, 0xff], utf16('code,label\nDĪWALI,₹', false))],
])('reads %s', (_name, file) => {
  expect(readFileText(file)).toBe('code,label\nDĪWALI,₹');
});

it.each([
  ['Windows-1252', bytes('caf', [0xe9])],
  ['UTF-16 without a mark', bytes(utf16('code', true))],
  ['a spreadsheet of Excel', bytes('PK', [3, 4, 0, 0, 0xff])],
])('rejects %s', (_name, file) => {
  expect(readFileText(file)).toBeUndefined();
});
