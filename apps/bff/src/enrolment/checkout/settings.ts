import type { TaxSettings } from '../pricing/order-tax.ts';

export interface CheckoutSettings extends TaxSettings {
  supplierGstin: string | undefined;
  /**
   * True if all settings of the supplier are set. Payers are then asked for the details that an invoice
   * needs.
   */
  issuesInvoices: boolean;
  /** Whether buyers abroad are charged, or asked to contact us first. */
  foreignBuyers: 'charge' | 'ask';
  /** How long the seats of an order are held. */
  seatHoldMs: number;
  /** How long a payer's request waits for the booking. */
  bookingWaitMs: number;
}
