import { ShieldCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { contact } from '../../site-content.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toasts } from '../../ui/toast.tsx';
import { currentAttribution } from '../leads/public.ts';
import { type BookingAnswer, confirmBooking } from './calls.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { forgetSelection } from './selection.ts';
import { forgetStartedOrder, type StartedOrder } from './started-order.ts';
import type { Payer } from './widget.ts';

/** Shown when the booking call throws (specification, section 8). */
const processingError = 'An error occurred while processing your request.';

const words = {
  sending: {
    title: 'Confirming your booking',
    text: 'The payment was made. This takes a few seconds; please leave the page open.',
  },
  unanswered: {
    title: 'Your payment is safe',
    text: 'The payment was made, and we are confirming your booking. The payment service tells us of it as well, so it will be confirmed even if you close this page. You do not need to pay again.',
  },
  refused: {
    title: 'Your booking could not be confirmed here',
    text: 'If money has left your account, it is not lost: every payment is checked by itself, and booked or given back. Please do not pay again before you have looked at the receipt.',
  },
} as const;

/** After a payment: tells the server of it, and stays with the visitor until that is done. */
export function BookingConfirmation({
  order,
  payer,
  onStartAnew,
}: {
  order: StartedOrder;
  payer?: Payer;
  onStartAnew(): void;
}) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Exclude<BookingAnswer, { kind: 'booked' }> | { kind: 'sending' }>({
    kind: 'sending',
  });
  const started = useRef(false);

  const confirm = useCallback(async () => {
    const { paid, order_id: _order, course_name: _name, receipt_path, startedAt: _at, ...booking } = order;
    setStep({ kind: 'sending' });
    const answer = await confirmBooking({
      ...booking,
      ...payer,
      transaction_id: paid?.razorpay_payment_id,
      ...paid,
      attribution: currentAttribution(),
    });
    if (answer.kind !== 'booked') {
      toasts.error(answer.kind === 'refused' ? answer.message : processingError);
      setStep(answer);
      return;
    }
    forgetStartedOrder();
    forgetSelection();
    toasts.success(answer.message);
    // In place of the checkout: going back must not lead to a form that is paid already.
    await navigate('/thankyou', {
      replace: true,
      state: { receipt_path: answer.receiptPath ?? receipt_path },
    });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [order, payer, navigate]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void confirm();
  }, [confirm]);

  const { title, text } = words[step.kind];
  return (
    <PaymentPanel icon={<ShieldCheck aria-hidden="true" />} title={title}>
      {step.kind === 'refused' ? <p className="mt-3 font-semibold">{step.message}</p> : null}
      <p className="mt-3 text-ink-soft">{text}</p>
      <p className="mt-3 text-sm text-ink-soft">
        Payment id <strong className="text-ink">{order.paid?.razorpay_payment_id}</strong>. Questions? Call{' '}
        <a href={contact.phoneHref} className="font-semibold text-brand-strong underline underline-offset-4">
          {contact.phone}
        </a>
        .
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={step.kind === 'sending'} onClick={() => void confirm()}>
          Check again
        </Button>
        {order.receipt_path && step.kind !== 'sending' ? (
          <ButtonLink to={order.receipt_path} tone="outline">
            See the receipt
          </ButtonLink>
        ) : null}
        {step.kind === 'refused' ? (
          <Button tone="quiet" onClick={onStartAnew}>
            Start again
          </Button>
        ) : null}
      </div>
    </PaymentPanel>
  );
}
