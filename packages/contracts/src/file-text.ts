/** Reads the text of a file saved by a spreadsheet. */

/**
 * @param bytes UTF-8, or UTF-16 with a byte order mark, as in Excel's "Unicode text"
 * @returns the text without its byte order mark; undefined for another encoding
 */
export function readFileText(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Latin text in UTF-16 without a byte order mark is also valid UTF-8, with NUL characters.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

export const unreadableFile = 'The file is not text in UTF-8. Save it as "CSV UTF-8" and choose it again.';
