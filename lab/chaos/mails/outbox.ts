/** What the outbox says of a trial. */
import pg from 'pg';

export interface OutboxState {
  /** Mails by kind and state, and by reason where they were dropped. */
  states: Record<string, number>;
  due: number;
  /** Message-IDs of mails that are sent. */
  sent: string[];
  booked: number;
  /** Booked orders of which the payer's or the attendee's confirmation is not sent. */
  unreported: number;
  /** Neither sent nor due, except emails of payments booked before their first attempt. */
  ended: number;
}

// Mails of payments that wait to be booked are due after a minute and a half; most are outdated then.
const pending = `kind = 'booking_pending'`;

export type Outbox = ReturnType<typeof openOutbox>;

export function openOutbox(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const count = async (text: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::integer as count ${text}`)).rows[0]?.count ?? 0;

  const due = () => count(`from mails where state = 'due' and not ${pending}`);

  return {
    due,
    /** Lets mails whose try failed be tried again now; a lease is left alone. */
    async hurry(): Promise<void> {
      await pool.query(`update mails set next_try_at = now()
        where state = 'due' and attempts > 0 and busy_until is null and next_try_at > now()`);
    },
    /** Notes mails that need nothing but their row. */
    async recordBacklog(mails: number): Promise<void> {
      await pool.query(
        `insert into mails (id, cause, kind, recipient, facts, state, next_try_at, due_since, created_at, updated_at)
        select gen_random_uuid(), 'trial:' || number, 'operator_alert', 'reader-' || number || '@example.com',
          jsonb_build_object('alert', 'case_opened', 'caseTitle', 'Trial', 'orderNumber', number::text,
            'openedAt', now(), 'consoleUrl', 'http://127.0.0.1'),
          'due', now(), now(), now(), now()
        from generate_series(1, $1::integer) as number`,
        [mails],
      );
    },
    async state(): Promise<OutboxState> {
      const states = await pool.query<{ name: string; mails: number }>(`
        select concat_ws(' ', kind, state, case when state = 'dropped' then reason end) as name,
          count(*)::integer as mails from mails group by 1 order by 1`);
      const sent = await pool.query<{ id: string }>(
        `select message_id as id from mails where state = 'sent'`,
      );
      const confirmed = (kind: string) => `exists (
        select from mails where mails.order_id = orders.id and kind = '${kind}' and mails.state = 'sent')`;
      return {
        states: Object.fromEntries(states.rows.map(({ name, mails }) => [name, mails])),
        due: await due(),
        sent: sent.rows.map(({ id }) => id),
        booked: await count(`from orders where booking = 'booked'`),
        unreported: await count(`from orders where booking = 'booked'
          and not (${confirmed('booking_confirmed')} and ${confirmed('attendee_confirmed')})`),
        ended: await count(`from mails where state not in ('sent', 'due')
          and not (${pending} and state = 'dropped' and reason = 'outdated')`),
      };
    },
    close: () => pool.end(),
  };
}
