/** Reads `length` bytes of a file from `offset`; fewer where the file ends. */
export type ReadRange = (offset: number, length: number) => Promise<Buffer>;

const endSignature = 0x06054b50;
const endBytes = 22;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const maxCommentBytes = 65_535;
const maxDirectoryBytes = 1024 * 1024;

/** The names in a ZIP's central directory, or null where it has none that can be read. */
async function zipNames(read: ReadRange, size: number): Promise<string[] | null> {
  const tailBytes = Math.min(size, endBytes + maxCommentBytes);
  const tail = await read(size - tailBytes, tailBytes);
  let end = tail.length - endBytes;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) return null;
  const directoryBytes = tail.readUInt32LE(end + 12);
  const directoryStart = tail.readUInt32LE(end + 16);
  if (directoryBytes > maxDirectoryBytes || directoryStart + directoryBytes > size) return null;

  const directory = await read(directoryStart, directoryBytes);
  const names: string[] = [];
  let at = 0;
  while (at + entryBytes <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const skip = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    names.push(directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes));
    at += entryBytes + nameBytes + skip;
  }
  return at === directory.length ? names : null;
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
