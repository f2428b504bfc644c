/** The table of seats; made by `schema.sql`. */
import type { Schema } from '../../platform/database/schema.ts';

/** The newest read of a batch's seats. Its row is locked before seats are given away. */
export type SeatBatchTable = Schema['seat_batches'];
