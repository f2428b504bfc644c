import { z } from 'zod';
import { type Composed, type Composer, composeReadable } from '../../mail/outbox/composer.ts';
import { readOffered } from './offer-mail.ts';
import { entryBatch } from './tables.ts';
import { offerPath } from './waitlist.ts';

const nameOf = (values: unknown) =>
  z.object({ full_name: z.string() }).safeParse(values).data?.full_name ?? '';

type OfferedEntry = Awaited<ReturnType<typeof readOffered>>[number];

/** @throws UnreadableRow */
function offerMail(entry: OfferedEntry | undefined, publicUrl: string): Composed {
  if (entry?.state !== 'offered' || !entry.token || !entry.offer_ends_at)
    return { kind: 'drop', reason: 'outdated' };
  const batch = entryBatch.parse(entry.batch, entry.lead_id);
  if (batch === null) return { kind: 'drop', reason: 'outdated' };
  const data = {
    name: nameOf(entry.values),
    seats: entry.seats,
    endsAt: entry.offer_ends_at.toISOString(),
    batch: { ...batch, day_type: '', online_class_room: '', instructor_name: '' },
    offerUrl: new URL(offerPath(entry.token), publicUrl).href,
  };
  return { kind: 'ready', data };
}

/** Composes the mails with offers. @param publicUrl origin of the site */
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
        mails.map(({ id, leadId }) => [
          id,
          composeReadable(() => offerMail(known.get(leadId ?? ''), publicUrl)),
        ]),
      );
    },
  };
}
