/** Attacks of a stranger, from one network address and with other people's email addresses. */
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { billing } from '../chaos/billing.ts';
import { bodyOf, recordOf } from '../chaos/leads/personas.ts';
import type { Answer, Caller } from './caller.ts';
import type { Target } from './target.ts';

export interface Attack {
  entrance: string;
  /** @param number number of the attempt, from 0 */
  send: (stranger: Caller, number: number) => Promise<Answer>;
}

const phone = '7300000000';
const contact = { first_name: 'Some', last_name: 'Stranger', phone_number: phone };

/** @param emails addresses of the people in whose name the stranger acts */
export function attacksOn(target: Target, emails: readonly string[]): Attack[] {
  const { seatBatch, smallAndOthers, soldOutBatch, uncountedBatch, coupon, operator } = target;
  const emailOf = (number: number) => emails[number % emails.length] ?? '';
  const personOf = (number: number) => ({ email: emailOf(number), phone });
  const seat = { ...seatBatch, number_of_course: 1 };
  const withConsent = { marketing: { version: target.consentText, channels: ['email'] } };
  const jsonForms = formNames.filter((form) => form !== 'instructor');
  return [
    {
      entrance: 'seats',
      send: (stranger, number) =>
        stranger.site('checkout', {
          ...seat,
          ...contact,
          ...withConsent,
          billing,
          // Ten seats at first, then one fewer in each attempt, down to one.
          number_of_course: number < 10 ? 10 - number : 1,
          email: emailOf(number),
        }),
    },
    {
      entrance: 'seats of a small batch',
      send: (stranger, number) =>
        stranger.site('checkout', {
          ...smallAndOthers[0],
          ...contact,
          billing,
          number_of_course: number < 10 ? 10 - number : 1,
          email: emailOf(number),
        }),
    },
    {
      entrance: 'coupon',
      send: (stranger, number) =>
        stranger.site('checkout', {
          ...uncountedBatch,
          ...contact,
          number_of_course: 1,
          coupon,
          email: `stranger-${number}@example.com`,
        }),
    },
    {
      entrance: 'codes of coupons',
      send: (stranger, number) => stranger.site('price', { ...seat, coupon: `SPRING${100 + number}` }),
    },
    {
      entrance: 'waiting list',
      send: (stranger, number) =>
        stranger.site('waitlist', {
          ...soldOutBatch,
          number_of_course: 1 + (number % 9),
          full_name: 'Some Stranger',
          phone_number: phone,
          email: emailOf(number),
        }),
    },
    {
      entrance: 'links to receipts',
      send: (stranger, number) => stranger.site('receipt-links', { email: emailOf(number) }),
    },
    {
      entrance: 'links to own data',
      send: (stranger, number) =>
        stranger.site('data-requests', { email: emailOf(number), kind: number % 3 ? 'access' : 'erasure' }),
    },
    ...jsonForms.map((form) => ({
      entrance: form,
      send: (stranger: Caller, number: number) => {
        const text = { message: `${number}`, query: `${number}`, comment: `${number}` };
        const body = bodyOf(form, personOf(number));
        const different = Object.fromEntries(Object.entries(text).filter(([name]) => name in body));
        return stranger.site(form, { ...body, ...different, ...withConsent });
      },
    })),
    ...formNames.map((form) => ({
      entrance: `zoho/${formOf(form).crm.form}`,
      send: (stranger: Caller, number: number) =>
        stranger.site(`zoho/${formOf(form).crm.form}`, recordOf(personOf(number))),
    })),
    {
      entrance: 'sign-in',
      send: (stranger, number) =>
        stranger.console('/session', { email: operator.email, password: `guess ${number}`, code: '000000' }),
    },
  ];
}
