/** All seats that are taken here, by orders and by offers of the waiting list. */
import { sql } from 'kysely';
import type { SeatLedger } from './check-seats.ts';

interface TakenSeats {
  batch_id: string;
  taken: number;
  unknown: number;
}

/** Uses the same database function as holding seats, so that the two counts cannot differ. */
export const takenSeats: SeatLedger = {
  async count(database, batchIds, readAt) {
    if (batchIds.length === 0) return new Map();
    const { rows } = await sql<TakenSeats>`
      select * from taken_seats(${batchIds}::bigint[], ${readAt})`.execute(database);
    return new Map(rows.map(({ batch_id: id, taken, unknown }) => [Number(id), { all: taken, unknown }]));
  },
};
