/** Entries of the search tables, computed from the ledger. */
import { type RawBuilder, sql } from 'kysely';
import { leastIdSince } from '../database/id-at.ts';

const mostWords = 8_000;
const longestNumber = 10;
/** Longer than a transaction of the site: what commits later than its time says is still found. */
export const overlap = sql.lit('1 minute');

/** The first of these form values that is not empty. */
const firstOf = (...names: string[]) =>
  sql`coalesce(${sql.join(names.map((name) => sql`nullif("values" ->> ${sql.lit(name)}, '')`))}, '')`;

/** Without the prefix of a country, as a search for it is. */
const digitsOf = (text: RawBuilder<unknown>) =>
  sql`right(regexp_replace(${text}, '[^0-9]', '', 'g'), ${sql.lit(longestNumber)})`;

const wordsOf = (...texts: RawBuilder<unknown>[]) => {
  const given = texts.map((text) => sql`nullif(${text}, '')`);
  return sql`lower(left(concat_ws(' ', ${sql.join(given)}), ${sql.lit(mostWords)})) as words`;
};

const sourceOf = (touch: 'last_touch' | 'first_touch') =>
  sql`nullif(lower(left(attribution -> ${sql.lit(touch)} ->> 'utm_source', 100)), '')`;

/** `select` of entries of leads; a condition on `leads` follows. */
export const leadEntries = sql`
  select id, form,
    left(${firstOf('course_name', 'course', 'Course_Name1', 'course_title')}, 200) as course,
    coalesce(${sourceOf('last_touch')}, ${sourceOf('first_touch')}, '') as source,
    ${wordsOf(
      firstOf('full_name', 'name'),
      firstOf('first_name', 'First_Name'),
      firstOf('last_name', 'Last_Name'),
      sql`email`,
      digitsOf(firstOf('phone_number', 'mobile_number', 'Phone')),
      firstOf('company_name', 'Company'),
    )}
  from leads`;

/** `select` of entries of orders; a condition on `orders` follows. */
export const orderEntries = sql`
  select id, created_at, ${wordsOf(
    ...[sql`first_name`, sql`last_name`, sql`email`, digitsOf(sql`phone_number`)],
    ...[sql`id::text`, sql`razorpay_order_id`, sql`company ->> 'legal_name'`, sql`company ->> 'gstin'`],
    sql`(select string_agg(payment_id, ' ') from order_payments where order_id = orders.id)`,
    sql`(select string_agg(razorpay_refund_id, ' ') from refunds where order_id = orders.id)`,
    sql`(select string_agg(number, ' ') from invoices where order_id = orders.id)`,
    sql`(select string_agg(note, ' ') from order_events
      where order_id = orders.id and event = 'operator_transfer')`,
    sql`(select string_agg(concat_ws(' ', person ->> 'name', person ->> 'email'), ' ')
      from jsonb_array_elements(attendees) as person)`,
  )}
  from orders`;

const setLead = sql`form = given.form, course = given.course, source = given.source, words = given.words`;
const otherLead = sql`(entry.form, entry.course, entry.source, entry.words)
  is distinct from (given.form, given.course, given.source, given.words)`;
const setOrder = sql`created_at = given.created_at, words = given.words`;
const otherOrder = sql`(entry.created_at, entry.words) is distinct from (given.created_at, given.words)`;

/** Of a minute's difference of clocks; larger ones are left to the nightly comparison, since every run walks this far. */
const idsSince = (moment: RawBuilder<unknown>) =>
  sql`id > ${leastIdSince(sql`greatest(${moment} + interval '9 minutes', '2000-01-01')`)}`;

/** New rows are walked in an order that has an index: leads by their ids, orders by their age. */
export const parts = {
  leads: {
    ...{ table: sql.table('lead_search'), at: sql.ref('received_at'), key: sql`id` },
    since: idsSince,
    following: ({ id }: Place) => sql`id > ${id}::uuid`,
    newestFirst: sql`order by id desc`,
    ...{ entries: leadEntries, set: setLead, other: otherLead },
  },
  orders: {
    ...{ table: sql.table('order_search'), at: sql.ref('created_at'), key: sql`created_at, id` },
    since: (moment: RawBuilder<unknown>) => sql`created_at >= ${moment}`,
    following: ({ at, id }: Place) => sql`(created_at, id) > (${at}::timestamptz, ${id}::uuid)`,
    newestFirst: sql`order by created_at desc, id desc`,
    ...{ entries: orderEntries, set: setOrder, other: otherOrder },
  },
} as const;
export type Searched = keyof typeof parts;

/** Where a walk through new rows is. */
export interface Place {
  at: string;
  id: string;
}

/** When the cursor was there, less the overlap. */
export const cursorOf = (searched: Searched) =>
  sql`(select since - interval ${overlap} from search_cursors where name = ${searched})`;

const mostUncopied = 2_000;

/** No join: for a moment of the past the planner would read all of both tables. */
export const notCopied = (table: RawBuilder<unknown>) =>
  sql`not exists (select from ${table} as entry where entry.id = ledger.id offset 0)`;

/** Entries of the newest rows that the job has not copied yet. */
export const uncopied = (searched: Searched) => {
  const { table, entries, since, newestFirst } = parts[searched];
  return sql`(${entries} where id in (
    select id from (
      select id from ${sql.table(searched)} where ${since(cursorOf(searched))}
      ${newestFirst} limit ${sql.lit(mostUncopied)}
    ) as ledger where ${notCopied(table)})) as uncopied`;
};
