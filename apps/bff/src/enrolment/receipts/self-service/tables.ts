/** JSON columns of the tables of self-service. */
import { requestedChange } from '@meridian/contracts/enrolment/self-service';
import { storedColumn } from '../../../platform/database/stored-column.ts';

export const storedChange = storedColumn('change_requests.requested', requestedChange);
