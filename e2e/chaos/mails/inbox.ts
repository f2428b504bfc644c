/** What the sandbox's mail server has, compared with what the outbox says. */
import pg from 'pg';
import { z } from 'zod';

const countsAnswer = z.object({
  data: z.object({
    received: z.number(),
    lost_answers: z.number(),
    copies: z.record(z.string(), z.number()),
  }),
});

export type InboxCounts = z.output<typeof countsAnswer>['data'];

export async function countsOf(sandboxUrl: string): Promise<InboxCounts> {
  return countsAnswer.parse(await (await fetch(`${sandboxUrl}/_sandbox/mails/counts`)).json()).data;
}

async function run(databaseUrl: string, text: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Lets mails whose try failed be tried again now; a lease is left alone. */
export function hurry(databaseUrl: string): Promise<void> {
  return run(
    databaseUrl,
    `update mails set next_try_at = now()
    where state = 'due' and attempts > 0 and busy_until is null and next_try_at > now()`,
  );
}

/** Notes mails that need nothing but their row. */
export function noteBacklog(databaseUrl: string, mails: number): Promise<void> {
  return run(
    databaseUrl,
    `insert into mails (id, cause, kind, recipient, facts, state, next_try_at, due_since, created_at, updated_at)
    select gen_random_uuid(), 'trial:' || number, 'operator_alert', 'reader-' || number || '@example.in',
      jsonb_build_object('alert', 'case_opened', 'caseTitle', 'Trial', 'orderNumber', number::text,
        'openedAt', now(), 'consoleUrl', 'http://127.0.0.1'),
      'due', now(), now(), now(), now()
    from generate_series(1, $1::integer) as number`,
    [mails],
  );
}

export interface OutboxState {
  /** Mails by state, and by reason where they were dropped. */
  states: Record<string, number>;
  due: number;
  /** Message-IDs of mails that are sent. */
  sent: string[];
  /** Booked orders whose payer has no row of a confirmation. */
  untold: number;
}

export async function outboxOf(databaseUrl: string): Promise<OutboxState> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const states = await client.query<{ name: string; mails: number }>(`
      select concat_ws(' ', state, case when state = 'dropped' then reason end) as name,
        count(*)::integer as mails from mails group by 1 order by 1`);
    const sent = await client.query<{ id: string }>(
      `select message_id as id from mails where state = 'sent'`,
    );
    // Pending mails wait for longer than a trial; most are outdated then.
    const due = await client.query<{ mails: number }>(`
      select count(*)::integer as mails from mails where state = 'due' and kind <> 'booking_pending'`);
    const untold = await client.query<{ orders: number }>(`
      select count(*)::integer as orders from orders where booking = 'booked' and not exists (
        select from mails where cause = 'booking_confirmed:' || orders.id)`);
    return {
      states: Object.fromEntries(states.rows.map(({ name, mails }) => [name, mails])),
      due: due.rows[0]?.mails ?? 0,
      sent: sent.rows.map(({ id }) => id),
      untold: untold.rows[0]?.orders ?? 0,
    };
  } finally {
    await client.end();
  }
}
