/** A ledger of a year: settled leads with their history, and booked orders. */
import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { BenchError } from './bench-error.ts';

const leadsOfBatch = 250_000;
const ordersOfBatch = 100_000;
const yearSeconds = 365 * 24 * 60 * 60;
/** The newest are two days old, so that no job that runs soon after a lead is due. */
const restSeconds = 2 * 24 * 60 * 60;

/**
 * Bytes with indexes, measured with PostgreSQL 18: a lead with its two events, and an order with its payment
 * and three events.
 */
const bytesOfLead = 1_500;
const bytesOfOrder = 2_600;
/** Bytes for WAL, for sorting the indexes, and for the rows that the measurements add. */
const spareBytes = 6e9;

// Ids are UUIDv7 in ascending order of their time, as in production.
const insertLeads = `
  with given as (
    select number, make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3) as ago,
      uuidv7(-make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3)) as id
    from generate_series($1::bigint, $2::bigint) as number
  ), made as (
    insert into leads (id, endpoint, form, submission_id, body_hash, email, "values", page_url, forward_state,
      forward_attempts, crm_state, crm_attempts, crm_id, answer, received_at, updated_at, delivered_at)
    select id, 'form', (array['contact_us', 'talk_to_our_advisor', 'skill_up_your_team'])[1 + number % 3],
      gen_random_uuid(), md5(number::text), 'person-' || (number * 7919 % ($3 * 3 / 4)) || '@visitor.example',
      jsonb_build_object('first_name', 'Asha', 'last_name', 'Nair', 'email', 'person-' || number || '@visitor.example',
        'phone_number', '+91 98450 ' || lpad((number % 100000)::text, 5, '0'),
        'message', 'Please call me about the two days in Pune.'),
      'https://academy.example/contact-us', 'saved', 1, 'delivered', 1, '5000000' || number,
      '{"status": 1, "message": "Thanks", "data": {}}', now() - ago, now() - ago, now() - ago
    from given returning id
  )
  insert into lead_events (lead_id, kind)
  select id, kind from made, unnest(array['upstream_saved', 'crm_delivered']) as kind`;

/** @returns SQL of the terms of an order with a batch that begins on that day */
export const termsFrom = (
  day: string,
) => `'{"refundSteps": [{"until_hours_before": 336, "percent": 100}], "maxPercent": 100,
  "minPercent": 0, "moves": {"early": {"untilHoursBefore": 72, "withinDays": 180}, "late": {"times": 1, "withinDays": 90}},
  "lateMoves": 0, "attendeesUntilHoursBefore": 48, "coupon": null}'::jsonb
  || jsonb_build_object('startsOn', ${day}, 'bookedFor', ${day})`;

const insertOrders = `
  with given as (
    select number, now() - make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3) as at,
      uuidv7(-make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3)) as id
    from generate_series($1::bigint, $2::bigint) as number
  ), made as (
    insert into orders (id, provider_order_id, state, booking, batch, terms, seats, unit_paise, sub_total_paise,
      gst_paise, total_paise, first_name, last_name, email, phone_number, receipt_token, payment_id, paid_at, booked_at,
      created_at, updated_at)
    select id, 'order_' || number, 'booked', 'booked',
      jsonb_build_object('course_id', 100 + number % 400, 'course_name', 'Course ' || number % 400,
        'course_schedule_id', 1000 + number % 40000, 'start_date', to_char(at + interval '29 days', 'YYYY-MM-DD'),
        'end_date', to_char(at + interval '30 days', 'YYYY-MM-DD'), 'start_time', '09:00', 'end_time', '17:00',
        'day_type', 'Weekend', 'time_type', 'Day', 'online_class_room', 'Zoom', 'instructor_name', 'Ravi Rao'),
      ${termsFrom("to_char(at + interval '29 days', 'YYYY-MM-DD')")},
      1, 2000000, 2000000, 360000, 2360000, 'Asha', 'Nair', 'person-' || number || '@visitor.example',
      '+91 98450 00000', md5('token' || number), 'pay_' || number, at, at, at, at
    from given returning id, payment_id, paid_at
  ), paid as (
    insert into order_payments (payment_id, order_id, role, refund, status, amount_paise, currency, seen_at, updated_at)
    select payment_id, id, 'pays', 'none', 'captured', 2360000, 'INR', paid_at, paid_at from made
  )
  insert into order_events (order_id, at, source, event, state)
  select id, paid_at, 'browser', event, 'booked' from made, unnest(array['opened', 'paid', 'booked']) as event`;

/** Submission ids, which are kept for a week. */
const rememberSubmissions = `
  insert into lead_submissions (submission_id, lead_id, received_at)
  select submission_id, id, received_at from leads where id > lead_id_at(now() - interval '7 days') order by id`;

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** @throws BenchError if the disk of a folder has too little space for the ledger */
export async function requireSpace(folder: string, counts: Counts): Promise<void> {
  const needed = counts.leads * bytesOfLead + counts.orders * bytesOfOrder + spareBytes;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new BenchError(
      'no_space',
      `${counts.leads} leads and ${counts.orders} orders need ${gigabytes(needed)} in ${folder}, which has ${gigabytes(bavail * bsize)}; TMPDIR names another folder`,
    );
}

async function inBatches(
  client: pg.Client,
  statement: string,
  rows: { count: number; batch: number; name: string },
  progress: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  for (let first = 1; first <= rows.count; first += rows.batch) {
    const last = Math.min(rows.count, first + rows.batch - 1);
    await client.query(statement, [first, last, rows.count]);
    const rate = Math.round((last * 1_000) / (performance.now() - startedAt));
    progress(`${last} of ${rows.count} ${rows.name}, ${rate} a second`);
  }
}

/** Drops the indexes that belong to no constraint. @returns statements that create them again */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(array['leads', 'lead_events', 'orders', 'order_payments', 'order_events']::regclass[])
      and not indisprimary and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Fill factor of the product: a lead's row grows when it is answered and delivered. */
const fillOfInserts = 50;
/**
 * Fill factor for inserting rows that have their final size already. With the product's fill factor, each
 * page would have room for only one lead.
 */
const fillOfGrown = 60;

interface Counts {
  leads: number;
  orders: number;
}

/**
 * Fills the tables that a BFF has made. Foreign keys are not checked, and indexes are made after the rows.
 */
export async function fillLedger(
  connectionString: string,
  { leads, orders }: Counts,
  progress: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      `set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = '256MB'`,
    );
    const indexes = await dropIndexes(client);
    await client.query(`alter table leads set (fillfactor = ${fillOfGrown})`);
    await inBatches(client, insertLeads, { count: leads, batch: leadsOfBatch, name: 'leads' }, progress);
    await client.query(`alter table leads set (fillfactor = ${fillOfInserts})`);
    await inBatches(client, insertOrders, { count: orders, batch: ordersOfBatch, name: 'orders' }, progress);
    progress(`${indexes.length} indexes`);
    for (const index of indexes) {
      const startedAt = performance.now();
      await client.query(index);
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      if (seconds > 0) progress(`${index.replace(/.*INDEX | ON.*/g, '')}, ${seconds} s`);
    }
    await client.query(rememberSubmissions);
    progress('vacuum');
    // Like a server that has been up for a while: statistics, visibility map, no dirty pages.
    await client.query('vacuum (freeze, analyze)');
    await client.query('checkpoint');
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    progress(`${gigabytes(Number(rows[0]?.bytes))} on disk`);
  } finally {
    await client.end();
  }
}
