import { registerDocument } from '../../enrolment/documents/register.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Actions } from './action.ts';

export interface DocumentActionServices {
  jobs: Pick<Jobs, 'enqueue'>;
}

export const createDocumentActions = ({
  jobs,
}: DocumentActionServices): Pick<Actions, 'documents.register'> => ({
  'documents.register': {
    async run(transaction, { number, irn, ack_no: ackNo, ack_date: ackOn, signed_qr: signedQr }) {
      const registration = { irn, ackNo, ackOn, signedQr: signedQr || null };
      const done = await registerDocument(transaction, jobs, number, registration);
      return { done, invoices: [{ number, irn }] };
    },
    audit: ({ number }) => ({ subject: { kind: 'document', id: number } }),
  },
});
