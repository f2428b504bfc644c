import type { TaxSettings } from '../pricing/order-tax.ts';

export interface CheckoutSettings extends TaxSettings {
  supplierGstin: string | undefined;
  /** All settings of the supplier are set: buyers are asked for what an invoice needs. */
  issuesInvoices: boolean;
  /** Whether buyers abroad are charged, or asked to contact us first. */
  foreignBuyers: 'charge' | 'ask';
  /** How long the seats of an order are held. */
  seatHoldMs: number;
  /** How long a payer's request waits for the booking. */
  bookingWaitMs: number;
}
