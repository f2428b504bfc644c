import type { PaymentProvider } from './provider.ts';
import { createRazorpay, type RazorpayOptions } from './razorpay/razorpay.ts';

/** Selects the payment provider of this installation. */
export function configuredProvider(env: { razorpay: RazorpayOptions }): PaymentProvider {
  return createRazorpay(env.razorpay);
}
