/**
 * The checkout. It sells seats, and each captured payment ends as a booking, a refund or a case for the
 * operator.
 */

import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import type { BookingData, BookingRequest, CheckoutRequest } from '@meridian/contracts/enrolment/orders';
import type { PriceData, PriceRequest } from '@meridian/contracts/enrolment/price';
import type { Envelope } from '@meridian/contracts/envelope';
import { confirmPayment } from './confirm-payment.ts';
import { type Opened, type OpeningServices, openOrder } from './open-order.ts';
import { readAbandoned, resumeCheckout } from './resume.ts';
import { showPrice } from './show-price.ts';
import type { ConfirmingServices } from './signed-claim.ts';
import type { Requester } from './store-order.ts';

export interface Checkout {
  /** @throws Refusal `conflict` while sales are closed, `invalid`, `partner_unavailable` */
  price(request: PriceRequest, requestId?: string): Promise<PriceData>;
  /** @throws Refusal `conflict` while sales are closed, `invalid`, `partner_unavailable`, `unavailable` */
  open(request: CheckoutRequest, requester?: Requester): Promise<Opened>;
  /** @returns the order of the link; undefined for an unknown link */
  abandoned(token: string): Promise<AbandonedData | undefined>;
  /**
   * Opens an abandoned order again.
   *
   * @returns undefined for an unknown link
   * @throws Refusal `invalid`, `conflict`, `partner_unavailable`, `unavailable`
   */
  resume(token: string, requester: Requester): Promise<Opened | undefined>;
  /** @throws Refusal `invalid`, `partner_unavailable`, `unavailable` */
  confirm(request: BookingRequest): Promise<Envelope<BookingData>>;
}

export function createCheckout(services: OpeningServices & ConfirmingServices): Checkout {
  return {
    price: (request, requestId) => showPrice(services, request, requestId),
    open: (request, requester) => openOrder(services, request, requester),
    abandoned: (token) => readAbandoned(services, token),
    resume: (token, requester) => resumeCheckout(services, token, requester),
    confirm: (request) => confirmPayment(services, request),
  };
}
