import type { Jobs } from '../../platform/jobs/jobs.ts';
import {
  type ErasureResult,
  eraseRequested,
  refuseRequest,
} from '../../privacy/data-requests/operator-queue.ts';
import type { Actions } from './action.ts';
import { countOf } from './confirmed.ts';

export interface DataRequestActionServices {
  jobs: Pick<Jobs, 'enqueue'>;
  /** True if the person gets an email about the erasure. */
  sendsMails: boolean;
}

function describeErasure({
  enquiries,
  bookings,
  attended,
  documents,
  waiting,
  copies,
}: ErasureResult): string {
  return [
    `Erased: ${countOf(enquiries, 'enquiry', 'enquiries')}, ${countOf(bookings, 'booking')}.`,
    attended > 0 && `Removed from ${countOf(attended, 'booking')} of other payers.`,
    documents > 0 && `${countOf(documents, 'tax document is', 'tax documents are')} kept.`,
    copies.crm > 0 &&
      `${countOf(copies.crm, 'record in the CRM is', 'records in the CRM are')} being deleted.`,
    copies.byHand > 0 && 'A case lists the copies that you have to delete in other systems.',
    waiting.length > 0
      ? `Not settled yet: ${waiting.join(', ')}. Erase again after they are settled.`
      : 'The request is closed.',
  ]
    .filter(Boolean)
    .join(' ');
}

export const createDataRequestActions = (
  services: DataRequestActionServices,
): Pick<Actions, 'data-requests.erase' | 'data-requests.refuse'> => ({
  'data-requests.erase': {
    async run(transaction, { id }) {
      const result = await eraseRequested(transaction, services, id);
      return { done: describeErasure(result), ...result };
    },
    audit: ({ id }) => ({ subject: { kind: 'data_request', id } }),
  },
  'data-requests.refuse': {
    async run(transaction, { id, note }) {
      await refuseRequest(transaction, id, note);
      return {
        done: 'The request is closed as refused. Write to the person with the reason: no email is sent automatically.',
        refused: id,
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'data_request', id } }),
  },
});
