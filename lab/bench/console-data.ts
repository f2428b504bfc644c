/** A million leads and 200,000 orders of two years, made by the database itself. */
import pg from 'pg';
import { termsFrom } from './filled-ledger.ts';

export const sizes = { leads: 1_000_000, orders: 200_000 };

const firstNames =
  'Aarav Vivaan Aditya Vihaan Arjun Reyansh Krishna Ishaan Ananya Diya Aadhya Saanvi Pari Kavya Meera Asha Ravi Suresh Ramesh Lakshmi Divya Neha Pooja Rahul Rohit Amit Sanjay Vijay Kiran Deepak Farah Imran Zoya Joseph Maria Thomas Gurpreet Harpreet Manish Sneha';
const lastNames =
  'Sharma Verma Gupta Kumar Singh Patel Shah Mehta Reddy Rao Nair Menon Iyer Iyengar Pillai Das Ghosh Banerjee Mukherjee Chatterjee Bose Khan Sheikh Ansari Fernandes DSouza Joshi Kulkarni Deshpande Patil Naidu Chowdhury Agarwal Jain Malhotra Kapoor Bhatia Sethi Thakur Yadav';

const words = (list: string) => `(string_to_array('${list}', ' '))`;
/** A pseudo-random number from 0 to `below`, the same in every run. */
const pick = (salt: number, below: number) =>
  `((hashint8extended(number, ${salt}) & 9223372036854775807) % ${below})::int`;
const first = `${words(firstNames)}[1 + ${pick(1, 40)}]`;
const last = `${words(lastNames)}[1 + ${pick(2, 40)}]`;
const email = `lower(${first} || '.' || ${last} || number || '@' || (array['gmail.com', 'gmail.com', 'gmail.com', 'yahoo.co.in', 'outlook.com', 'example.com'])[1 + ${pick(3, 6)}])`;
const phone = `'+91 ' || (70000 + ${pick(4, 30_000)}) || ' ' || lpad(${pick(5, 100_000)}::text, 5, '0')`;
const age = (count: number) =>
  `(now() - interval '1 minute' - (${count} - number) * interval '730 days' / ${count})`;

const leads = `
  insert into leads (id, endpoint, form, submission_id, body_hash, email, values, attribution, page_url, forward_state,
    crm_state, crm_id, received_at, delivered_at, answer)
  select uuidv7(at - now()), 'form', form, gen_random_uuid(), md5(number::text) || md5((number + 1)::text), email,
    jsonb_build_object('first_name', first, 'last_name', last, 'phone_number', phone,
      'course_id', course, 'course_name', 'Course ' || course, 'company_name', case when number % 20 = 0 then 'Company ' || number % 5000 end),
    jsonb_build_object('page_url', 'https://academy.example/courses/course-' || course, 'last_touch', jsonb_build_object(
      'utm_source', (array['google', 'google', 'google', 'newsletter', 'linkedin', 'facebook', 'partner-' || number % 50])[1 + ${pick(6, 7)}],
      'utm_medium', 'cpc', 'utm_campaign', 'campaign-' || course, 'at', '2026-01-01T00:00:00.000Z')),
    'https://academy.example/courses/course-' || course,
    case when number % 211 = 0 then 'quarantined' when number % 223 = 0 then 'refused' when number % 997 = 0 then 'refused_late'
      when number % 20011 = 0 then 'received' else 'saved' end,
    case when number % 211 = 0 or number % 20011 = 0 then 'waiting' when number % 223 = 0 then 'none' when number % 503 = 0 then 'dead'
      when number % 10007 = 0 then 'pending' else 'delivered' end,
    'crm' || number, at, at + interval '3 seconds', '{"status": 1, "message": "Thank you."}'
  from (
    select number, ${age(sizes.leads)} as at, ${first} as first, ${last} as last, ${email} as email, ${phone} as phone,
      (array['contact_us', 'talk_to_our_advisor', 'course_download_syllabus', 'course_download_curriculum', 'special_offer', 'pmp_exam',
        'corporate_training_form', 'resources_download_ebook', 'waitlist', 'instructor'])[1 + least(9, ${pick(7, 14)})] as form,
      1 + ${pick(8, 120)} as course
    from generate_series(1, ${sizes.leads}) as number
  ) as given`;

const orders = `
  insert into orders (id, provider_order_id, state, booking, batch, terms, seats, unit_paise, sub_total_paise, gst_paise, total_paise,
    first_name, last_name, email, phone_number, receipt_token, payment_id, paid_at, booked_at, created_at, updated_at, attendees)
  select gen_random_uuid(), 'order_' || code, state, case when state = 'booked' then 'booked' when state = 'needs_review' then 'review'
      when state in ('refund_due', 'refunded') then 'dropped' else 'none' end,
    jsonb_build_object('course_id', course, 'course_name', 'Course ' || course, 'course_schedule_id', course * 10000 + first_day / 14,
      'start_date', date '2020-01-01' + first_day, 'end_date', date '2020-01-01' + first_day + 1, 'start_time', '09:00', 'end_time', '17:00',
      'day_type', 'Weekend', 'time_type', 'Day', 'online_class_room', 'Zoom', 'instructor_name', 'Ravi Rao'),
    ${termsFrom("date '2020-01-01' + first_day")},
    seats, 1900000, 1900000 * seats, 342000 * seats, 2242000 * seats, first, last, email, phone, md5('receipt' || number),
    case when state in ('booked', 'needs_review', 'refund_due', 'refunded') then 'pay_' || code end,
    case when state in ('booked', 'needs_review', 'refund_due', 'refunded') then at end, at, at, at,
    jsonb_build_array(jsonb_build_object('name', first || ' ' || last, 'email', email))
  from (
    select number, ${age(sizes.orders)} as at, ${first} as first, ${last} as last, ${email} as email, ${phone} as phone,
      substr(md5('order' || number), 1, 14) as code,
      -- Each course begins every other week.
      (${age(sizes.orders)}::date + 20 - date '2020-01-01') / 14 * 14 as first_day, 1 + number % 3 as seats, 1 + ${pick(8, 120)} as course,
      case when number % 3 = 0 then 'created' when number % 1009 = 0 then 'needs_review' when number % 2003 = 0 then 'refund_due'
        when number % 29 = 0 then 'refunded' else 'booked' end as state
    from generate_series(1, ${sizes.orders}) as number
  ) as given`;

const others = [
  // The upstream counts the seats of every batch.
  `insert into seat_batches (batch_id, seats_total, seats_left, read_at)
    select distinct (batch ->> 'course_schedule_id')::bigint, 80, 20, now() from orders`,
  `insert into order_payments (payment_id, order_id, role, refund, status, amount_paise, currency, seen_at, updated_at)
    select payment_id, id, 'pays', 'none', 'captured', total_paise, 'INR', created_at, created_at from orders
    where payment_id is not null`,
  `insert into cases (order_id, kind, subject, opened_at, closed_at)
    select id, 'booking_review', '', created_at, case when created_at < now() - interval '30 days' then created_at end
    from orders where state in ('needs_review', 'refund_due')`,
];

/** Fills the tables of leads and orders, whose schema has to be there. */
export async function fillConsole(databaseUrl: string, progress: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    for (const [name, statement] of Object.entries({ leads, orders })) {
      progress(`writing ${name}`);
      await client.query(statement);
    }
    for (const statement of others) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
