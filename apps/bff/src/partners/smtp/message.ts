/**
 * The bytes of a mail (RFC 5322, MIME), in one piece: nodemailer's own composition goes through a chain of streams, which
 * costs more than rendering, sending and recording a mail together, and is written to the socket in a dozen pieces.
 */
import MimeNode, { type MimeNodeHeaderMap } from 'nodemailer/lib/mime-node';
import { base64Lines, quotedPrintable } from './transfer-encoding.ts';

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface RenderedLetter {
  subject: string;
  html: string;
  text: string;
  /** Of mails that can be ended: for mail programs that offer it (RFC 8058). */
  unsubscribeUrl?: string;
  /** An invitation or its cancellation (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

export interface OutgoingMail {
  /** Also the base of the boundaries: the same mail has the same bytes. */
  id: string;
  messageId: string;
  to: string;
  date: Date;
  letter: RenderedLetter;
  attachments: readonly Attachment[];
}

type Node = Pick<MimeNode, 'createChild'>;

const newline = '\r\n';

/** Headers and content of a part that needs no names or addresses. */
function textPart(type: string, text: string): string {
  const headers = `Content-Type: ${type}; charset=utf-8${newline}Content-Transfer-Encoding: quoted-printable`;
  return `${headers}${newline}${newline}${quotedPrintable(text)}`;
}

function filePart(root: Node, file: Attachment): string {
  const node = root.createChild(file.contentType, { filename: file.filename });
  node.setHeader({ 'Content-Transfer-Encoding': 'base64', 'Content-Disposition': 'attachment' });
  return `${node.buildHeaders()}${newline}${newline}${base64Lines(file.content)}`;
}

function multipart(boundary: string, parts: readonly string[]): string {
  const bodies = parts.map((part) => `--${boundary}${newline}${part}${newline}`);
  return `${bodies.join('')}--${boundary}--${newline}`;
}

function headersOf(from: string, { messageId, to, date, letter }: OutgoingMail): MimeNodeHeaderMap {
  const { subject, unsubscribeUrl } = letter;
  return {
    // Answers of machines (RFC 3834) would go round in circles.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    ...{ From: from, To: { name: '', address: to }, Subject: subject },
    ...{ 'Message-ID': messageId, Date: date },
  };
}

/** Calendar files stand in the mail twice: Outlook and Gmail read the part, others offer the file. */
function filesOf({ letter, attachments }: OutgoingMail) {
  if (!letter.calendar) return attachments;
  const content = Buffer.from(letter.calendar.content);
  return [...attachments, { filename: 'course.ics', contentType: 'application/ics', content }];
}

export interface Message {
  /** Addresses as SMTP takes them. */
  envelope: { from: string | false; to: string[] };
  /** Without the escaped dots of SMTP. */
  content: Buffer;
}

/** @returns the same bytes for the same mail */
export function messageOf(mail: OutgoingMail, from: string): Message {
  const { html, text, calendar } = mail.letter;
  const words = [textPart('text/plain', text), textPart('text/html', html)];
  if (calendar) words.push(textPart(`text/calendar; method=${calendar.method}`, calendar.content));
  const files = filesOf(mail);
  const root = new MimeNode(`multipart/${files.length > 0 ? 'mixed' : 'alternative'}`, {
    baseBoundary: mail.id,
  });
  root.setHeader(headersOf(from, mail));
  const headers = root.buildHeaders();
  const outer = String(root.boundary);
  const inner = `${outer}-words`;
  const alternatives = `Content-Type: multipart/alternative; boundary="${inner}"${newline}${newline}`;
  const body =
    files.length === 0
      ? multipart(outer, words)
      : multipart(outer, [
          `${alternatives}${multipart(inner, words)}`,
          ...files.map((file) => filePart(root, file)),
        ]);
  const content = Buffer.from(`${headers}${newline}${newline}${body}`);
  return { envelope: root.getEnvelope(), content };
}
