import { z } from 'zod';
import type { Composed, Composer } from '../../mail/outbox/composer.ts';
import { readOffered } from './offer-mail.ts';
import { offerPath } from './waitlist.ts';

const nameOf = (values: unknown) =>
  z.object({ full_name: z.string() }).safeParse(values).data?.full_name ?? '';

/** Composes the mails with offers. */
/** @param publicUrl origin of the site */
export function createOfferComposer(publicUrl: string): Composer {
  return {
    kinds: ['waitlist_offer'],
    async compose(transaction, mails) {
      const entries = await readOffered(
        transaction,
        mails.flatMap(({ leadId }) => leadId ?? []),
      );
      const known = new Map(entries.map((entry) => [entry.lead_id, entry]));
      return new Map(
        mails.map(({ id, leadId }): [string, Composed] => {
          const entry = known.get(leadId ?? '');
          if (entry?.state !== 'offered' || !entry.batch || !entry.token || !entry.offer_ends_at)
            return [id, { kind: 'drop', reason: 'outdated' }];
          const { batch, token, seats } = entry;
          const data = {
            name: nameOf(entry.values),
            seats,
            endsAt: entry.offer_ends_at.toISOString(),
            batch: { ...batch, day_type: '', online_class_room: '', instructor_name: '' },
            offerUrl: new URL(offerPath(token), publicUrl).href,
          };
          return [id, { kind: 'ready', data }];
        }),
      );
    },
  };
}
