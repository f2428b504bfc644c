import type { PaymentProvider } from './provider.ts';
import { createRazorpay, type RazorpayOptions } from './razorpay/razorpay.ts';

/** The provider that this installation is paid through: the one line that names it. */
export function configuredProvider(env: { razorpay: RazorpayOptions }): PaymentProvider {
  return createRazorpay(env.razorpay);
}
