/** A ledger of a year: leads that are done, with their history, and booked orders. */
import pg from 'pg';

const leadsOfBatch = 250_000;
const ordersOfBatch = 100_000;
const yearSeconds = 365 * 24 * 60 * 60;
/** The newest are two days old: nothing is due for what follows a lead at once. */
const restSeconds = 2 * 24 * 60 * 60;

// Ids are UUIDv7 of their time, ascending, as they come in.
const insertLeads = `
  with given as (
    select number, make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3) as ago,
      uuidv7(-make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3)) as id
    from generate_series($1::bigint, $2::bigint) as number
  ), made as (
    insert into leads (id, door, form, submission_id, body_hash, email, "values", page_url, forward_state,
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

const insertOrders = `
  with given as (
    select number, now() - make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3) as at,
      uuidv7(-make_interval(secs => ${restSeconds} + ${yearSeconds}::float8 * ($3 - number) / $3)) as id
    from generate_series($1::bigint, $2::bigint) as number
  ), made as (
    insert into orders (id, razorpay_order_id, state, booking, batch, seats, unit_paise, sub_total_paise, gst_paise,
      total_paise, first_name, last_name, email, phone_number, receipt_token, payment_id, paid_at, booked_at,
      created_at, updated_at)
    select id, 'order_' || number, 'booked', 'booked',
      jsonb_build_object('course_id', 100 + number % 400, 'course_schedule_id', 1000 + number % 40000,
        'end_date', to_char(at + interval '30 days', 'YYYY-MM-DD')),
      1, 2000000, 2000000, 360000, 2360000, 'Asha', 'Nair', 'person-' || number || '@visitor.example',
      '+91 98450 00000', md5('token' || number), 'pay_' || number, at, at, at, at
    from given returning id, payment_id, paid_at
  ), paid as (
    insert into order_payments (payment_id, order_id, role, refund, status, amount_paise, currency, seen_at, updated_at)
    select payment_id, id, 'pays', 'none', 'captured', 2360000, 'INR', paid_at, paid_at from made
  )
  insert into order_events (order_id, at, source, event, state)
  select id, paid_at, 'browser', event, 'booked' from made, unnest(array['opened', 'paid', 'booked']) as event`;

async function inBatches(
  client: pg.Client,
  statement: string,
  count: number,
  size: number,
  progress: (done: number) => void,
): Promise<void> {
  for (let first = 1; first <= count; first += size) {
    const last = Math.min(count, first + size - 1);
    await client.query(statement, [first, last, count]);
    progress(last);
  }
}

/**
 * Fills the tables that a BFF has made.
 * @param counts how many leads and orders
 */
export async function fillLedger(
  connectionString: string,
  counts: { leads: number; orders: number },
  progress: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await inBatches(client, insertLeads, counts.leads, leadsOfBatch, (done) => progress(`${done} leads`));
    await inBatches(client, insertOrders, counts.orders, ordersOfBatch, (done) => progress(`${done} orders`));
    // As a server is that has been up: statistics, visibility map, nothing left to write.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
