/** Counts the seats that orders and waiting-list offers reserve here. */
import { sql } from 'kysely';
import type { SeatLedger } from './check-seats.ts';

interface TakenSeats {
  batch_id: string;
  taken: number;
  unknown: number;
}

/** Uses the database function that `hold_seats` uses, so that both counts are the same. */
export const takenSeats: SeatLedger = {
  async count(database, batchIds, readAt) {
    if (batchIds.length === 0) return new Map();
    const { rows } = await sql<TakenSeats>`
      select * from taken_seats(${batchIds}::bigint[], ${readAt})`.execute(database);
    return new Map(rows.map(({ batch_id: id, taken, unknown }) => [Number(id), { all: taken, unknown }]));
  },
};
