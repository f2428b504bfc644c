/** A mail as the outbox hands it over, and as nodemailer takes it. */
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
  /** Of mails that can be ended: for mail programs that offer it (RFC 8058). */
  unsubscribeUrl?: string;
  /** Where answers go. */
  replyTo?: string;
  /** An invitation or its cancellation (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

export interface OutgoingMail {
  /** Also the base of the boundaries: the same mail has the same bytes. */
  id: string;
  messageId: string;
  to: string;
  date: Date;
  letter: RenderedMail;
  attachments: readonly Attachment[];
}

/** The same mail gives the same bytes. */
export function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { id: baseBoundary, messageId, to, date, letter, attachments } = mail;
  const { subject, html, text, calendar, unsubscribeUrl, replyTo } = letter;
  return {
    from,
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    // Not as text: an address with a comma would be two.
    to: { name: '', address: to },
    subject,
    html,
    text,
    messageId,
    date,
    baseBoundary,
    encoding: 'quoted-printable',
    headers: {
      // Answers of machines (RFC 3834) would go round in circles.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // In the mail twice: Outlook and Gmail read the part, others offer the file.
    ...(calendar && { icalEvent: { ...calendar, filename: 'course.ics' } }),
    attachments: [...attachments],
  };
}
