import {
  type ErasureResult,
  eraseRequested,
  refuseRequest,
} from '../../privacy/data-requests/operator-queue.ts';
import type { Actions } from './action.ts';

export interface DataRequestActionServices {
  /** Whether an email tells the person what was erased. */
  sendsMails: boolean;
}

function wordsOf({ enquiries, bookings, documents, waiting, crmIds }: ErasureResult): string {
  return [
    `Erased: ${enquiries} enquiries, ${bookings} bookings.`,
    documents > 0 && `${documents} documents of tax law stay.`,
    crmIds.length > 0 && `To be deleted in the CRM by hand: ${crmIds.join(', ')}.`,
    waiting.length > 0
      ? `Not settled yet: ${waiting.join(', ')}. Erase again once they are.`
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
      const result = await eraseRequested(transaction, id, { sendsMails: services.sendsMails });
      const { enquiries, bookings, documents, waiting, crmIds } = result;
      return { done: wordsOf(result), enquiries, bookings, documents, waiting, crm_ids: crmIds };
    },
    audit: ({ id }) => ({ subject: { kind: 'data_request', id } }),
  },
  'data-requests.refuse': {
    async run(transaction, { id, note }) {
      await refuseRequest(transaction, id, note);
      return {
        done: 'The request is closed as refused. Write to the person why: no mail goes out by itself.',
        refused: id,
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'data_request', id } }),
  },
});
