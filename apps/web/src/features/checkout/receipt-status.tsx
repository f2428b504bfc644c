import type { PayerState } from '@meridian/contracts/checkout/receipt';
import { classNames } from '@meridian/ui/class-names';
import { CircleCheck, Hourglass } from '@meridian/ui/icons';

const statuses: Record<PayerState, { title: string; text: string; tone: 'good' | 'waiting' }> = {
  booked: {
    title: 'Booking confirmed',
    text: 'Your payment has been received and your seat is booked.',
    tone: 'good',
  },
  paid: {
    title: 'Payment received, booking being confirmed',
    text: 'Your money is here. The booking is being made; this page shows it as soon as it is.',
    tone: 'waiting',
  },
  confirming: {
    title: 'Payment being confirmed',
    text: 'A payment was started and has not come in yet. If money has left your account, this page shows it as soon as it has reached us; please do not pay again meanwhile.',
    tone: 'waiting',
  },
  open: { title: 'Not paid yet', text: 'No payment has come in for this order.', tone: 'waiting' },
  refund_due: {
    title: 'Payment being given back',
    text: 'This booking was not made. Your money is on its way back to you.',
    tone: 'waiting',
  },
  refunded: {
    title: 'Payment given back',
    text: 'Your money was given back. Banks take a few days to show it.',
    tone: 'waiting',
  },
};

/** The current status of an order, for its payer. */
export function ReceiptStatus({ state }: { state: PayerState }) {
  const { title, text, tone } = statuses[state];
  const Icon = tone === 'good' ? CircleCheck : Hourglass;
  return (
    <div
      role="status"
      className={classNames(
        'mt-5 flex gap-3 rounded-md px-4 py-3',
        tone === 'good' ? 'bg-brand-soft text-brand-strong' : 'bg-accent-soft text-ink',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <div>
        <p className="font-bold">{title}</p>
        <p className="text-sm">{text}</p>
      </div>
    </div>
  );
}
