/** The readers of the lists in the contracts. */
import type { ListName, ListRow } from '@meridian/contracts/operators/lists';
import { sql } from 'kysely';
import { newestFirst, type ReadList } from './newest-first.ts';

type DatedDispute = Omit<ListRow<'disputes'>, 'respond_by' | 'created_at'> & {
  respond_by: Date | null;
  created_at: Date;
};

export const readers: { [Name in ListName]: ReadList<Name> } = {
  refunds: newestFirst(
    (state) => sql<Omit<ListRow<'refunds'>, 'created_at'> & { created_at: Date }>`
      select r.id::text, r.order_id, trim(o.first_name || ' ' || o.last_name) as payer,
        r.amount_paise::float8, r.state, r.reason, r.note, r.created_at
      from refunds r join orders o on o.id = r.order_id
      where ${state === 'open' ? sql`r.state in ('requested', 'pending')` : sql`r.state = coalesce(${state ?? null}, r.state)`}`,
    ({ id, order_id, payer, amount_paise, state, reason, note, created_at }) => ({
      id,
      order_id,
      payer,
      amount_paise,
      state,
      reason,
      note,
      created_at: created_at.toISOString(),
    }),
  ),
  disputes: newestFirst(
    (state) => sql<DatedDispute>`
      select d.id, d.order_id, trim(o.first_name || ' ' || o.last_name) as payer, d.amount_paise::float8,
        d.status, d.respond_by, d.created_at
      from disputes d join orders o on o.id = d.order_id
      where d.state = coalesce(${state ?? null}, d.state)`,
    ({ id, order_id, payer, amount_paise, status, respond_by, created_at }) => ({
      id,
      order_id,
      payer,
      amount_paise,
      status,
      respond_by: respond_by?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    }),
  ),
  differences: newestFirst(
    (kind) => sql<Omit<ListRow<'differences'>, 'found_at'> & { created_at: Date }>`
      select id::text, subject, title, order_id, batch_id::float8, ours, theirs, found_at as created_at
      from differences where kind = coalesce(${kind ?? null}, kind)`,
    ({ id, subject, title, order_id, batch_id, ours, theirs, created_at }) => ({
      id,
      subject,
      title,
      order_id,
      batch_id,
      ours,
      theirs,
      found_at: created_at.toISOString(),
    }),
  ),
};
