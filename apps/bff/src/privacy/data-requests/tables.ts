/** The table of data requests; made by `schema.sql`. */
import type { Schema } from '../../platform/database/schema.ts';

export type DataRequestTable = Schema['data_requests'];
