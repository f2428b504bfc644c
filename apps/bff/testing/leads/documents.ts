/** Sample resumes from programs and job portals, and files to refuse. */
import { compoundFileOf } from './compound-file.ts';
import { pdf } from './samples.ts';
import { docxNames, zipOf } from './zip.ts';

const lines = (...text: string[]) => Buffer.from(text.join('\r\n'));
const htmlPage = '<html><head><title>Resume</title></head><body><h1>Asha Rao</h1></body></html>';

interface Document {
  what: string;
  content: Buffer;
  mediaType: string;
}

const word = 'application/msword';
const rtf = 'application/rtf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const resumes: readonly Document[] = [
  { what: 'a PDF', content: pdf, mediaType: 'application/pdf' },
  {
    what: 'a PDF behind the header of a mail',
    content: Buffer.concat([lines('Content-Type: application/pdf', '', ''), pdf]),
    mediaType: 'application/pdf',
  },
  {
    what: 'a PDF behind 1,000 bytes of nothing',
    content: Buffer.concat([Buffer.alloc(1_000), pdf]),
    mediaType: 'application/pdf',
  },
  {
    what: 'a Word document',
    content: compoundFileOf('WordDocument', Buffer.from('ECA5', 'hex')),
    mediaType: word,
  },
  {
    what: 'a DOCX with a password',
    content: compoundFileOf('EncryptedPackage', Buffer.alloc(5_000, 7)),
    mediaType: word,
  },
  { what: 'a DOCX', content: zipOf(docxNames), mediaType: docx },
  {
    what: 'a DOCX with paths of Windows',
    content: zipOf(['[Content_Types].xml', 'word\\document.xml']),
    mediaType: docx,
  },
  {
    what: 'RTF of WordPad',
    content: lines('{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Calibri;}}', '\\f0 Asha Rao\\par', '}'),
    mediaType: rtf,
  },
  { what: 'RTF behind an empty line', content: lines('', '{\\rtf1 Asha Rao}'), mediaType: rtf },
  {
    what: 'a page as Word saves it',
    content: lines(
      '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">',
      '<head><meta name=ProgId content=Word.Document></head><body>Asha Rao</body></html>',
    ),
    mediaType: word,
  },
  {
    what: 'a page of a job portal',
    content: lines(
      '\ufeff',
      '<!-- made by a portal -->',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN">',
      htmlPage,
    ),
    mediaType: word,
  },
  { what: 'a page in UTF-16', content: Buffer.from(`\ufeff${htmlPage}`, 'utf16le'), mediaType: word },
  {
    what: 'a part of a page',
    content: lines('<table border="1"><tr><td>Asha Rao</td></tr></table>'),
    mediaType: word,
  },
  {
    what: 'XML of Word 2003',
    content: lines(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      '<?mso-application progid="Word.Document"?>',
      '<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"></w:wordDocument>',
    ),
    mediaType: word,
  },
  {
    what: 'a web archive',
    content: lines(
      'From: <Saved by a portal>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary="b"',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      htmlPage,
      '--b--',
    ),
    mediaType: word,
  },
];

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Refused under any name. */
export const noResumes: readonly [what: string, content: Buffer][] = [
  ['a program', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
  ['a program with the mark of a PDF', Buffer.from('MZ\u0090\u0000%PDF-1.7', 'latin1')],
  ['a program of Linux', Buffer.from('7f454c46020101', 'hex')],
  ['a script', lines('#!/bin/sh', 'echo %PDF-1.7')],
  ['a picture', png],
  ['a picture with the mark of a PDF', Buffer.concat([png, pdf])],
  ['a photograph', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a drawing', lines(svg)],
  ['a drawing behind a declaration', lines('<?xml version="1.0"?>', svg)],
  ['a script of a page', lines('<script>alert(1)</script>')],
  ['a text', lines('Asha Rao, trainer')],
  ['a mail', lines('From: asha@example.com', 'Subject: Resume', '', 'Hello')],
  ['a page behind zeros', Buffer.concat([Buffer.alloc(10), lines(htmlPage)])],
  ['a comment without an end', lines('<!--'.repeat(2_000))],
  ['a PDF that comes too late', Buffer.concat([Buffer.alloc(1_100), pdf])],
];
