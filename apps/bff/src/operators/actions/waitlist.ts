import { ScheduleError } from '../../enrolment/seats/schedule-pages.ts';
import { closeEntry } from '../../enrolment/waitlist/entries.ts';
import type { WaitedBatch } from '../../enrolment/waitlist/find-batch.ts';
import { type OfferDependencies, offerByHand, readBatchOf } from '../../enrolment/waitlist/offer-seats.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Actions } from './action.ts';

export interface WaitlistActionServices {
  offering: OfferDependencies;
}

const subjectOf = (id: string) => ({ kind: 'lead', id }) as const;

export const createWaitlistActions = ({
  offering,
}: WaitlistActionServices): Pick<Actions, 'waitlist.offer' | 'waitlist.close'> => ({
  'waitlist.offer': {
    async prepare({ id }) {
      try {
        return await readBatchOf(offering, id);
      } catch (error) {
        if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
        throw new Refusal(
          'partner_unavailable',
          'seats_unread',
          'The upstream did not report the free seats. Try again.',
          { cause: error },
        );
      }
    },
    async run(transaction, { id }, _actor, batch: WaitedBatch | undefined) {
      const isNew = await offerByHand(transaction, offering, id, batch);
      const done = isNew
        ? 'The seats are offered, and the email is enqueued.'
        : 'The seats are offered already.';
      return { done, waitlist: [{ id }] };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
  'waitlist.close': {
    async run(transaction, { id, note }) {
      await closeEntry(transaction, id, note);
      return { done: 'The entry is closed.', waitlist: [{ id }] };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
});
