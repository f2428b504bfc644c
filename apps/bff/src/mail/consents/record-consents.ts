/**
 * Stores consents to marketing that orders give, in the order's transaction. Consents of leads are stored by
 * the insert of the lead.
 */
import type { Marketing } from '@meridian/contracts/leads/marketing';
import type { Transaction } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';
import { requestConfirmations } from './confirm-consents.ts';

/** Stores the consents as not confirmed, and requests their confirmation. */
export async function recordOrderConsents(
  transaction: Transaction<Database>,
  given: { orderId: string; email: string; marketing: Marketing },
): Promise<void> {
  const { orderId, email, marketing } = given;
  const channels = [...new Set(marketing.channels)];
  if (channels.length === 0) return;
  const key = addressKey(email);
  await transaction
    .insertInto('consents')
    .values(
      channels.map((channel) => ({
        address_key: key,
        channel,
        text_version: marketing.version,
        form: 'checkout',
        lead_id: null,
        order_id: orderId,
      })),
    )
    .execute();
  await requestConfirmations(transaction, [{ email, orderId }]);
}

/** Deletes the consents of an unpaid order: a resubmission replaces them. */
export async function deleteReplacedConsents(
  transaction: Transaction<Database>,
  receiptToken: string,
): Promise<void> {
  await transaction
    .deleteFrom('consents')
    .where('order_id', 'in', (query) =>
      query
        .selectFrom('orders')
        .select('id')
        .where('receipt_token', '=', receiptToken)
        .where('payment_id', 'is', null),
    )
    .execute();
}
