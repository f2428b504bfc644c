/**
 * Detects document types by content (OWASP ASVS 5.2.2). Word and job portals save RTF, HTML and ZIP as
 * `.doc`, so the extension need not match.
 */
import { resumeExtensions } from '@meridian/contracts/leads/fields';

export type DocumentKind = 'pdf' | 'word' | 'docx' | 'rtf' | 'markup';

/** Media types sent to the upstream. HTML and XML get the type of Word, so that no browser renders them. */
export const mediaTypes: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  word: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  markup: 'application/msword',
};

/** Bytes needed for detection. */
export const headBytes = 8 * 1024;
/** Readers accept the PDF signature within the first bytes (ISO 32000, annex H). */
const pdfMarkWithin = 1024;

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const compoundFile = bytes('d0cf11e0a1b11ae1');
const zip = bytes('504b0304');

/** Signatures of executables, images and archives, refused even if a PDF signature follows. */
const foreign = [
  '4d5a', // MZ
  '7f454c46', // ELF
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '2321', // #!
  '89504e47', // PNG
  'ffd8ff', // JPEG
  '47494638', // GIF
  '52494646', // RIFF
  '49492a00', // TIFF
  '4d4d002a',
  '1f8b', // gzip
  '377abcaf', // 7z
  '52617221', // RAR
].map(bytes);

function beginsWith(head: Buffer, mark: Buffer): boolean {
  return head.subarray(0, mark.length).equals(mark);
}

/** The head as text, without BOM and leading white space; empty if binary. */
function textOfHead(head: Buffer): string {
  const isWide = beginsWith(head, bytes('fffe'));
  const text = head.toString(isWide ? 'utf16le' : 'latin1').replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
  return text.includes('\u0000') ? '' : text.trimStart();
}

/** The text after XML declarations and comments. */
function afterPreamble(text: string): string {
  for (let rest = text; ; ) {
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : '';
    if (end === '') return rest;
    const at = rest.indexOf(end);
    if (at < 0) return '';
    rest = rest.slice(at + end.length).trimStart();
  }
}

const wordXml = [
  'progid="Word.Document"',
  'schemas.microsoft.com/office/word/2003/wordml',
  'schemas.microsoft.com/office/2006/xmlPackage',
];
const page = /^<(?:!doctype html|html|head|meta|title|style|body|div|table|center|font|span|p|h[1-6])[\s>/]/i;

function isMarkup(text: string): boolean {
  if (page.test(afterPreamble(text))) return true;
  if (text.startsWith('<')) return wordXml.some((mark) => text.includes(mark));
  // MHTML, as saved by mail programs and Word.
  return (
    /^[A-Za-z-]+:/.test(text) &&
    /^MIME-Version:/im.test(text) &&
    /^Content-Type:\s*(?:multipart\/related|text\/html)/im.test(text)
  );
}

/** True for the extensions of PDF, DOC and DOCX. */
export function hasDocumentName(fileName: string): boolean {
  const name = fileName.toLowerCase();
  return resumeExtensions.some((extension) => name.endsWith(extension));
}

/**
 * @param head first {@link headBytes} of a file
 * @returns undefined if the file is not a document. A `docx` must also be checked with {@link isPlainDocx}
 */
export function documentKindOf(head: Buffer): DocumentKind | undefined {
  if (beginsWith(head, compoundFile)) return 'word';
  if (beginsWith(head, zip)) return 'docx';
  if (foreign.some((mark) => beginsWith(head, mark))) return undefined;
  if (head.subarray(0, pdfMarkWithin).includes('%PDF-')) return 'pdf';
  const text = textOfHead(head);
  if (text.startsWith('{\\rtf')) return 'rtf';
  return isMarkup(text) ? 'markup' : undefined;
}
