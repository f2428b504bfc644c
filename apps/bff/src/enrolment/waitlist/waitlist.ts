/** The waiting list: entries for sold-out batches, and offers of seats that become free. */
import type { OfferData } from '@meridian/contracts/enrolment/waitlist/offer';
import type { LeadTaker } from '../../leads/forward/lead-taker.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { declineOffer, readOffer } from './entries.ts';
import { createLeadTaker } from './join.ts';
import { type OfferDependencies, offerFreeSeats } from './offer-seats.ts';

export interface Waitlist {
  /** Accepts the leads of its form. */
  taker: LeadTaker;
  /** @returns undefined if no offer has this token */
  offer(token: string): Promise<OfferData | undefined>;
  /** Declines an open offer; otherwise changes nothing. @returns as `offer` */
  decline(token: string): Promise<OfferData | undefined>;
  /** Offers free seats. @returns how many entries got an offer */
  offerSeats(): Promise<number>;
}

/** Path of the page where an offer is accepted or declined. */
export const offerPath = (token: string) => `/waitlist/${token}`;

export function createWaitlist(given: Omit<OfferDependencies, 'now'> & { now?: () => Date }): Waitlist {
  const deps: OfferDependencies = { now: () => new Date(), ...given };
  return {
    taker: createLeadTaker(deps),
    offer: (token) => readOffer(deps.database, token),
    async decline(token) {
      if (await declineOffer(deps.database, token))
        deps.log.info('an offer of the waiting list was declined');
      return readOffer(deps.database, token);
    },
    offerSeats: async () => (await offerFreeSeats(deps)).length,
  };
}

const offerSeconds = 15;

/** Call in a process that runs jobs. */
export async function startWaitlistWorkers(deps: {
  jobs: Pick<Jobs, 'every'>;
  waitlist: Waitlist;
}): Promise<void> {
  await deps.jobs.every('offer-seats', offerSeconds, async () => {
    await deps.waitlist.offerSeats();
  });
}
