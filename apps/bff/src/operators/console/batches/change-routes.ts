/** What `ops batches` decides: the upstream's changes of sold batches, and how to join. */
import { z } from 'zod';
import {
  confirmedInWords,
  dismissedInWords,
  joiningInWords,
} from '../../../enrolment/batches/batch-words.ts';
import { confirmChange, dismissChange } from '../../../enrolment/batches/decide-change.ts';
import { setJoining } from '../../../enrolment/batches/joining.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { type ConsoleCall, route } from '../server/route.ts';
import { batchIdOf } from './batch-id.ts';

function changeIdOf({ params: { id = '' } }: ConsoleCall): string {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new HttpProblem(404, 'There is no such change.');
  return id;
}

export const changeRoutes = [
  route({
    method: 'POST',
    path: '/batches/changes/:id/confirm',
    access: 'desk',
    async handle(call) {
      const id = changeIdOf(call);
      const { orders } = await confirmChange(call.deps, id, (transaction) =>
        recordAudit(transaction, auditOf(call, 'batch.confirm', { kind: 'batch_change', id })),
      );
      return { done: `${confirmedInWords(orders)}.` };
    },
  }),
  route({
    method: 'POST',
    path: '/batches/changes/:id/dismiss',
    access: 'desk',
    body: z.object({ note: z.string().trim().min(1, { error: 'Say why' }).max(500) }),
    async handle(call) {
      const id = changeIdOf(call);
      await dismissChange(call.deps, id, call.body.note, (transaction) =>
        recordAudit(transaction, auditOf(call, 'batch.dismiss', { kind: 'batch_change', id })),
      );
      return { done: `${dismissedInWords}.` };
    },
  }),
  route({
    method: 'POST',
    path: '/batches/:id/joining',
    access: 'desk',
    /** Empty: the upstream's instructions hold again. */
    body: z.object({ joining: z.string().trim().max(4_000) }),
    async handle(call) {
      const id = batchIdOf(call);
      const result = await setJoining(call.deps, id, call.body.joining, (transaction) =>
        recordAudit(transaction, auditOf(call, 'batch.joining', { kind: 'batch', id: String(id) })),
      );
      return { done: `${joiningInWords(result)}.` };
    },
  }),
];
