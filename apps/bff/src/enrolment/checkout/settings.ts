import type { RefundPolicy } from '@meridian/contracts/checkout/refund-policy';
import type { TaxSettings } from '../pricing/order-tax.ts';

export interface CheckoutSettings extends TaxSettings {
  /** All settings of the supplier are set: buyers are asked for what an invoice needs. */
  issuesInvoices: boolean;
  /** Whether buyers abroad are charged, or asked to contact us first. */
  foreignBuyers: 'charge' | 'ask';
  /** What a buyer who cancels is refunded. */
  refundPolicy: RefundPolicy;
  /** How long the seats of an order are held. */
  seatHoldMs: number;
  /** How long a payer's request waits for the booking. */
  bookingWaitMs: number;
}
