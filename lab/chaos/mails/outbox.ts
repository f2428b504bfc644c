/** Reads the outbox during a trial. */
import pg from 'pg';

export interface OutboxState {
  /** Emails by kind and state, and dropped ones also by reason. */
  states: Record<string, number>;
  /** Number of due emails, without those about a pending booking. */
  due: number;
  /** Message-IDs of sent emails. */
  sent: string[];
  booked: number;
  /** Booked orders whose confirmation to the payer or an attendee is not sent. */
  unreported: number;
  /** Number of emails that are neither sent nor due. Outdated emails about a pending booking are not counted. */
  ended: number;
}

// Emails that tell a payer that the booking is pending. Most are outdated when they become due, because the booking has
// been made.
const pending = `kind = 'booking_pending'`;

export type Outbox = ReturnType<typeof openOutbox>;

export function openOutbox(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const count = async (text: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::integer as count ${text}`)).rows[0]?.count ?? 0;

  const due = () => count(`from mails where state = 'due' and not ${pending}`);

  return {
    due,
    /** Makes emails due whose last attempt failed. Does not change a lease. */
    async hurry(): Promise<void> {
      await pool.query(`update mails set next_try_at = now()
        where state = 'due' and attempts > 0 and busy_until is null and next_try_at > now()`);
    },
    /** Enqueues emails whose data is only in their row. */
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
