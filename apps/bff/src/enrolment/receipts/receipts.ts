/** The receipt of an order: what its payer can read and request, authorized by the receipt's secret token. */
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
  /**
   * Reads the receipt. If the order is unpaid, first asks the payment provider for the order's payments.
   *
   * @throws Refusal `partner_unavailable` if the payment provider does not answer
   */
  readFresh(token: string): Promise<ReceiptData | undefined>;
  /** Fills empty seats of an order. @returns undefined if no order has this token */
  nameAttendees(token: string, people: readonly Attendee[]): Promise<NamedAttendees | undefined>;
  /**
   * Requests other details on the invoice from an operator.
   *
   * @returns undefined if no order has this token
   * @throws Refusal `conflict`, `invalid`
   */
  askCorrection(token: string, billing: CorrectionRequest): Promise<{ asked: true } | undefined>;
  /**
   * @returns the batch as the text of an .ics file, which removes the course from a calendar once the booking
   * is cancelled; undefined if no order has this token, or if the batch's days are unreadable
   */
  calendar(token: string): Promise<string | undefined>;
  /** @returns a document of the order as a PDF; undefined if none has this token and number */
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
      // Imported on use, because most replicas make no calendar file for hours.
      const { calendarFile, eventUid } = await import('../../mail/calendar/calendar-file.ts');
      const { method, sequence } = statementOf(order, 'payer', await readRows(order)).calendar;
      const event = {
        batch: order.batch,
        // The same event as in the payer's mails.
        uid: eventUid(order.id, order.contact.email, publicUrl),
        sequence,
        stamp: order.bookedAt ?? order.createdAt,
        // Left out, because people other than the payer may have the link.
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
