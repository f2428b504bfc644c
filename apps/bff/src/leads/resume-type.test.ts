import { expect, test } from 'vitest';
import { beginsAs, claimedType, isPlainDocx, type ReadRange } from './resume-type.ts';
import { docxNames, zipOf } from './testing/zip.ts';

const reader =
  (file: Buffer): ReadRange =>
  async (offset, length) =>
    file.subarray(offset, offset + length);

test.each([
  ['cv.pdf', '.pdf'],
  ['CV.PDF', '.pdf'],
  ['cv.doc', '.doc'],
  ['my.cv.docx', '.docx'],
  ['cv.docm', undefined],
  ['cv.exe', undefined],
  ['cv.pdf.exe', undefined],
  ['pdf', undefined],
])('%s claims to be %s', (name, extension) => expect(claimedType(name)?.extension).toBe(extension));

test.each([
  ['cv.pdf', Buffer.from('%PDF-1.4'), true],
  ['cv.pdf', Buffer.from('MZ\u0090\u0000'), false],
  ['cv.pdf', Buffer.from('%PD'), false],
  ['cv.doc', Buffer.from('d0cf11e0a1b11ae100', 'hex'), true],
  ['cv.docx', Buffer.from('%PDF-1.4'), false],
  ['cv.docx', Buffer.from('504b030400', 'hex'), true],
])('%s that begins with %s: %s', (name, head, agrees) => {
  const type = claimedType(name);
  expect(type && beginsAs(type, head)).toBe(agrees);
});

test.each([
  ['a document', zipOf(docxNames), true],
  ['a document with a ZIP comment', Buffer.concat([zipOf(docxNames), Buffer.alloc(300)]), true],
  ['one with macros', zipOf([...docxNames, 'word/vbaProject.bin']), false],
  ['one with macros in disguise', zipOf([...docxNames, 'word/VBAPROJECT.BIN']), false],
  ['any other ZIP', zipOf(['a.txt']), false],
  ['a spreadsheet', zipOf(['[Content_Types].xml', 'xl/workbook.xml']), false],
  ['one that is cut off', zipOf(docxNames).subarray(0, -10), false],
  ['nothing', Buffer.alloc(0), false],
  ['an end that points beyond the file', Buffer.from(zipOf([]).fill(0xff, 12, 20)), false],
])('%s: %s', async (_name, file, plain) => {
  expect(await isPlainDocx(reader(file), file.length)).toBe(plain);
});
