/** Composes the data of mails about an order, from the order's state at the time of sending. */
import type { ComposedKind, MailBatch, MailData, MailDocument } from '@meridian/mail-templates';
import { z } from 'zod';
import { classDaysOf } from '../../mail/calendar/class-days.ts';
import type { Composed, DueMail } from '../../mail/outbox/composer.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import { receiptPath } from '../orders/receipt-path.ts';
import { statementOf } from '../statement/statement.ts';
import type { OrderDocument } from './order-pdfs.ts';

export interface OrderMailOptions {
  /** Origin of the site. */
  publicUrl: string;
  issuesInvoices: boolean;
}

/** The facts stored in the rows of these mails when they are enqueued. */
const orderFacts = z.object({
  attendee: z.object({ name: z.string(), email: z.string() }).optional(),
  seatsCancelled: z.number().default(0),
  seatsGone: z.boolean().default(false),
  before: z.enum(['7_days', '1_day', '1_hour']).default('7_days'),
  /** For a reminder before a day of class: that day, `YYYY-MM-DD`. */
  classDay: z.string().optional(),
  startsOn: z.string().default(''),
  number: z.string().default(''),
  numbers: z.array(z.string()).default([]),
  toAccounts: z.boolean().default(false),
  batchId: z.number().default(0),
  subject: z.string().default(''),
  text: z.string().default(''),
});
type Facts = z.output<typeof orderFacts>;
const mailFacts = storedColumn('mails.facts', orderFacts);

/** How long a confirmation waits for the PDF of its invoice. */
const documentWaitMs = 60_000;
const documentPollMs = 3_000;

interface Subject {
  mail: DueMail;
  order: Order;
  documents: readonly OrderDocument[];
  facts: Facts;
  options: OrderMailOptions;
  update: BatchUpdate;
}

const ready = <Kind extends ComposedKind>(_kind: Kind, data: MailData[Kind]): Composed => ({
  kind: 'ready',
  data,
});
const outdated: Composed = { kind: 'drop', reason: 'outdated' };

function payerPart({ order, options }: Subject) {
  return {
    firstName: order.contact.firstName,
    bookingNumber: order.bookingNumber,
    receiptUrl: new URL(receiptPath(order.receiptToken), options.publicUrl).href,
  };
}

const fullName = ({ contact }: Order) => `${contact.firstName} ${contact.lastName}`.trim();
const batchOf = ({ batch }: Order): MailBatch => batch;

/** Decisions of operators about the batch of an order. */
export interface BatchUpdate {
  /** Joining instructions of the operators, which replace those of the upstream. */
  joining?: string | undefined;
  isCalledOff?: boolean;
}

const joiningOf = ({ order, update }: Subject) => update.joining ?? order.batch.joining ?? null;

function linkOf({ options }: Subject, { number, path }: OrderDocument): MailDocument & { state: 'linked' } {
  return { state: 'linked', number, url: new URL(path, options.publicUrl).href };
}

/** @returns `wait` while the document may still be rendered in time */
function invoiceOf(subject: Subject): MailDocument | null | 'wait' {
  const { options, documents, mail } = subject;
  if (!options.issuesInvoices) return null;
  const document = documents.find(({ kind }) => kind === 'invoice' || kind === 'receipt_voucher');
  if (document?.hasPdf) return { state: 'attached', number: document.number };
  if (mail.ageMs < documentWaitMs) return 'wait';
  return document ? linkOf(subject, document) : { state: 'later' };
}

/** Mails about offers, abandoned checkouts and requests for consent have separate composers. */
export type OrderMailKind = Exclude<
  ComposedKind,
  'waitlist_offer' | 'checkout_unfinished' | 'consent_request'
>;

