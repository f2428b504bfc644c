/** Recipients of emails about an order: the payer and each attendee. */
import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import { addressKey } from '../../../platform/database/address-key.ts';
import type { Order } from '../order.ts';
import { receiptPath } from '../receipt-path.ts';

/** @returns a key of the address for causes; it does not reveal the address */
export const keyOf = (address: string) => addressKey(address).slice(0, 16);

/** @returns the attendees other than the payer */
export function othersOf({ attendees, contact }: Pick<Order, 'attendees' | 'contact'>): Attendee[] {
  return attendees.filter(({ email }) => keyOf(email) !== keyOf(contact.email));
}

export interface MailedPerson {
  name: string;
  email: string;
  /** Undefined for the payer. */
  attendee: Attendee | undefined;
  /** Part of the cause of a mail. */
  key: string;
}

/** @returns the people who get mails about the order, the payer first */
export function peopleOf(order: Pick<Order, 'attendees' | 'contact'>): MailedPerson[] {
  const { firstName: name, email } = order.contact;
  const payer = { name, email, attendee: undefined, key: keyOf(email) };
  const others = othersOf(order).map((attendee) => ({ ...attendee, attendee, key: keyOf(attendee.email) }));
  return [payer, ...others];
}

/** @returns the data about the order in a mail; null for attendees, who get no data about the order */
export function orderPartOf(order: Order, person: MailedPerson, publicUrl: string) {
  if (person.attendee) return null;
  return {
    number: order.bookingNumber,
    receiptUrl: new URL(receiptPath(order.receiptToken), publicUrl).href,
  };
}
