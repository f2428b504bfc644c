import { Link } from '../../ui/link.tsx';

const link = 'font-semibold text-brand-strong underline underline-offset-4';

/** The terms that a visitor accepts by sending a form. */
export function FormTerms() {
  return (
    <p className="mt-4 text-xs text-ink-soft">
      By sending this form you agree to our{' '}
      <Link to="/terms-and-conditions" className={link}>
        Terms and Conditions
      </Link>{' '}
      and{' '}
      <Link to="/privacy-policy" className={link}>
        Privacy Policy
      </Link>
      .
    </p>
  );
}
