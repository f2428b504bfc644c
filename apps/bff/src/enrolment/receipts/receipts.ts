/** What the payer of an order sees, and asks for, by the secret address of its receipt. */
import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { CorrectionRequest } from '@meridian/contracts/enrolment/billing';
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import type { ChangeSettings } from '../bookings/booking-services.ts';
import { type NamedAttendees, nameAttendees } from '../bookings/name-attendees.ts';
import { freshOrder } from '../checkout/fresh-order.ts';
import { numberOfPath } from '../documents/document-number.ts';
import { documentsWithPdf, readPdf } from '../documents/files.ts';
import { findOpenMove } from '../orders/changes/request-change.ts';
import type { Order } from '../orders/order.ts';
import { receiptPath } from '../orders/receipt-path.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { statementOf } from '../statement/statement.ts';
import { readStatementRows } from '../statement/statement-rows.ts';
import { askCorrection, correctionOfReceipt } from './ask-correction.ts';
import { moveOfReceipt, receiptOf } from './receipt.ts';

export interface Receipts {
  /** @returns undefined if no order has this token */
  read(token: string): Promise<ReceiptData | undefined>;
  /** Reads after asking the provider if the order is unpaid. @throws Refusal `partner_unavailable` without an answer */
  readFresh(token: string): Promise<ReceiptData | undefined>;
  /** Fills empty places of an order. @returns undefined if no order has this token */
  nameAttendees(token: string, people: readonly Attendee[]): Promise<NamedAttendees | undefined>;
  /** Asks an operator for another address on the invoice; undefined if no order has this token. @throws Refusal `conflict` */
  askCorrection(token: string, billing: CorrectionRequest): Promise<{ asked: true } | undefined>;
  /**
   * @returns the batch as the text of an .ics file, which takes it out of a calendar once the booking is cancelled;
   * undefined if no order has this token, or no day can be read
   */
  calendar(token: string): Promise<string | undefined>;
  /** @returns a document of the order as a PDF; undefined if there is none with this token and number */
  document(token: string, path: string): Promise<Buffer | undefined>;
}

interface ReceiptServices extends PaymentServices {
  /** Origin of the site, for the link in calendar files. */
  publicUrl: string;
  settings: ChangeSettings & { issuesInvoices: boolean };
  now: () => Date;
}

export function createReceipts(services: ReceiptServices): Receipts {
  const { database, publicUrl, settings, now } = services;
  const find = (token: string) => findOrder(database, 'receipt_token', token);
  const readRows = ({ id }: Order) =>
    readStatementRows(database, id, { issuesDocuments: settings.issuesInvoices });
  const show = async (order: Order): Promise<ReceiptData> => {
    const documents = await documentsWithPdf(database, order.id);
    const rows = await readRows(order);
    const correction = await correctionOfReceipt(services, order, documents);
    const move = moveOfReceipt(await findOpenMove(database, order.id));
    return receiptOf(order, { now: now(), rows, documents, open: { ...correction, ...move } });
  };
  return {
    async read(token) {
      const order = await find(token);
      return order && show(order);
    },
    async readFresh(token) {
      const order = await find(token);
      return order && show(await freshOrder(services, order));
    },
    nameAttendees: (token, people) => nameAttendees(services, token, people),
    askCorrection: (token, billing) => askCorrection(services, token, billing),
    async calendar(token) {
      const order = await find(token);
      if (!order) return undefined;
      // Its libraries load with the first file: most replicas make none for hours.
      const { calendarFile, eventUid } = await import('../../mail/calendar/calendar-file.ts');
      const { method, sequence } = statementOf(order, 'payer', await readRows(order)).calendar;
      const event = {
        batch: order.batch,
        // The payer's event, as in their mails.
        uid: eventUid(order.id, order.contact.email, publicUrl),
        sequence,
        stamp: order.bookedAt ?? order.createdAt,
        // Omitted: more people than the payer may have the link.
        joining: null,
        url: new URL(receiptPath(token), publicUrl).href,
      };
      return calendarFile(event, { method });
    },
    async document(token, path) {
      const order = await find(token);
      return order && readPdf(database, order.id, numberOfPath(path));
    },
  };
}
