import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';
import { note } from './fields.ts';

const id = uuid.meta({ title: 'ID' });

export const dataRequestsErase = action({
  name: 'data-requests.erase',
  title: 'Erased a person on request',
  role: 'admin',
  stepUp: true,
  positional: ['id'],
  input: z.strictObject({ id }),
  result: {
    enquiries: z.int(),
    bookings: z.int(),
    /** Bookings of other payers in which the person attended. */
    attended: z.int(),
    /** Tax documents that name the person and must be kept. */
    documents: z.int(),
    /** Orders and complaints in progress; the request stays open until they are closed. */
    waiting: z.array(z.string()),
    /** Records in the CRM. A job deletes those counted in `crm`; those in `byHand` have an open case. */
    copies: z.object({ crm: z.int(), byHand: z.int() }),
  },
  changes: ['DataRequests', 'Leads', 'Orders', 'Mails', 'Today'],
});

export const dataRequestsRefuse = action({
  name: 'data-requests.refuse',
  title: 'Refused a data request',
  role: 'admin',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id, note }),
  result: { refused: z.string() },
  changes: ['DataRequests', 'Leads', 'Orders', 'Mails', 'Today'],
});
