/** What a resume is by its content, and whether its name agrees (OWASP ASVS 5.2.2). */

/** Reads `length` bytes of a file from `offset`; fewer where the file ends. */
export type ReadRange = (offset: number, length: number) => Promise<Buffer>;

export interface ResumeType {
  extension: '.pdf' | '.doc' | '.docx';
  mediaType: string;
}

interface Signature extends ResumeType {
  starts: Buffer;
}

const signatures: Signature[] = [
  { extension: '.pdf', mediaType: 'application/pdf', starts: Buffer.from('%PDF-') },
  { extension: '.doc', mediaType: 'application/msword', starts: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
  {
    extension: '.docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    starts: Buffer.from('504b0304', 'hex'),
  },
];

/** The type that a file name claims, or undefined for all that are not taken. */
export function claimedType(fileName: string): ResumeType | undefined {
  const name = fileName.toLowerCase();
  return signatures.find(({ extension }) => name.endsWith(extension));
}

/** True when the beginning of a file is that of the claimed type. */
export function beginsAs(type: ResumeType, head: Buffer): boolean {
  const signature = signatures.find(({ extension }) => extension === type.extension);
  return signature !== undefined && head.subarray(0, signature.starts.length).equals(signature.starts);
}

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
  const names = await zipNames(read, size);
  if (!names) return false;
  return (
    names.includes('[Content_Types].xml') &&
    names.some((name) => name.startsWith('word/')) &&
    !names.some((name) => name.toLowerCase().endsWith('vbaproject.bin'))
  );
}
