import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

/** Reads `length` bytes of a file from `offset`; fewer where the file ends. */
export type ReadRange = (offset: number, length: number) => Promise<Buffer>;

const endSignature = Buffer.from('504b0506', 'hex');
const endBytes = 22;
const entryBytes = 46;
const maxCommentBytes = 65_535;
const maxDirectoryBytes = 1024 * 1024;
const maxEntries = 10_000;

/** The last bytes of a file, among which a ZIP's directory lies: one range is all that is read of the file. */
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

/** The names in a ZIP's central directory, or null where it has none that can be read. */
async function zipNames(read: ReadRange, size: number): Promise<string[] | null> {
  const tailBytes = Math.min(size, maxDirectoryBytes + endBytes + maxCommentBytes);
  const tail = await read(size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(endSignature);
  if (end < 0 || end + endBytes > tail.length) return null;
  // Mail gateways put bytes behind a ZIP, which is read up to its own end.
  const zipEnd = Math.min(tail.length, end + endBytes + tail.readUInt16LE(end + 20));
  const start = size - tailBytes;
  const names: string[] = [];
  let directoryBytes = 0;
  try {
    const reader = new TailReader(tail.subarray(0, zipEnd), start);
    // Bytes as they are: a field of an entry that renames it does not count for Word.
    const options = { decodeStrings: false, validateEntrySizes: false };
    const zip = await fromRandomAccessReaderPromise(reader, start + zipEnd, options);
    if (zip.entryCount > maxEntries) return null;
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileNameRaw.toString('utf8'));
      directoryBytes += entryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    }
  } catch {
    // Whatever yauzl cannot read is no document, for whichever reason.
    return null;
  }
  // A count that leaves out an entry would hide it from here, and not from a program that goes by the size.
  return directoryBytes === tail.readUInt32LE(end + 12) ? names : null;
}

/** True for a Word document in a ZIP that brings no macros. */
export async function isPlainDocx(read: ReadRange, size: number): Promise<boolean> {
  const found = await zipNames(read, size);
  // Names of parts are the same in either case, and some programs write them as paths of Windows.
  const names = found?.map((name) => name.toLowerCase().replaceAll('\\', '/').replace(/^\//, '')) ?? [];
  return (
    names.includes('[content_types].xml') &&
    names.some((name) => name.startsWith('word/')) &&
    !names.some((name) => name.endsWith('vbaproject.bin'))
  );
}
