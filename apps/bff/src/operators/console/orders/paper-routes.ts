/** Documents of one order, anew for another buyer. */
import { correctionRequest } from '@meridian/contracts/checkout/billing';
import { z } from 'zod';
import { correctBilling, correctedMessage } from '../../../enrolment/decisions/correct-billing.ts';
import { openCorrection } from '../../../enrolment/receipts/ask-correction.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { issuingFor } from '../documents/issuing.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { note } from './order-call.ts';

export const paperRoutes = [
  route({
    method: 'POST',
    path: '/orders/:id/reissue',
    access: 'finance',
    /** Without `billing` as its buyer asked. */
    body: z.object({ billing: correctionRequest.optional(), note }),
    async handle(call) {
      const id = uuidOf(call);
      const { database, invoicing } = call.deps;
      const { billing = await openCorrection(database, id), note: why } = call.body;
      if (!billing) throw new HttpProblem(409, 'The buyer has asked for nothing.');
      const entry = auditOf(call, 'order.reissue', { kind: 'order', id }, { note: why });
      const corrected = await correctBilling(
        {
          database,
          issuing: { ...issuingFor(call.deps), eInvoice: invoicing.invoices.eInvoice },
          settings: { onlinePlace: invoicing.onlinePlace },
        },
        id,
        billing,
        why,
        (transaction) => recordAudit(transaction, entry),
      );
      return { done: `${correctedMessage(corrected)}.` };
    },
  }),
];
