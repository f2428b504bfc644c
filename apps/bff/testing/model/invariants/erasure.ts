import { sql } from 'kysely';
import { erasePayer } from '../../../src/enrolment/orders/erasure/erasure.ts';
import { marksOf } from '../../../src/platform/database/personal-columns.ts';
import { transact } from '../../../src/platform/database/transact.ts';
import { moneyOf } from '../money.ts';
import { finding, type Invariant } from './invariant.ts';

/** Tables that must not contain the name of an erased payer; documents of tax law keep it. */
const tables = marksOf()
  .filter(
    ([name, { order }]) =>
      order !== undefined || ['order_search', 'mails', 'document_requests'].includes(name),
  )
  .map(([name]) => name);

const countNamed = (name: string) =>
  sql.raw<{ place: string }>(
    tables
      .map((table) => `select '${table}' as place from ${table} t where t::text ilike '%${name}%'`)
      .join(' union '),
  );

/** The erasure of a payer does not change amounts, and removes the name from all tables. */
export const erasureIsComplete: Invariant = {
  name: 'erasureIsComplete',
  at: 'rest',
  async check({ game, after }) {
    const [played] = game.orders.values();
    if (!played) return [];
    const { database } = game.world;
    const { erased, kept } = await transact(database, (transaction) => erasePayer(transaction, played.email));
    if (erased.length === 0) return [];
    const now = await game.snapshot();
    const money = (all: typeof after) =>
      JSON.stringify(all.orders.map((order) => [order.id, moneyOf(order)]).toSorted());
    const named = (await countNamed(played.lastName).execute(database)).rows.map(({ place }) => place);
    return [
      ...(money(after) === money(now) ? [] : [finding('erasure changed the money', played.id)]),
      // An order keeps the name as long as it may still be paid.
      ...(named.length === 0 || kept.length > 0
        ? []
        : [finding('a table still has the name', named.join(', '))]),
    ];
  },
};
