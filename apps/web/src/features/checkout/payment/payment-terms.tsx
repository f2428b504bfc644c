import { ShieldCheck } from '@meridian/ui/icons';
import { Link } from '../../../ui/link.tsx';

export const linkClass = 'font-semibold text-brand-strong underline underline-offset-4';

/** The terms that the payer accepts, below the button. */
export function PaymentTerms() {
  return (
    <>
      <p className="mt-5 flex gap-3 text-sm">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
        The payment is made in Razorpay’s own window: card and account numbers never reach us.
      </p>
      <p className="mt-4 border-t border-line pt-4 text-xs text-ink-soft">
        By paying you agree to our{' '}
        <Link to="/terms-and-conditions" className={linkClass}>
          Terms and Conditions
        </Link>{' '}
        and{' '}
        <Link to="/cancellation-and-refund-policy" className={linkClass}>
          Cancellation and Refund Policy
        </Link>
        . We use your details as described in our{' '}
        <Link to="/privacy-policy" className={linkClass}>
          Privacy Policy
        </Link>
        . If you do not finish, we may remind you by email, twice at most.
      </p>
    </>
  );
}
