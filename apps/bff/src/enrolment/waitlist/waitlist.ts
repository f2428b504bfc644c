/** The waiting list: entries for sold-out batches, and offers of seats that become free. */
import type { OfferData } from '@meridian/contracts/enrolment/waitlist/offer';
import type { LeadHandler } from '../../leads/forward/lead-handler.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import { declineOffer, readOffer } from './entries.ts';
import { createWaitlistHandler } from './join.ts';
import { type OfferDependencies, offerFreeSeats, undoDecline } from './offer-seats.ts';

export interface Waitlist {
  /** Accepts the leads of the waiting-list form. */
  leadHandler: LeadHandler;
  /** @returns undefined if no offer has this token */
  offer(token: string): Promise<OfferData | undefined>;
  /**
   * Declines an open offer. An offer that is not open stays unchanged.
   *
   * @returns the offer after the call; undefined if no offer has this token
   */
  decline(token: string): Promise<OfferData | undefined>;
  /**
   * Reopens a declined offer before its end. An offer that is not declined stays unchanged.
   *
   * @returns the offer after the call; undefined if no offer has this token
   * @throws Refusal `conflict` if sales are closed, the batch is not for sale or the seats are gone;
   * `partner_unavailable` if the upstream does not answer
   */
  undoDecline(token: string): Promise<OfferData | undefined>;
  /** Offers free seats. @returns the number of entries that got an offer */
  offerSeats(): Promise<number>;
}

const notRead = 'The free seats cannot be read now. Please try again in a moment.';

/** Path of the page where an offer is accepted or declined. */
export const offerPath = (token: string) => `/waitlist/${token}`;

export function createWaitlist(given: Omit<OfferDependencies, 'now'> & { now?: () => Date }): Waitlist {
  const deps: OfferDependencies = { now: () => new Date(), ...given };
  return {
    leadHandler: createWaitlistHandler(deps),
    offer: (token) => readOffer(deps.database, token),
    async decline(token) {
      if (await declineOffer(deps.database, token))
        deps.log.info('an offer of the waiting list was declined');
      return readOffer(deps.database, token);
    },
    async undoDecline(token) {
      try {
        await undoDecline(deps, token);
      } catch (error) {
        if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
        throw new Refusal('partner_unavailable', 'upstream_silent', notRead, { cause: error });
      }
      return readOffer(deps.database, token);
    },
    offerSeats: async () => (await offerFreeSeats(deps)).length,
  };
}

const offerSeconds = 15;

/** Starts the job that offers seats. Call it only in a process that runs jobs. */
export async function startWaitlistWorkers(deps: {
  jobs: Pick<Jobs, 'every'>;
  waitlist: Waitlist;
}): Promise<void> {
  await deps.jobs.every('offer-seats', offerSeconds, async () => {
    await deps.waitlist.offerSeats();
  });
}
