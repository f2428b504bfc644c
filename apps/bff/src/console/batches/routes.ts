import type { BatchPage, BatchRow } from '@meridian/contracts/console/batches';
import { z } from 'zod';
import { takenSeats } from '../../checkout/holds/taken-seats.ts';
import { transact } from '../../database/transact.ts';
import { HttpProblem } from '../../http/errors.ts';
import { isRemoteError } from '../../remote/remote-error.ts';
import { ScheduleError } from '../../seats/schedule-pages.ts';
import { closeEntry } from '../../waitlist/entries.ts';
import { offerByHand } from '../../waitlist/offer-seats.ts';
import { recordAudit, recordRead } from '../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { type ConsoleCall, route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { batchList } from './batch-lists.ts';
import { attendeeCsv, batchPage } from './batch-page.ts';

const mostDays = 100;
const dayMs = 24 * 60 * 60_000;

async function batchOf({ deps, params: { id = '' } }: ConsoleCall): Promise<BatchPage> {
  const batch = /^\d{1,15}$/.test(id) ? await batchPage(deps.database, id) : undefined;
  if (!batch) throw new HttpProblem(404, 'Nothing is booked in such a batch, and nobody waits for it.');
  return batch;
}

const period = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => to > from && Date.parse(to) - Date.parse(from) <= mostDays * dayMs, {
    error: `At most ${mostDays} days`,
    path: ['to'],
  });

export const batchRoutes = [
  route({
    method: 'GET',
    path: '/batches',
    access: 'viewer',
    query: period,
    handle: ({ deps, query }): Promise<BatchRow[]> => batchList(deps.database, query),
  }),
  route({
    method: 'GET',
    path: '/batches/:id',
    access: 'viewer',
    async handle(call): Promise<BatchPage> {
      const batch = await batchOf(call);
      await recordRead(
        call.deps.database,
        auditOf(call, 'batch.read', { kind: 'batch', id: String(batch.id) }),
      );
      return batch;
    },
  }),
  route({
    method: 'POST',
    path: '/batches/:id/attendees',
    access: 'desk',
    proof: true,
    async handle(call) {
      const batch = await batchOf(call);
      const attendees = batch.attendees.length;
      await recordAudit(
        call.deps.database,
        auditOf(call, 'batch.export', { kind: 'batch', id: String(batch.id) }, { attendees }),
      );
      return { csv: attendeeCsv(batch), attendees };
    },
  }),
  route({
    method: 'POST',
    path: '/waitlist/:id/offer',
    access: 'desk',
    async handle(call) {
      const id = uuidOf(call);
      const { database, checkout, offerMs } = call.deps;
      const { upstream, log, now } = checkout;
      try {
        const result = await offerByHand(
          { database, upstream, ledger: takenSeats, offerMs, log, now },
          id,
          (transaction) => recordAudit(transaction, auditOf(call, 'waitlist.offer', { kind: 'lead', id })),
        );
        if (result.kind === 'not_possible') throw new HttpProblem(409, `${result.reason}.`);
      } catch (error) {
        if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
        throw new HttpProblem(502, 'The upstream does not say how many seats are free. Try again.', {
          cause: error,
        });
      }
      return { done: 'The seats are offered: a mail is on its way.' };
    },
  }),
  route({
    method: 'POST',
    path: '/waitlist/:id/close',
    access: 'desk',
    body: z.object({ note: z.string().trim().min(1, { error: 'Say why' }).max(500) }),
    async handle(call) {
      const id = uuidOf(call);
      const closed = await transact(call.deps.database, async (transaction) => {
        const done = await closeEntry(transaction, id, call.body.note);
        if (done) await recordAudit(transaction, auditOf(call, 'waitlist.close', { kind: 'lead', id }));
        return done;
      });
      if (!closed)
        throw new HttpProblem(409, 'This entry does not wait any more, or its seats are in an order.');
      return { done: 'The entry is closed.' };
    },
  }),
];
