import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import type { ReturnState } from './returned-payment.ts';

const link = 'font-semibold underline underline-offset-4';

function PaymentNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-5 max-w-text rounded-md border border-accent bg-accent-soft px-4 py-3">
      {children}
    </p>
  );
}

const returned: Record<ReturnState, string> = {
  failed:
    'The payment did not go through. You can try again, with another way to pay too. If money has left your account all the same, please wait: it is booked or given back by itself.',
  unconfirmed:
    'A payment could not be confirmed here. If money has left your account, it is safe, and your booking follows by itself: please do not pay again before you have looked at your receipt or called us.',
};

/** To somebody who comes back from the payment service's own page without a receipt. */
export function ReturnNotice({ state }: { state: ReturnState }) {
  return <PaymentNotice>{returned[state]}</PaymentNotice>;
}

/** The way back to a payment that was not booked when this browser saw it last. */
export function LastPaymentNotice({ receiptPath }: { receiptPath: string }) {
  return (
    <PaymentNotice>
      You have made a payment here lately. Before you pay again, please see how it stands:{' '}
      <Link to={receiptPath} className={link}>
        your last payment
      </Link>
      .
    </PaymentNotice>
  );
}
