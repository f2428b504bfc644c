/** Corrects the payer's name, email address or phone number of an order. */
import { emailKey } from '@meridian/contracts/enrolment/attendees';
import type { Transaction } from 'kysely';
import { redirectMails } from '../../../mail/outbox/redirect-mails.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { reportAttendees } from '../../bookings/report-attendees.ts';
import { isErased, type Order } from '../../orders/order.ts';
import { recordInHistory } from '../../orders/store/order-history.ts';
import { lockOrder } from '../../orders/store/order-queries.ts';
import { writeOrderSearch } from '../../search/order-search.ts';
import type { BookingChangeServices } from './dependencies.ts';
import { renewReceipt } from './renew-receipt.ts';

type Contact = Order['contact'];
/** Fields that are absent stay unchanged. */
export type ContactPatch = { [Name in keyof Contact]?: Contact[Name] | undefined };

const fieldNames: Record<keyof Contact, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email address',
  phoneNumber: 'phone number',
};
const fields = Object.keys(fieldNames) as (keyof Contact)[];

/** Keeps the seat of a payer who attends, under the new address. */
async function correctAttendee(
  services: BookingChangeServices,
  transaction: Transaction<Database>,
  order: Order,
  { email: from }: Contact,
): Promise<void> {
  const { email: to } = order.contact;
  const keys = order.attendees.map(({ email }) => emailKey(email));
  if (!keys.includes(emailKey(from)) || keys.includes(emailKey(to))) return;
  const people = order.attendees.map((person) =>
    emailKey(person.email) === emailKey(from) ? { ...person, email: to } : person,
  );
  await reportAttendees(services, transaction, order, people, { source: 'operator', note: null });
}

/**
 * Redirects later emails to the new address, and renews the receipt link, which is mailed to this address if
 * the order is paid.
 */
async function redirectTo(
  services: BookingChangeServices,
  transaction: Transaction<Database>,
  order: Order,
  before: Contact,
): Promise<void> {
  const { id, contact } = order;
  await redirectMails(transaction, id, { from: before.email, to: contact.email });
  await correctAttendee(services, transaction, order, before);
  await renewReceipt(services, transaction, order);
}

/**
 * @param note the reason, without personal data, because it is stored in the order's history
 * @returns the names of the changed fields, and a sentence that says what was done
 * @throws Refusal `not_found`; `conflict` if the order is erased, or already has these contact details
 */
export async function correctContact(
  services: BookingChangeServices,
  transaction: Transaction<Database>,
  patch: ContactPatch,
  { orderId, note }: { orderId: string; note: string },
): Promise<{ changed: string[]; done: string }> {
  const order = await lockOrder(transaction, 'id', orderId);
  if (!order) throw new Refusal('not_found', 'order_unknown', 'Order not found.');
  if (isErased(order)) throw new Refusal('conflict', 'order_erased', "The payer's details were erased.");
  const before = order.contact;
  const contact = { ...before };
  for (const field of fields) contact[field] = patch[field] ?? before[field];
  const changed = fields
    .filter((field) => contact[field] !== before[field])
    .map((field) => fieldNames[field]);
  if (changed.length === 0)
    throw new Refusal('conflict', 'contact_unchanged', 'The order already has these contact details.');
  const version = order.version + 1;
  await transaction
    .updateTable('orders')
    .set({
      first_name: contact.firstName,
      last_name: contact.lastName,
      email: contact.email,
      phone_number: contact.phoneNumber,
      version,
      updated_at: databaseNow,
    })
    .where('id', '=', orderId)
    .execute();
  await recordInHistory(transaction, [order], {
    source: 'operator',
    event: 'contact_corrected',
    note: `${changed.join(', ')}: ${note}`,
  });
  const isRedirected = contact.email !== before.email;
  const isLinkSent = order.paymentId !== null && services.enqueueMails !== undefined;
  if (isRedirected) await redirectTo(services, transaction, { ...order, contact, version }, before);
  await writeOrderSearch(transaction, [orderId]);
  return {
    changed,
    done: [
      `Corrected: ${changed.join(', ')}.`,
      isRedirected &&
        `Later emails go to the new address${isLinkSent ? ', and a new receipt link is sent to it' : ''}. The previous receipt link no longer works.`,
      'Issued documents, the upstream and the CRM keep the old details: reissue the invoice, and correct the details in the upstream and the CRM.',
    ]
      .filter(Boolean)
      .join(' '),
  };
}
