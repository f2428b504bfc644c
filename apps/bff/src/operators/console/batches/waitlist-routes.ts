/** Who waits for seats, as `ops waitlist` lists, offers and closes. */
import type { WaitlistRow } from '@meridian/contracts/console/waitlist';
import { z } from 'zod';
import { ScheduleError } from '../../../enrolment/seats/schedule-pages.ts';
import { takenSeats } from '../../../enrolment/seats/taken-seats.ts';
import { closeEntry } from '../../../enrolment/waitlist/entries.ts';
import { type OfferDependencies, offerByHand } from '../../../enrolment/waitlist/offer-seats.ts';
import { transact } from '../../../platform/database/transact.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { type ConsoleDependencies, route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { waitlistOf } from './waitlist.ts';

function offering({ database, upstream, log, now, offerMs }: ConsoleDependencies): OfferDependencies {
  return { database, upstream, ledger: takenSeats, offerMs, log, now };
}

export const waitlistRoutes = [
  route({
    method: 'GET',
    path: '/waitlist',
    access: 'viewer',
    handle: ({ deps }): Promise<WaitlistRow[]> => waitlistOf(deps.database),
  }),
  route({
    method: 'POST',
    path: '/waitlist/:id/offer',
    access: 'desk',
    async handle(call) {
      const id = uuidOf(call);
      try {
        await offerByHand(offering(call.deps), id, (transaction) =>
          recordAudit(transaction, auditOf(call, 'waitlist.offer', { kind: 'lead', id })),
        );
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
      await transact(call.deps.database, async (transaction) => {
        await closeEntry(transaction, id, call.body.note);
        await recordAudit(transaction, auditOf(call, 'waitlist.close', { kind: 'lead', id }));
      });
      return { done: 'The entry is closed.' };
    },
  }),
];
