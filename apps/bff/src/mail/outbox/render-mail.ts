/** Joins the outbox to the templates and the calendar files. */
import { type Mail, type MailSender, renderMail } from '@meridian/mail-templates';
import type { RenderedLetter } from '../../partners/smtp/message.ts';
import { type CourseEvent, calendarFile, eventUid, type Invitation } from '../calendar/calendar-file.ts';
import type { ComposedMail } from './composer.ts';
import { readMail } from './tables.ts';

/** What of a mail's event depends on its kind. */
type Event = Pick<Invitation, 'method'> & Pick<CourseEvent, 'batch' | 'joining' | 'url'> & { name: string };

/** @returns undefined for a mail without an event */
function eventOf({ kind, data }: Mail): Event | undefined {
  switch (kind) {
    case 'booking_confirmed': {
      const { batch, joining, firstName: name, receiptUrl: url } = data;
      return { method: 'REQUEST', batch, joining, name, url };
    }
    case 'attendee_confirmed':
    case 'joining_changed': {
      const { batch, joining, name } = data;
      return { method: 'REQUEST', batch, joining, name };
    }
    case 'booking_moved': {
      const { to: batch, joining, name, order } = data;
      return { method: 'REQUEST', batch, joining, name, ...(order && { url: order.receiptUrl }) };
    }
    case 'batch_called_off':
      return { method: 'CANCEL', batch: data.batch, joining: null, name: data.name };
    case 'booking_cancelled':
      // Who keeps seats keeps the event.
      return (data.order?.seatsLeft ?? 0) === 0
        ? { method: 'CANCEL', batch: data.batch, joining: null, name: data.name }
        : undefined;
    default:
      return undefined;
  }
}

export interface LetterOptions {
  /** For the footer of every mail. */
  sender: MailSender;
  /** Address of `From`, with or without a name. */
  from: string;
}

function calendarOf(
  mail: ComposedMail,
  said: Mail,
  { sender, from }: LetterOptions,
): RenderedLetter['calendar'] {
  const event = eventOf(said);
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

/** @returns a renderer that throws UnreadableRow for data that is not of the mail's kind */
export function templatesOf(options: LetterOptions): (mail: ComposedMail) => RenderedLetter {
  return (mail) => {
    const said = readMail(mail);
    const calendar = calendarOf(mail, said, options);
    return {
      ...renderMail(said.kind, said.data, options.sender),
      ...(calendar && { calendar }),
    };
  };
}
