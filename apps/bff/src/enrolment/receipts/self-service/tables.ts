/** The tables of self-service, created by `schema.sql`. */
import { requestedChange } from '@meridian/contracts/enrolment/self-service';
import { storedColumn } from '../../../platform/database/stored-column.ts';

export const storedChange = storedColumn('change_requests.requested', requestedChange);
