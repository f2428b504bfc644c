import {
  type CorrectingServices,
  correctBilling,
  correctedMessage,
} from '../../enrolment/decisions/correct-billing.ts';
import { noSupplier } from '../../enrolment/decisions/issue-waiting.ts';
import { registerDocument } from '../../enrolment/documents/register.ts';
import { setFirstNumber } from '../../enrolment/documents/take-number.ts';
import { openCorrection } from '../../enrolment/receipts/ask-correction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Actions } from './action.ts';

export interface DocumentActionServices {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Undefined if no supplier is set. */
  readonly correcting: CorrectingServices | undefined;
}

export const createDocumentActions = (
  services: DocumentActionServices,
): Pick<Actions, 'documents.register' | 'documents.reissue' | 'documents.set-first-number'> => ({
  'documents.register': {
    async run(transaction, { number, irn, ack_no: ackNo, ack_date: ackOn, signed_qr: signedQr }) {
      const registration = { irn, ackNo, ackOn, signedQr: signedQr || null };
      const done = await registerDocument(transaction, services.jobs, number, registration);
      return { done, invoices: [{ number, irn }] };
    },
    audit: ({ number }) => ({ subject: { kind: 'document', id: number } }),
  },
  'documents.reissue': {
    async run(transaction, { order, billing, note }) {
      const patch = billing ?? (await openCorrection(transaction, order));
      if (!patch)
        throw new Refusal('conflict', 'correction_missing', 'The buyer has no open request for this order.');
      const { correcting } = services;
      if (!correcting) throw new Refusal('conflict', 'supplier_missing', noSupplier);
      const reissued = await correctBilling(transaction, correcting, order, patch, note);
      const invoices = reissued.map(({ number, kind }) => ({ number, kind }));
      return { done: correctedMessage(reissued), invoices };
    },
    audit: ({ order }) => ({ subject: { kind: 'order', id: order } }),
  },
  'documents.set-first-number': {
    async run(transaction, { number }) {
      const { correcting } = services;
      if (!correcting) throw new Refusal('conflict', 'supplier_missing', noSupplier);
      const { series, financialYear, isChanged } = await setFirstNumber(
        transaction,
        number,
        correcting.issuing.prefix,
      );
      return {
        done: `The next number of the series ${series} in ${financialYear} is ${number}${isChanged ? '' : ', as before'}.`,
        series: { name: series, financial_year: financialYear, next: number },
      };
    },
    audit: ({ number }) => ({ subject: { kind: 'document', id: number } }),
  },
});
