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
])('%s has the name of a resume: %s', (name, fits) => expect(hasDocumentName(name)).toBe(fits));

test.each(resumes.map(({ what, content, mediaType }) => [what, content, mediaType] as const))(
  '%s is known by its beginning',
  (_what, content, mediaType) => {
    const kind = documentKindOf(content.subarray(0, headBytes));
    expect(kind && mediaTypes[kind]).toBe(mediaType);
  },
);

test.each(noResumes)('%s is no resume', (_what, content) => {
  expect(documentKindOf(content.subarray(0, headBytes))).toBeUndefined();
});

test.each(['<!--', '<?', '<!-- -->', ' ', '{', 'a:\n', '<w'])(
  'a beginning full of %j is judged at once',
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
  ['a document with a ZIP comment', Buffer.concat([zipOf(docxNames), Buffer.alloc(300)]), true],
  ['one with paths of Windows', zipOf(['[Content_Types].xml', 'word\\document.xml']), true],
  ['one with macros', zipOf([...docxNames, 'word/vbaProject.bin']), false],
  ['one with macros in disguise', zipOf([...docxNames, 'word/VBAPROJECT.BIN']), false],
  ['one with macros by a path of Windows', zipOf([...docxNames, 'word\\vbaProject.bin']), false],
  ['any other ZIP', zipOf(['a.txt']), false],
  ['a spreadsheet', zipOf(['[Content_Types].xml', 'xl/workbook.xml']), false],
  ['one that is cut off', zipOf(docxNames).subarray(0, -10), false],
  ['nothing', Buffer.alloc(0), false],
  ['one whose own comment is there', withComment(zipOf(docxNames), 'made by a portal'), true],
  [
    'one that hides its macros from the count',
    countedAs(3, zipOf([...docxNames, 'word/vbaProject.bin'])),
    false,
  ],
  ['one that counts more than it has', countedAs(65_535, zipOf(docxNames)), false],
  ['a directory of more names than any document has', zipOf(manyNames), false],
  ['an end that points beyond the file', Buffer.from(zipOf([]).fill(0xff, 12, 20)), false],
])('%s: %s', async (_name, file, plain) => {
  expect(await isPlainDocx(reader(file), file.length)).toBe(plain);
});
