import { Button } from '@meridian/ui/button';
import { ShieldCheck } from '@meridian/ui/icons';
import { contact } from '../../../content/contact.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { StartedOrder } from './started-order.ts';
import { useConfirmation } from './use-confirmation.ts';
import type { Payer } from './widget.ts';

const texts = {
  sending: {
    title: 'Confirming your booking',
    text: 'Your payment was made. The confirmation takes a few seconds; please leave the page open.',
  },
  received: {
    title: 'Your payment has been received',
    text: 'We are confirming your booking. You do not need to pay again, and you may close this page.',
  },
  unanswered: {
    title: 'Your payment is safe',
    text: 'The payment was made, and we are confirming your booking. The payment service also notifies us, so you get your booking or your money back even if you close this page. The page retries automatically. You do not need to pay again.',
  },
  refused: {
    title: 'Your booking could not be confirmed here',
    text: 'Every payment is checked automatically: you get your booking or your money back.',
  },
} as const;

/**
 * Sends the payment of an order to the server, and shows whether it is in progress, received, unanswered or
 * refused.
 */
export function BookingConfirmation({
  order,
  payer,
  onRestart,
}: {
  order: StartedOrder;
  payer?: Payer;
  onRestart(): void;
}) {
  const { step, busy, confirm } = useConfirmation(order, payer);
  const { title, text } = texts[step.kind];
  return (
    <PaymentPanel icon={<ShieldCheck aria-hidden="true" />} title={title}>
      {step.kind === 'refused' ? <p className="mt-3 font-semibold">{step.message}</p> : null}
      <p className="mt-3 text-ink-soft">{text}</p>
      <p className="mt-3 text-sm text-ink-soft">
        Payment id <strong className="text-ink">{order.paid?.razorpay_payment_id}</strong>. Questions? Call{' '}
        <a
          href={contact().phoneHref}
          className="font-semibold text-brand-strong underline underline-offset-4"
        >
          {contact().phone}
        </a>
        .
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void confirm()}>
          Check again
        </Button>
        {order.receipt_path && (step.kind === 'unanswered' || step.kind === 'refused') ? (
          <ButtonLink to={order.receipt_path} tone="outline">
            See your booking
          </ButtonLink>
        ) : null}
        {step.kind === 'refused' && step.mayRestart ? (
          <Button tone="quiet" onClick={onRestart}>
            Start again
          </Button>
        ) : null}
      </div>
    </PaymentPanel>
  );
}
