const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Control characters other than tab, line feed, form feed and carriage return: no text has them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const binary = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

function textIn(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Decodes a text file saved by a spreadsheet program: UTF-8 with or without a byte order mark, UTF-16 with
 * one, otherwise Windows-1252, which Excel writes as "CSV" in western Europe.
 * @returns the text, or why the file is not a text file: a spreadsheet format, or other binary data
 */
export function decodeText(bytes: Uint8Array): { text: string } | { no: 'spreadsheet' | 'text' } {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return { no: 'spreadsheet' };
  const text = textIn(bytes);
  return binary.test(text) ? { no: 'text' } : { text };
}
