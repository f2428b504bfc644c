/** Leads that are saved at the upstream and due for the CRM. */
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const jobsAtOnce = 10_000;
/** Leads per commit and job under load (from the benchmark `leads`). */
const leadsOfCommit = 20;

const insertLeads = `
  insert into leads (id, endpoint, form, submission_id, body_hash, email, "values", page_url, forward_state,
    forward_attempts, crm_state, crm_due_at, answer)
  select uuidv7(), 'form', 'contact_us', gen_random_uuid(), number::text, 'asha.nair-' || number || '@visitor.example',
    jsonb_build_object('first_name', 'Asha', 'last_name', 'Nair', 'email',
      'asha.nair-' || number || '@visitor.example', 'phone_number', '+91 98450 00000',
      'message', 'Please call me about the two days in Pune.'),
    'https://academy.example/contact-us', 'saved', 1, 'pending', now(), '{"status": 1, "message": "", "data": {}}'
  from generate_series(1, $1) as number
  returning id`;

/**
 * Writes leads and jobs into a database initialised by a BFF.
 * @param count number of leads
 */
export async function queueLeads(connectionString: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, migrate: false });
  await boss.start();
  try {
    const { rows } = await client.query<{ id: string }>(insertLeads, [count]);
    const jobs = rows
      .filter((_lead, number) => number % leadsOfCommit === 0)
      .map(({ id }) => ({ data: { id } }));
    for (let at = 0; at < jobs.length; at += jobsAtOnce)
      await boss.insert('deliver-lead', jobs.slice(at, at + jobsAtOnce));
    // Updates the planner's statistics.
    await client.query('analyze');
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
  }
}
