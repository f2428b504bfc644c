import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { readClock } from '../../platform/database/clock.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { checkSeats, type SeatLedger } from './check-seats.ts';
import { deleteOldBatches } from './delete-old-batches.ts';

const { url } = await useMigratedDatabase();
/** Two replicas with separate pools. */
const replicas = [1, 2].map(() => openDatabase(url, { maxConnections: 5 }));
const [database] = replicas;
if (!database) throw new Error('no replica');
const batchId = 201_417_270_104;

beforeAll(async () => {
  await migrate(database);
  await sql`create table given (seats integer not null)`.execute(database);
});
beforeEach(async () => {
  await sql`delete from given`.execute(database);
  await database.deleteFrom('seat_batches').execute();
});
afterAll(() => Promise.all(replicas.map((replica) => replica.destroy())));

/** A ledger in which the upstream knows none of the reserved seats. */
const ledger: SeatLedger = {
  async count(reader) {
    const { rows } = await sql<{ seats: number }>`
      select coalesce(sum(seats), 0)::integer as seats from given`.execute(reader);
    const seats = rows[0]?.seats ?? 0;
    return new Map([[batchId, { all: seats, unknown: seats }]]);
  },
};

/** Requests seats, waits a moment, and reserves them. @returns the number of seats reserved */
async function take(requester: number, requested: number, seatsLeft: number, readAt: Date): Promise<number> {
  const replica = replicas[requester % replicas.length];
  if (!replica) throw new Error('no replica');
  return replica.transaction().execute(async (transaction) => {
    const read = { batchId, seats: { seats_left: seatsLeft }, readAt };
    const { kind } = await checkSeats(transaction, ledger, read, requested);
    if (kind !== 'enough') return 0;
    await sql`select pg_sleep(0.02)`.execute(transaction);
    await sql`insert into given values (${requested})`.execute(transaction);
    return requested;
  });
}

it('seats that two replicas request concurrently are reserved once', async () => {
  const readAt = await readClock(database);
  const given = await Promise.all(
    Array.from({ length: 20 }, (_, requester) => take(requester, 1 + (requester % 3), 7, readAt)),
  );
  expect(given.reduce((sum, seats) => sum + seats, 0)).toBe(7);
});

it('an older read of the upstream does not override a newer one', async () => {
  const older = await readClock(database);
  const newer = new Date(older.getTime() + 1_000);
  expect(await take(0, 1, 1, newer)).toBe(1);
  expect(await take(1, 1, 9, older)).toBe(0);
  expect(await take(0, 1, 9, new Date(newer.getTime() + 1_000))).toBe(1);
});

it('nothing is locked or limited if the upstream does not count seats', async () => {
  const read = { batchId, seats: {}, readAt: await readClock(database) };
  const checked = await database
    .transaction()
    .execute((transaction) => checkSeats(transaction, ledger, read, 1_000));
  expect(checked).toEqual({ kind: 'uncounted' });
  expect(await database.selectFrom('seat_batches').selectAll().execute()).toEqual([]);
});

it('old reads of the upstream are deleted, current ones stay', async () => {
  const now = await readClock(database);
  await take(0, 1, 3, now);
  const longAgo = new Date(now.getTime() - 25 * 60 * 60_000);
  await database
    .insertInto('seat_batches')
    .values({ batch_id: 1, seats_total: null, seats_left: 3, read_at: longAgo })
    .execute();
  expect(await deleteOldBatches(database)).toBe(1);
  const left = await database.selectFrom('seat_batches').select('batch_id').execute();
  expect(left).toEqual([{ batch_id: String(batchId) }]);
});
