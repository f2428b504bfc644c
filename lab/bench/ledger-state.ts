/** Brings two ledgers into the same state before a comparison. */
import type pg from 'pg';
import type { LedgerDatabase } from './bff-modules.ts';

export interface Ledger {
  name: string;
  url: string;
  database: LedgerDatabase;
  /** Connection of the superuser. */
  client: pg.Client;
}

const insertLeads = `
  insert into leads (id, endpoint, form, submission_id, body_hash, email, "values", page_url, forward_state,
    forward_attempts, crm_state, crm_due_at, crm_attempts, answer, received_at, delivered_at)
  select uuidv7(-make_interval(secs => $2)), 'form', 'contact_us', gen_random_uuid(), md5(number::text),
    'work-' || gen_random_uuid() || '@visitor.example', '{"first_name": "Asha"}', '', 'saved', 1, $3,
    case $3 when 'pending' then now() - interval '2 minutes' end, 0, '{"status": 1, "message": "", "data": {}}',
    now() - make_interval(secs => $2), case $3 when 'delivered' then now() - make_interval(secs => $2) end
  from generate_series(1, $1::integer) as number`;

/** Adds leads that the upstream has. They are delivered to the CRM, or have been due there for two minutes. */
export const addLeads = (
  client: pg.Client,
  leads: { count: number; state: 'pending' | 'delivered'; ageSeconds: number },
) => client.query(insertLeads, [leads.count, leads.ageSeconds, leads.state]);

/**
 * Adds the leads of two hours of a busy day. Every ledger gets the same number, because this number does not depend on
 * the size of the ledger.
 */
export async function addRecent({ client }: Ledger): Promise<void> {
  for (let minutes = 120; minutes > 0; minutes -= 5)
    await addLeads(client, { count: 100, state: 'delivered', ageSeconds: minutes * 60 });
}

/** Marks all leads as saved by the upstream and delivered to the CRM, so that no job is due. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query(`update leads set forward_state = 'saved', forward_due_at = null, forward_busy_until = null,
    crm_state = 'pending', answer = '{"status": 1}' where forward_state = 'received'`);
  await client.query(`update leads set crm_state = 'delivered', crm_due_at = null, crm_busy_until = null,
    delivered_at = now() where crm_state = 'pending'`);
}

/** Switches autovacuum on or off, in all databases of the server. */
export async function setAutovacuum(client: pg.Client, state: 'on' | 'off'): Promise<void> {
  await client.query(`alter system set autovacuum = ${state}`);
  await client.query('select pg_reload_conf()');
}

/** Vacuums and analyses leads, their events and emails, and writes dirty pages: as after a night without visitors. */
export async function vacuum({ client }: Ledger): Promise<void> {
  await client.query('vacuum (analyze) leads, lead_events, mails');
  await client.query('checkpoint');
}

/**
 * Adds delivered leads, a minute old, until every ledger has as many leads of the last day as the one with the most. A
 * ledger that accepted leads more slowly has fewer before.
 * @returns the number of leads of the last day in each ledger
 */
export async function makeRecentAlike(ledgers: readonly Ledger[]): Promise<number> {
  const counts = new Map<Ledger, number>();
  for (const ledger of ledgers) {
    await settle(ledger.client);
    const { rows } = await ledger.client.query<{ leads: string }>(
      `select count(*) as leads from leads where id > lead_id_at(now() - interval '1 day')`,
    );
    counts.set(ledger, Number(rows[0]?.leads));
  }
  const max = Math.max(...counts.values());
  for (const [{ client }, count] of counts)
    await addLeads(client, { count: max - count, state: 'delivered', ageSeconds: 60 });
  return max;
}
