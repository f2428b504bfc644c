import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../../ui/link.tsx';
import { lastReceipt } from './last-receipt.ts';
import { type ReturnState, returnStateOf } from './returned-payment.ts';

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
    'The payment did not go through. You can try again, also with another payment method. If money has left your account anyway, please wait: your booking is made or the money is refunded automatically.',
  unconfirmed:
    'A payment could not be confirmed here. If money has left your account, please wait: your booking is made or the money is refunded automatically. Do not pay again before you have checked your booking page or called us.',
};

/**
 * Notices about an earlier payment, above a payment form. They would contradict the status of a new payment,
 * so they are not shown beside it. Storage is read after the first render.
 */
export function PaymentNotices() {
  const { state } = useLocation();
  const [receiptPath, setReceiptPath] = useState<string>();
  useEffect(() => setReceiptPath(lastReceipt()), []);
  const returnState = returnStateOf(state);
  return (
    <>
      {returnState ? <PaymentNotice>{returned[returnState]}</PaymentNotice> : null}
      {receiptPath ? (
        <PaymentNotice>
          You have recently made a payment here. Before you pay again, please check its status:{' '}
          <Link to={receiptPath} className={link}>
            your last payment
          </Link>
          .
        </PaymentNotice>
      ) : null}
    </>
  );
}
