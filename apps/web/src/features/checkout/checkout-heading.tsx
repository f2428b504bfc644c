import { Lock } from '@meridian/ui/icons';
import { useSalesOpen } from '../../api/sales.ts';

/** The page's heading. While sales are open, it names the payment provider. */
export function CheckoutHeading() {
  const isOpen = useSalesOpen();
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-line sm:mb-8 sm:border-b sm:pb-6">
      <div>
        <h1 className="text-2xl sm:text-3xl">Checkout</h1>
        {isOpen ? (
          <p className="mt-2 max-w-text text-ink-soft max-sm:sr-only">
            Tell us who is booking, look over the dates and the price, and pay securely with Razorpay. Your
            receipt, with the dates for your calendar, is ready right after the payment.
          </p>
        ) : null}
      </div>
      {isOpen ? (
        <p className="flex items-center gap-2 text-sm font-semibold text-brand-strong">
          <Lock aria-hidden="true" className="size-4" /> Secure payment by Razorpay
        </p>
      ) : null}
    </div>
  );
}
