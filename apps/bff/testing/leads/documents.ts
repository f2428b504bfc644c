/** Sample resumes from programs and job portals, and files that the forms refuse. */
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
    what: 'a PDF after the header of an email',
    content: Buffer.concat([lines('Content-Type: application/pdf', '', ''), pdf]),
    mediaType: 'application/pdf',
  },
  {
    what: 'a PDF after 1,000 zero bytes',
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
    what: 'a DOCX with Windows paths',
    content: zipOf(['[Content_Types].xml', 'word\\document.xml']),
    mediaType: docx,
  },
  {
    what: 'an RTF file of WordPad',
    content: lines('{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Calibri;}}', '\\f0 Asha Rao\\par', '}'),
    mediaType: rtf,
  },
  {
    what: 'an RTF file that begins with an empty line',
    content: lines('', '{\\rtf1 Asha Rao}'),
    mediaType: rtf,
  },
  {
    what: 'an HTML page saved by Word',
    content: lines(
      '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">',
      '<head><meta name=ProgId content=Word.Document></head><body>Asha Rao</body></html>',
    ),
    mediaType: word,
  },
  {
    what: 'an HTML page of a job portal',
    content: lines(
      '\ufeff',
      '<!-- made by a portal -->',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN">',
      htmlPage,
    ),
    mediaType: word,
  },
  { what: 'an HTML page in UTF-16', content: Buffer.from(`\ufeff${htmlPage}`, 'utf16le'), mediaType: word },
  {
    what: 'a part of an HTML page',
    content: lines('<table border="1"><tr><td>Asha Rao</td></tr></table>'),
    mediaType: word,
  },
  {
    what: 'an XML file of Word 2003',
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

/** Files that are refused with any extension. */
export const noResumes: readonly [what: string, content: Buffer][] = [
  ['a Windows program', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
  ['a Windows program with a PDF signature', Buffer.from('MZ\u0090\u0000%PDF-1.7', 'latin1')],
  ['a Linux program', Buffer.from('7f454c46020101', 'hex')],
  ['a shell script', lines('#!/bin/sh', 'echo %PDF-1.7')],
  ['a PNG image', png],
  ['an image with a PDF signature', Buffer.concat([png, pdf])],
  ['a JPEG image', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['an SVG image', lines(svg)],
  ['an SVG image after an XML declaration', lines('<?xml version="1.0"?>', svg)],
  ['an HTML script element', lines('<script>alert(1)</script>')],
  ['plain text', lines('Asha Rao, trainer')],
  ['an email', lines('From: asha@example.com', 'Subject: Resume', '', 'Hello')],
  ['an HTML page after zero bytes', Buffer.concat([Buffer.alloc(10), lines(htmlPage)])],
  ['an HTML comment without an end', lines('<!--'.repeat(2_000))],
  ['a PDF signature after the first kilobyte', Buffer.concat([Buffer.alloc(1_100), pdf])],
];
