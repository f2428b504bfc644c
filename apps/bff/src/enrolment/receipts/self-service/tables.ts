/** The tables of self-service; made by `schema.sql`. */
import { requestedChange } from '@meridian/contracts/enrolment/self-service';
import type { Schema } from '../../../platform/database/schema.ts';
import { storedColumn } from '../../../platform/database/stored-column.ts';

export type ManageLinkTable = Schema['manage_links'];

export const storedChange = storedColumn('change_requests.requested', requestedChange);
