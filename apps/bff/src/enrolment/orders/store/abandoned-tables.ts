/** The table of unfinished checkouts; made by `schema.sql`. */
import type { Schema } from '../../../platform/database/schema.ts';

export type AbandonedCheckoutTable = Schema['abandoned_checkouts'];
