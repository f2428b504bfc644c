/** Joins the outbox to the templates and the calendar files. */
import { type MailData, type MailKind, type MailSender, renderMail } from '@meridian/mail-templates';
import type { RenderedLetter } from '../../partners/smtp/message.ts';
import { type CourseEvent, calendarFile, eventUid, type Invitation } from '../calendar/calendar-file.ts';
import type { ComposedMail } from './composer.ts';

/** What of a mail's event depends on its kind. */
type Event = Pick<Invitation, 'method'> & Pick<CourseEvent, 'batch' | 'joining' | 'url'> & { name: string };

/** A mail with the data of its kind. */
const isOf = <Kind extends MailKind>(
  mail: ComposedMail,
  kind: Kind,
): mail is ComposedMail & { data: MailData[Kind] } => mail.kind === kind;

function eventOf(mail: ComposedMail): Event | undefined {
  if (isOf(mail, 'booking_confirmed')) {
    const { batch, joining, firstName: name, receiptUrl: url } = mail.data;
    return { method: 'REQUEST', batch, joining, name, url };
  }
  if (isOf(mail, 'attendee_confirmed') || isOf(mail, 'joining_changed')) {
    const { batch, joining, name } = mail.data;
    return { method: 'REQUEST', batch, joining, name };
  }
  if (isOf(mail, 'booking_moved')) {
    const { to: batch, joining, name, order } = mail.data;
    return { method: 'REQUEST', batch, joining, name, ...(order && { url: order.receiptUrl }) };
  }
  if (isOf(mail, 'batch_called_off'))
    return { method: 'CANCEL', batch: mail.data.batch, joining: null, name: mail.data.name };
  // Who keeps seats keeps the event.
  if (isOf(mail, 'booking_cancelled') && (mail.data.order?.seatsLeft ?? 0) === 0)
    return { method: 'CANCEL', batch: mail.data.batch, joining: null, name: mail.data.name };
  return undefined;
}

export interface LetterOptions {
  /** For the footer of every mail. */
  sender: MailSender;
  /** Address of `From`, with or without a name. */
  from: string;
}

function calendarOf(mail: ComposedMail, { sender, from }: LetterOptions): RenderedLetter['calendar'] {
  const event = eventOf(mail);
  if (!event || mail.orderId === null) return undefined;
  const { method, name, ...told } = event;
  const content = calendarFile(
    {
      ...told,
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

export function templatesOf(options: LetterOptions): (mail: ComposedMail) => RenderedLetter {
  return (mail) => {
    const calendar = calendarOf(mail, options);
    return {
      ...renderMail(mail.kind, mail.data as never, options.sender),
      ...(calendar && { calendar }),
    };
  };
}
