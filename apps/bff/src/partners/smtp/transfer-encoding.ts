/** The transfer encodings of MIME (RFC 2045) on whole strings. */
const longestLine = 76;
const bytesOfALine = 57;

/** All but printable ASCII without `=`, and blanks at the end of a line, which servers may cut. */
const unsafe = /[^\t\n\x20-\x3c\x3e-\x7e]|[\t ](?=\n|$)/g;
const escaped = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** Soft line breaks; an escaped byte is never torn. */
function folded(line: string): string {
  if (line.length <= longestLine) return line;
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > longestLine) {
    let end = start + longestLine - 1;
    if (line[end - 1] === '=') end -= 1;
    else if (line[end - 2] === '=') end -= 2;
    pieces.push(line.slice(start, end));
    start = end;
  }
  pieces.push(line.slice(start));
  return pieces.join('=\r\n');
}

/** @returns the text as UTF-8 in quoted-printable, with CRLF */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n')).toString('latin1');
  return bytes
    .replace(unsafe, (byte) => escaped[byte.charCodeAt(0)] ?? '')
    .split('\n')
    .map(folded)
    .join('\r\n');
}

/** @returns base64 in lines with CRLF */
export function base64Lines(content: Buffer): string {
  const lines: string[] = [];
  for (let start = 0; start < content.length; start += bytesOfALine)
    lines.push(content.toString('base64', start, start + bytesOfALine));
  return lines.join('\r\n');
}
