/** The email that offers seats to a person on the waiting list. */
import type { Kysely, Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../platform/database/database.ts';

export function readOffered(database: Kysely<Database>, entryIds: readonly string[]) {
  return database
    .selectFrom('waitlist_entries')
    .innerJoin('leads', 'leads.id', 'waitlist_entries.lead_id')
    .select(['lead_id', 'seats', 'token', 'batch', 'offer_ends_at', 'state', 'leads.email', 'leads.values'])
    .where('lead_id', 'in', [...entryIds])
    .execute();
}

/** Enqueues the mail of an offer, in the transaction that makes the offer. */
export async function enqueueOffer(transaction: Transaction<Database>, entryId: string): Promise<void> {
  const [entry] = await readOffered(transaction, [entryId]);
  if (!entry || entry.email === '' || entry.state !== 'offered' || !entry.offer_ends_at) return;
  await enqueueMails(transaction, [
    {
      kind: 'waitlist_offer',
      cause: `waitlist_offer:${entryId}`,
      leadId: entryId,
      recipient: entry.email,
      expiresAt: entry.offer_ends_at,
    },
  ]);
}