const composing: Record<OrderMailKind, (subject: Subject) => Composed> = {
  booking_confirmed(subject) {
    const { order } = subject;
    const { seats, sentences } = statementOf(order, 'payer');
    // Cancelled or refunded, or a later mail said that the batch does not take place.
    if (seats.booked === 0 || subject.update.isCalledOff) return outdated;
    const joining = joiningOf(subject);
    const document = invoiceOf(subject);
    if (document === 'wait') return { kind: 'wait', delayMs: documentPollMs };
    return ready('booking_confirmed', {
      ...payerPart(subject),
      batch: batchOf(order),
      seats: seats.booked,
      totalPaise: order.price.totalPaise,
      sentences,
      joining,
      document,
      attendees: order.attendees,
    });
  },
  attendee_confirmed(subject) {
    const { order, facts, update } = subject;
    if (!facts.attendee || update.isCalledOff || statementOf(order, 'payer').seats.booked === 0)
      return outdated;
    const { name } = facts.attendee;
    const joining = joiningOf(subject);
    return ready('attendee_confirmed', { name, bookedBy: fullName(order), batch: batchOf(order), joining });
  },
  joining_changed(subject) {
    const { order, facts } = subject;
    const joining = joiningOf(subject);
    if (joining === null || !isBooked(order)) return outdated;
    const name = facts.attendee?.name ?? order.contact.firstName;
    return ready('joining_changed', { name, batch: batchOf(order), joining });
  },
  batch_message(subject) {
    const { order, facts } = subject;
    const { attendee, batchId, text } = facts;
    // The booking was cancelled or moved, or another person got the seat, after the mail was enqueued.
    const exists = attendee === undefined || order.attendees.some(({ email }) => email === attendee.email);
    if (!exists || !isBooked(order) || order.batch.course_schedule_id !== batchId) return outdated;
    const name = attendee?.name ?? order.contact.firstName;
    return ready('batch_message', { name, batch: batchOf(order), subject: facts.subject, text });
  },
  booking_pending(subject) {
    const { order } = subject;
    // A late payment has a separate mail.
    if (['booked', 'late', 'dropped'].includes(order.booking)) return outdated;
    const { seats, totalPaise } = order.price;
    const { headline, sentences } = statementOf(order, 'payer');
    return ready('booking_pending', {
      ...payerPart(subject),
      batch: batchOf(order),
      seats,
      totalPaise,
      headline,
      sentences,
    });
  },
  payment_late(subject) {
    const { order } = subject;
    if (order.booking !== 'late') return outdated;
    return ready('payment_late', {
      ...payerPart(subject),
      batch: batchOf(order),
      seats: order.price.seats,
      sentences: statementOf(order, 'payer').sentences,
    });
  },
  seats_unavailable(subject) {
    const { order, facts } = subject;
    return ready('seats_unavailable', {
      ...payerPart(subject),
      batch: batchOf(order),
      seats: order.price.seats,
      seatsGone: facts.seatsGone,
      sentences: statementOf(order, 'payer').sentences,
      scheduleUrl: null,
    });
  },
  booking_cancelled(subject) {
    const { order, facts } = subject;
    const { attendee, seatsCancelled } = facts;
    const { receiptUrl, bookingNumber: number, firstName } = payerPart(subject);
    const { seats, sentences } = statementOf(order, 'payer');
    const about = { number, receiptUrl, seatsCancelled, seatsLeft: seats.booked, sentences };
    return ready('booking_cancelled', {
      name: attendee?.name ?? firstName,
      batch: batchOf(order),
      order: attendee ? null : about,
    });
  },
  credit_note(subject) {
    const { documents, facts, mail } = subject;
    const document = documents.find(({ number }) => number === facts.number);
    if (!document) return outdated;
    if (!document.hasPdf && mail.ageMs < documentWaitMs) return { kind: 'wait', delayMs: documentPollMs };
    const { number, reference, totalPaise } = document;
    return ready('credit_note', {
      ...payerPart(subject),
      courseName: subject.order.batch.course_name,
      document: document.hasPdf ? { state: 'attached', number } : linkOf(subject, document),
      invoiceNumber: reference ?? '',
      amountPaise: totalPaise,
      sentences: statementOf(subject.order, 'payer').sentences,
    });
  },
  documents_issued(subject) {
    const { order, documents, facts, mail } = subject;
    const { toAccounts, numbers } = facts;
    const issued = documents.filter(({ number }) => numbers.includes(number));
    if (issued.length < numbers.length) return outdated;
    const isRendered = issued.every(({ hasPdf }) => hasPdf);
    // The accounts department gets no link, because a link would open the order. Its email is enqueued with
    // the file.
    if (!isRendered && toAccounts) return outdated;
    if (!isRendered && mail.ageMs < documentWaitMs) return { kind: 'wait', delayMs: documentPollMs };
    const { firstName, bookingNumber, receiptUrl } = payerPart(subject);
    const { legal_name: legalName, po_number: poNumber = '' } = order.company ?? {};
    return ready('documents_issued', {
      documents: issued.map((document) => ({
        kind: document.kind,
        reference: document.reference,
        totalPaise: document.totalPaise,
        document: document.hasPdf
          ? { state: 'attached', number: document.number }
          : linkOf(subject, document),
      })),
      courseName: order.batch.course_name,
      company: legalName === undefined ? null : { legalName, poNumber },
      order: toAccounts ? null : { firstName, number: bookingNumber, receiptUrl },
    });
  },
  reminder(subject) {
    const { order, facts, update } = subject;
    // Cancelled, or moved to other days, which have separate reminders.
    if (!isBooked(order) || update.isCalledOff || order.batch.start_date !== facts.startsOn) return outdated;
    const session = classDaysOf(order.batch)?.days.find(({ day }) => day === facts.classDay);
    if (facts.classDay !== undefined && !session) return outdated;
    const joining = joiningOf(subject);
    const { receiptUrl, firstName } = payerPart(subject);
    return ready('reminder', {
      name: facts.attendee?.name ?? firstName,
      batch: batchOf(order),
      before: facts.before,
      ...(session?.hours && { startTime: session.hours.start.slice(0, 5) }),
      joining,
      receiptUrl: facts.attendee ? null : receiptUrl,
    });
  },
};

export const orderMailKinds = Object.keys(composing) as OrderMailKind[];

/**
 * @returns the composed mail; pure
 * @throws UnreadableRow
 */
export function orderMail(
  mail: DueMail,
  order: Order | undefined,
  documents: readonly OrderDocument[],
  options: OrderMailOptions,
  update: BatchUpdate = {},
): Composed {
  if (!order) return outdated;
  if (isErased(order)) return { kind: 'drop', reason: 'erased' };
  const facts = mailFacts.parse(mail.facts, mail.id);
  return (
    composing[mail.kind as OrderMailKind]?.({ mail, order, documents, facts, options, update }) ?? outdated
  );
}
