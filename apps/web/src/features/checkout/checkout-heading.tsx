import { Lock } from 'lucide-react';

/** The page's name, and by whom the payment is made. */
export function CheckoutHeading() {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-b border-line pb-6">
      <div>
        <h1 className="text-3xl">Checkout</h1>
        <p className="mt-2 text-ink-soft">Your details, your price, one secure payment.</p>
      </div>
      <p className="flex items-center gap-2 text-sm font-semibold text-brand-strong">
        <Lock aria-hidden="true" className="size-4" /> Secure payment by Razorpay
      </p>
    </div>
  );
}
