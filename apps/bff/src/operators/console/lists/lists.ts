/** How each list of the contracts is read. */
import type { ListName, ListRow } from '@meridian/contracts/operators/lists';
import { sql } from 'kysely';
import { newestFirst, type ReadList } from './newest-first.ts';

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
};
