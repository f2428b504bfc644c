/** Text of a file that a spreadsheet saved. */

/**
 * @param bytes UTF-8, or UTF-16 with its mark, as Excel's "Unicode text" has
 * @returns the text without its mark; undefined if the bytes are another encoding
 */
export function readFileText(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without its mark decodes as UTF-8.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

export const unreadableFile = 'The file is not text in UTF-8. Save it as "CSV UTF-8" and choose it again.';
