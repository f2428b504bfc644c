import { expect, test } from 'vitest';
import { noResumes, resumes } from '../../../testing/leads/documents.ts';
import { docxNames, zipOf } from '../../../testing/leads/zip.ts';
import { documentKindOf, hasDocumentName, headBytes, mediaTypes } from './document-type.ts';
import { isPlainDocx, type ReadRange } from './docx.ts';

const reader =
  (file: Buffer): ReadRange =>
  async (offset, length) =>
    file.subarray(offset, offset + length);

test.each([
  ['cv.pdf', true],
  ['CV.PDF', true],
  ['cv.doc', true],
  ['my.cv.docx', true],
  ['cv.docm', false],
  ['cv.exe', false],
  ['cv.pdf.exe', false],
  ['pdf', false],
])('the extension of %s is allowed: %s', (name, fits) => expect(hasDocumentName(name)).toBe(fits));

test.each(resumes.map(({ what, content, mediaType }) => [what, content, mediaType] as const))(
  '%s is detected by its first bytes',
  (_what, content, mediaType) => {
    const kind = documentKindOf(content.subarray(0, headBytes));
    expect(kind && mediaTypes[kind]).toBe(mediaType);
  },
);

test.each(noResumes)('%s is not a document', (_what, content) => {
  expect(documentKindOf(content.subarray(0, headBytes))).toBeUndefined();
});

test.each(['<!--', '<?', '<!-- -->', ' ', '{', 'a:\n', '<w'])(
  'a head full of %j is classified quickly',
  (piece) => {
    const startedAt = process.threadCpuUsage();
    expect(documentKindOf(Buffer.from(piece.repeat(headBytes / piece.length)))).toBeUndefined();
    expect(process.threadCpuUsage(startedAt).user).toBeLessThan(500_000);
  },
);

const endBytes = 22;
/** A ZIP whose end record has a wrong entry count. */
function countedAs(count: number, file: Buffer): Buffer {
  file.writeUInt16LE(count, file.length - endBytes + 8);
  file.writeUInt16LE(count, file.length - endBytes + 10);
  return file;
}

function withComment(file: Buffer, comment: string): Buffer {
  file.writeUInt16LE(comment.length, file.length - 2);
  return Buffer.concat([file, Buffer.from(comment)]);
}

const manyNames = [...docxNames, ...Array.from({ length: 12_000 }, (_, index) => `word/${index}`)];

test.each([
  ['a document', zipOf(docxNames), true],
  ['a document with zero bytes after its end', Buffer.concat([zipOf(docxNames), Buffer.alloc(300)]), true],
  ['a document with Windows paths', zipOf(['[Content_Types].xml', 'word\\document.xml']), true],
  ['a document with macros', zipOf([...docxNames, 'word/vbaProject.bin']), false],
  ['a document with disguised macros', zipOf([...docxNames, 'word/VBAPROJECT.BIN']), false],
  ['a document with macros in a Windows path', zipOf([...docxNames, 'word\\vbaProject.bin']), false],
  ['any other ZIP', zipOf(['a.txt']), false],
  ['a spreadsheet', zipOf(['[Content_Types].xml', 'xl/workbook.xml']), false],
  ['a truncated document', zipOf(docxNames).subarray(0, -10), false],
  ['nothing', Buffer.alloc(0), false],
  ['a document with its own ZIP comment', withComment(zipOf(docxNames), 'made by a portal'), true],
  [
    'a document whose entry count hides its macros',
    countedAs(3, zipOf([...docxNames, 'word/vbaProject.bin'])),
    false,
  ],
  ['a document with too high an entry count', countedAs(65_535, zipOf(docxNames)), false],
  ['a central directory with too many names', zipOf(manyNames), false],
  ['an end record that points beyond the file', Buffer.from(zipOf([]).fill(0xff, 12, 20)), false],
])('%s: %s', async (_name, file, plain) => {
  expect(await isPlainDocx(reader(file), file.length)).toBe(plain);
});
