/** Lists open deadlines: disputes, complaints, offers of the waiting list, and requests for erasure. */
import type { Deadlines } from '@meridian/contracts/operators/console/insights';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { listComplaints, referenceOf } from '../../../privacy/complaints/complaints.ts';
import { listDataRequests } from '../../../privacy/data-requests/operator-queue.ts';

const shown = 50;

export async function deadlinesOf(database: Kysely<Database>): Promise<Deadlines> {
  const [disputes, offers, erasures, complaints] = await Promise.all([
    sql<{ id: string; order_id: string; status: string; amount_paise: number; respond_by: Date | null }>`
      select id, order_id, status, amount_paise::float8 as amount_paise, respond_by from disputes
      where state <> 'over'
      order by respond_by nulls last, id limit ${shown}`.execute(database),
    sql<{ lead_id: string; course: string; start_date: string; seats: number; ends_at: Date }>`
      select lead_id, coalesce(batch ->> 'course_name', '') as course,
        coalesce(batch ->> 'start_date', '') as start_date, seats, offer_ends_at as ends_at
      from waitlist_entries where state = 'offered' and offer_ends_at is not null
      order by offer_ends_at limit ${shown}`.execute(database),
    listDataRequests(database, { limit: shown }),
    listComplaints(database, { limit: shown }),
  ]);
  return {
    disputes: disputes.rows.map(({ respond_by: by, ...dispute }) => ({
      ...dispute,
      respond_by: by?.toISOString() ?? null,
    })),
    offers: offers.rows.map(({ ends_at: at, ...offer }) => ({ ...offer, ends_at: at.toISOString() })),
    erasures: erasures.flatMap(({ id, due_at: due, days_left }) =>
      due ? [{ id, due_at: due.toISOString(), days_left }] : [],
    ),
    complaints: complaints.map(({ id, acknowledged_at: acknowledged, ...complaint }) => ({
      id,
      reference: referenceOf(complaint),
      acknowledged: acknowledged !== null,
      due_at: (acknowledged ? complaint.redress_by : complaint.acknowledge_by).toISOString(),
    })),
  };
}
