/**
 * Handles a payment that the browser reports, by `POST /api/booking` or the payment provider's form POST. No
 * field of the report is trusted before it is verified.
 */
import type { BookingData, BookingRequest } from '@meridian/contracts/enrolment/orders';
import type { Envelope } from '@meridian/contracts/envelope';
import { isDatabaseUnavailable } from '../../platform/database/connection/unavailable.ts';
import { Refusal } from '../../platform/refusal.ts';
import { logRefusal } from './refusal.ts';
import { readRequestedClaim } from './request-fields.ts';
import { type ConfirmingServices, confirmSigned, readClaim } from './signed-claim.ts';
import { confirmUnsigned } from './unsigned-claim.ts';

const unavailable =
  'We cannot confirm your booking at this moment. If you have paid, your payment is safe: please do not pay again. We retry automatically.';
const retryAfterSeconds = 10;

/**
 * Verifies the payment, records it in its order and tries to book it immediately.
 *
 * @returns status 1 if the payment has a valid signature or the payment provider confirms the payment, also
 * if the call is repeated
 * @throws Refusal `invalid` for a forged claim, a payment of another order, or an unsigned claim that is not
 * paid; `partner_unavailable` if an unsigned claim cannot be checked; `unavailable` while the database is
 * down
 */
export async function confirmPayment(
  deps: ConfirmingServices,
  request: BookingRequest,
): Promise<Envelope<BookingData>> {
  const { orderId, signature } = readRequestedClaim(request);
  const isSigned = orderId !== undefined || signature !== undefined;
  try {
    return isSigned
      ? await confirmSigned(deps, readClaim(deps, request), request)
      : await confirmUnsigned(deps, request);
  } catch (error) {
    logRefusal(deps, request, error);
    if (isDatabaseUnavailable(error))
      throw new Refusal('unavailable', 'database_unavailable', unavailable, {
        retryAfterSeconds,
        cause: error,
      });
    throw error;
  }
}
