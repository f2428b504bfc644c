/** The table of complaints; made by `schema.sql`. */
import type { Schema } from '../../platform/database/schema.ts';

export type ComplaintTable = Schema['complaints'];
