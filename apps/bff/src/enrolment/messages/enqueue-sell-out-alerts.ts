/** Alerts operators to batches that sold out, once each time. */
import { type Kysely, sql } from 'kysely';
import { enqueueMails, type NewMail } from '../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { orderBatch } from '../orders/store/order-tables.ts';

interface Flipped {
  batch_id: string;
  is_sold_out: boolean;
  times: number;
  /** The newest snapshot; null if no seat was sold here. */
  batch: unknown;
  waiting: number;
}

/**
 * A batch is sold out if no seat is free, and no unpaid hold or open offer can make a seat free. The newest
 * read of the upstream includes sales of other channels. Only changes are returned, so a repeated or
 * concurrent run finds none.
 */
const flip = sql<Flipped>`
  with counted as materialized (
    select s.batch_id, free_seats(s) as free,
      exists (
        select from reserved_seats r
        where r.batch_id = s.batch_id and r.may_lapse and r.seats > 0) as may_come_free
    from seat_batches s
  ), flipped as (
    insert into batch_sell_outs as known (batch_id, is_sold_out, times, updated_at)
    select batch_id, free = 0 and not may_come_free, 1, now() from counted
    where free is not null
      and ((free = 0 and not may_come_free)
        or exists (select from batch_sell_outs b where b.batch_id = counted.batch_id and b.is_sold_out))
    on conflict (batch_id) do update set
      is_sold_out = excluded.is_sold_out, updated_at = now(),
      times = known.times + case when excluded.is_sold_out then 1 else 0 end
    where known.is_sold_out <> excluded.is_sold_out
    returning batch_id, is_sold_out, times
  )
  select flipped.*,
    (select o.batch from orders o
      where (o.batch ->> 'course_schedule_id')::bigint = flipped.batch_id
        and (o.seat_hold is not null or o.booking <> 'none')
      order by o.created_at desc limit 1) as batch,
    (select count(*)::integer from waitlist_entries w
      where w.batch_id = flipped.batch_id and w.state = 'waiting') as waiting
  from flipped`;

/**
 * @param consoleUrl origin of the console, to which the alert links
 * @returns the number of alerts enqueued
 */
export async function enqueueSellOutAlerts(database: Kysely<Database>, consoleUrl: string): Promise<number> {
  return transact(database, async (transaction) => {
    const { rows } = await flip.execute(transaction);
    const mails = rows.flatMap(
      ({ batch_id: id, is_sold_out: isSoldOut, times, batch: stored, waiting }): NewMail[] => {
        const batch = orderBatch.tryParse(stored);
        if (!isSoldOut || !batch) return [];
        const { joining: _joining, ...shown } = batch;
        const cause = `batch_sold_out:${id}:${times}`;
        const facts = { alert: 'batch_sold_out' as const, batch: shown, waiting, consoleUrl };
        return [{ kind: 'operator_alert', cause, recipient: '', facts }];
      },
    );
    return enqueueMails(transaction, mails);
  });
}
