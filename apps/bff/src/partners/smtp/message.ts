/** Converts an email of the outbox to a message for nodemailer. */
import type { SendMailOptions } from 'nodemailer';

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /**
   * Set for emails from which recipients can unsubscribe: mail programs may show a button for it (RFC 8058).
   */
  unsubscribeUrl?: string;
  /** Address for replies. */
  replyTo?: string;
  /** A calendar invitation or its cancellation (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

export interface OutgoingMail {
  /** Id of the email. The MIME boundaries are derived from it. */
  id: string;
  messageId: string;
  to: string;
  date: Date;
  letter: RenderedMail;
  attachments: readonly Attachment[];
}

/** @returns the message; the same email always gives the same bytes */
export function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { id: baseBoundary, messageId, to, date, letter, attachments } = mail;
  const { subject, html, text, calendar, unsubscribeUrl, replyTo } = letter;
  return {
    from,
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    // As an object: in a string, an address with a comma would be read as two.
    to: { name: '', address: to },
    subject,
    html,
    text,
    messageId,
    date,
    baseBoundary,
    encoding: 'quoted-printable',
    headers: {
      // Prevents automatic replies (RFC 3834), which could loop.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // The calendar is sent in two forms: Outlook and Gmail read the calendar part, other programs offer the
    // file.
    ...(calendar && { icalEvent: { ...calendar, filename: 'course.ics' } }),
    attachments: [...attachments],
  };
}
