/**
 * What a document is by its content (OWASP ASVS 5.2.2). Word and job portals save RTF, web pages and ZIPs as `.doc`,
 * so any content of a document is right under any of its names.
 */
import { resumeExtensions } from '@meridian/contracts/leads/fields';

export type DocumentKind = 'pdf' | 'word' | 'docx' | 'rtf' | 'markup';

/**
 * What the upstream is told of the content. Web pages and XML go by the type of the program that opens them: as what
 * they are, a browser would run what is in them.
 */
export const mediaTypes: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  word: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  markup: 'application/msword',
};

/** So much of a file's beginning tells what it is. */
export const headBytes = 8 * 1024;
/** Readers of PDF look for its mark this far (ISO 32000, annex H). */
const pdfMarkWithin = 1024;

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const compoundFile = bytes('d0cf11e0a1b11ae1');
const zip = bytes('504b0304');

/** Programs, pictures and archives, which stay what they are even where a PDF's mark is put behind their beginning. */
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

/** The beginning as text without what may stand before it, or nothing where it holds bytes that no text has. */
function textOfHead(head: Buffer): string {
  const isWide = beginsWith(head, bytes('fffe'));
  const text = head.toString(isWide ? 'utf16le' : 'latin1').replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
  return text.includes('\u0000') ? '' : text.trimStart();
}

/** The text after its XML declarations and comments. */
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
  // A page with its pictures, as mail programs and Word write it.
  return (
    /^[A-Za-z-]+:/.test(text) &&
    /^MIME-Version:/im.test(text) &&
    /^Content-Type:\s*(?:multipart\/related|text\/html)/im.test(text)
  );
}

/** True for a file name with the ending of a PDF, DOC or DOCX. */
export function hasDocumentName(fileName: string): boolean {
  const name = fileName.toLowerCase();
  return resumeExtensions.some((extension) => name.endsWith(extension));
}

/**
 * @param head the first {@link headBytes} of a file, or all of it
 * @returns undefined for what is no document. A `docx` is one only where {@link isPlainDocx} says so
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
