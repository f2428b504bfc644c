/** Reads the data that is held about an email address, for its owner. Read-only. */

import { formOf } from '@meridian/contracts/leads/forms';
import type { HeldData } from '@meridian/contracts/privacy/data-requests';
import { kindsWith } from '@meridian/mail-templates/kinds';
import { type Kysely, sql } from 'kysely';
import { orderAttendees, orderBatch, orderCompany } from '../../enrolment/orders/store/order-tables.ts';
import { leadForm, leadValues } from '../../leads/ledger/store/tables.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';
import { referenceOf } from '../complaints/complaints.ts';

/** Max entries of a list on the page; an operator sends the others. */
const maxListed = 200;
/** Shown instead of the details of an unreadable entry. */
const unreadable = { note: 'These details cannot be shown here. Please ask us for them.' };

async function enquiriesOf(database: Kysely<Database>, email: string): Promise<HeldData['enquiries']> {
  const leads = await database
    .selectFrom('leads')
    .select(['form', 'received_at', 'values'])
    .where('email', '=', email)
    .where('erased_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(maxListed)
    .execute();
  return leads.map((lead) => {
    const form = leadForm.tryParse(lead.form);
    const values = leadValues.tryParse(lead.values) ?? unreadable;
    return {
      form: form ? formOf(form).title : lead.form,
      received_at: lead.received_at.toISOString(),
      details: Object.fromEntries(
        Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    };
  });
}

async function bookingsOf(database: Kysely<Database>, email: string): Promise<HeldData['bookings']> {
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'batch', 'state', 'first_name', 'last_name', 'phone_number', 'attendees', 'company'])
    .select((order) =>
      order
        .selectFrom('invoices')
        .whereRef('invoices.order_id', '=', 'orders.id')
        .select((documents) => documents.fn.countAll<string>().as('count'))
        .as('documents'),
    )
    .where(sql<boolean>`lower(email) = ${email}`)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  return orders.map((order) => {
    const batch = orderBatch.tryParse(order.batch);
    const company = orderCompany.tryParse(order.company);
    const attendees = orderAttendees.tryParse(order.attendees);
    const isReadable = batch !== undefined && company !== undefined && attendees !== undefined;
    return {
      number: order.id,
      course_name: batch?.course_name ?? '',
      start_date: batch?.start_date ?? '',
      state: order.state,
      documents: Number(order.documents ?? 0),
      details: {
        name: `${order.first_name} ${order.last_name}`.trim(),
        phone_number: order.phone_number,
        ...(company && { company: company.legal_name }),
        ...(attendees?.length && {
          attendees: attendees.map((person) => `${person.name} <${person.email}>`).join(', '),
        }),
        ...(!isReadable && unreadable),
      },
    };
  });
}

async function attendedBy(database: Kysely<Database>, email: string): Promise<HeldData['attended']> {
  const orders = await database
    .selectFrom('orders')
    .select('batch')
    .where(sql<boolean>`lower(orders.email) <> ${email}`)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(attendees) as attendee
        where lower(attendee ->> 'email') = ${email})`,
    )
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  const late = await database
    .selectFrom('late_attendees')
    .select(sql<string>`day::text`.as('start_date'))
    .select(({ selectFrom }) =>
      selectFrom('orders')
        .select(sql<string>`batch ->> 'course_name'`.as('course_name'))
        .where(sql<boolean>`(batch ->> 'course_schedule_id')::bigint = late_attendees.batch_id`)
        .limit(1)
        .as('course_name'),
    )
    .where('email', '=', email)
    .limit(maxListed)
    .execute();
  return [
    ...orders.map((order) => {
      const { course_name = '', start_date = '' } = orderBatch.tryParse(order.batch) ?? {};
      return { course_name, start_date };
    }),
    ...late.map(({ course_name, start_date }) => ({ course_name: course_name ?? '', start_date })),
  ];
}

async function consentsOf(database: Kysely<Database>, email: string): Promise<HeldData['consents']> {
  const consents = await database
    .selectFrom('consents')
    .select(['channel', 'given_at', 'confirmed_at', 'withdrawn_at'])
    .where('address_key', '=', addressKey(email))
    .orderBy('given_at', 'desc')
    .limit(maxListed)
    .execute();
  return consents.map(({ channel, given_at, confirmed_at, withdrawn_at }) => ({
    channel,
    given_at: given_at.toISOString(),
    ...(confirmed_at && { confirmed_at: confirmed_at.toISOString() }),
    ...(withdrawn_at && { withdrawn_at: withdrawn_at.toISOString() }),
  }));
}

async function complaintsOf(database: Kysely<Database>, email: string) {
  const complaints = await database
    .selectFrom('complaints')
    .select(['number', 'received_at', 'matter'])
    .where('email', '=', email)
    .orderBy('number', 'desc')
    .limit(maxListed)
    .execute();
  return complaints.map(({ received_at, matter, ...complaint }) => ({
    reference: referenceOf(complaint),
    received_at: received_at.toISOString(),
    matter,
  }));
}

function certificatesOf(database: Kysely<Database>, email: string) {
  return database
    .selectFrom('certificates')
    .select(['number', 'name', 'course as course_name'])
    .where('address_key', '=', addressKey(email))
    .orderBy('issued_at', 'desc')
    .limit(maxListed)
    .execute();
}

async function feedbackOf(database: Kysely<Database>, email: string) {
  const rows = await database
    .selectFrom('feedback')
    .select(['course', 'rating', 'helped', 'improve', 'published_at'])
    .where('address_key', '=', addressKey(email))
    .where('rating', 'is not', null)
    .orderBy('answered_at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ course, rating, helped, improve, published_at: published }) => ({
    course_name: course,
    rating: rating ?? 0,
    helped: helped ?? '',
    improve: improve ?? '',
    is_published: published !== null,
  }));
}

async function countMails(database: Kysely<Database>, email: string): Promise<number> {
  const { count } = await database
    .selectFrom('mails')
    .select((mails) => mails.fn.countAll<string>().as('count'))
    .where(sql<boolean>`lower(recipient) = ${email}`)
    .where('kind', 'not in', kindsWith('isOfDataRequest'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param email in lower case */
export async function readHeld(database: Kysely<Database>, email: string): Promise<HeldData> {
  return {
    enquiries: await enquiriesOf(database, email),
    bookings: await bookingsOf(database, email),
    attended: await attendedBy(database, email),
    consents: await consentsOf(database, email),
    complaints: await complaintsOf(database, email),
    certificates: await certificatesOf(database, email),
    feedback: await feedbackOf(database, email),
    mails: await countMails(database, email),
  };
}

/** @returns true if nothing is held: every list is empty, and no email to the address is counted */
export const isNothing = (held: HeldData): boolean =>
  Object.values(held).every((part) => (Array.isArray(part) ? part.length === 0 : part === 0));
