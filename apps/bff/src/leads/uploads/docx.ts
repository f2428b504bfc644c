import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

/** Reads `length` bytes at `offset`; fewer at the end of the file. */
export type ReadRange = (offset: number, length: number) => Promise<Buffer>;

const endSignature = Buffer.from('504b0506', 'hex');
const endBytes = 22;
const entryBytes = 46;
const maxCommentBytes = 65_535;
const maxDirectoryBytes = 1024 * 1024;
const maxEntries = 10_000;

/** Reads from the end of a file, where a ZIP's central directory is; refuses other ranges. */
class TailReader extends RandomAccessReader {
  readonly #tail: Buffer;
  readonly #start: number;

  constructor(tail: Buffer, start: number) {
    super();
    this.#tail = tail;
    this.#start = start;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const from = position - this.#start;
    if (from < 0 || from + length > this.#tail.length) callback(new Error('not within the end of the file'));
    else callback(null, this.#tail.copy(buffer, offset, from, from + length));
  }
}

/** Entry names of a ZIP's central directory, or null if unreadable. */
async function zipNames(read: ReadRange, size: number): Promise<string[] | null> {
  const tailBytes = Math.min(size, maxDirectoryBytes + endBytes + maxCommentBytes);
  const tail = await read(size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(endSignature);
  if (end < 0 || end + endBytes > tail.length) return null;
  // Mail gateways may append bytes after the end record of the ZIP.
  const zipEnd = Math.min(tail.length, end + endBytes + tail.readUInt16LE(end + 20));
  const start = size - tailBytes;
  const names: string[] = [];
  let directoryBytes = 0;
  try {
    const reader = new TailReader(tail.subarray(0, zipEnd), start);
    // Raw names: Word ignores the Unicode path extra field.
    const options = { decodeStrings: false, validateEntrySizes: false };
    const zip = await fromRandomAccessReaderPromise(reader, start + zipEnd, options);
    if (zip.entryCount > maxEntries) return null;
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileNameRaw.toString('utf8'));
      directoryBytes += entryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    }
  } catch {
    // A file that yauzl cannot read is refused.
    return null;
  }
  // Entries beyond the count are not listed here, but programs that read the directory by its size would find
  // them.
  return directoryBytes === tail.readUInt32LE(end + 12) ? names : null;
}

/** True for a DOCX without macros. */
export async function isPlainDocx(read: ReadRange, size: number): Promise<boolean> {
  const found = await zipNames(read, size);
  // Part names are case-insensitive, and some programs write backslashes.
  const names = found?.map((name) => name.toLowerCase().replaceAll('\\', '/').replace(/^\//, '')) ?? [];
  return (
    names.includes('[content_types].xml') &&
    names.some((name) => name.startsWith('word/')) &&
    !names.some((name) => name.endsWith('vbaproject.bin'))
  );
}
