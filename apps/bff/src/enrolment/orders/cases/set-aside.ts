import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { PaymentProvider, Unreadable } from '../../../partners/payments/provider.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openFoundCase } from './case-store.ts';

interface CaseServices {
  database: Kysely<Database>;
  log: Pick<FastifyBaseLogger, 'error'>;
  provider: Pick<PaymentProvider, 'title'>;
}

/**
 * Opens a case, once, for an item of the payment provider that cannot be read.
 *
 * @param orderId the item's order; null if it is not ours
 */
export async function setAside(
  { database, log, provider }: CaseServices,
  { id, reason }: Unreadable,
  orderId: string | null,
): Promise<void> {
  const subject = id || 'without an id';
  const isNew = await openFoundCase(database, {
    kind: 'unreadable_payment',
    subject,
    orderId,
    reason: `${subject} at ${provider.title} could not be read (${reason}): check it in the dashboard`,
  });
  if (isNew)
    log.error({ orderId, paymentId: subject, reason }, 'a payment at the payment provider cannot be read');
}
