/** Renders emails of the outbox with the templates and the calendar files. */
import { type Mail, type MailSender, renderMail } from '@meridian/mail-templates';
import { type MailData, type MailKind, mails } from '@meridian/mail-templates/kinds';
import type { RenderedMail } from '../../partners/smtp/message.ts';
import { calendarFile, eventUid } from '../calendar/calendar-file.ts';
import type { ComposedMail } from './composer.ts';
import { readMail } from './tables.ts';

const eventOf = <Kind extends MailKind>(kind: Kind, data: MailData[Kind]) => mails[kind].event?.(data);

export interface MailOptions {
  /** Sender in the footer of every email. */
  sender: MailSender;
  /** Address of `From`, with or without a name. */
  from: string;
}

function calendarOf(
  mail: ComposedMail,
  stored: Mail,
  { sender, from }: MailOptions,
): RenderedMail['calendar'] {
  const event = eventOf(stored.kind, stored.data);
  if (!event || mail.orderId === null) return undefined;
  const { method, name, ...details } = event;
  const content = calendarFile(
    {
      ...details,
      uid: eventUid(mail.orderId, mail.recipient, sender.siteUrl),
      sequence: typeof mail.facts.sequence === 'number' ? mail.facts.sequence : 0,
      stamp: mail.createdAt,
    },
    {
      method,
      organizer: { name: sender.brand, email: from.replace(/^.*<|>\s*$/g, '') },
      attendee: { name, email: mail.recipient },
    },
  );
  return content === undefined ? undefined : { method, content };
}

/** @returns a renderer that throws UnreadableRow for data that does not match the email's kind */
export function templatesOf(options: MailOptions): (mail: ComposedMail) => RenderedMail {
  return (mail) => {
    const stored = readMail(mail);
    const calendar = calendarOf(mail, stored, options);
    return {
      ...renderMail(stored.kind, stored.data, options.sender),
      ...(calendar && { calendar }),
      ...(options.sender.contact && { replyTo: options.sender.contact.email }),
    };
  };
}
