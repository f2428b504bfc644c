import { Button } from '@meridian/ui/button';
import { Check } from '@meridian/ui/icons';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { StartedOrder } from './started-order.ts';

const what = ({ course_name, number_of_course }: StartedOrder) =>
  course_name && number_of_course
    ? `${number_of_course === 1 ? '1 seat' : `${number_of_course} seats`} of ${course_name}`
    : 'your seats';

/** A paid order of this browser. Shown instead of the form, so that the visitor does not pay twice. */
export function EarlierPayment({ order, onRestart }: { order: StartedOrder; onRestart(): void }) {
  return (
    <PaymentPanel icon={<Check aria-hidden="true" strokeWidth={3} />} title="Your payment has been received">
      <p className="mt-3 text-ink-soft">
        You have paid for {what(order)}. Your booking page shows the current state of your booking. You do not
        need to pay again.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {order.receipt_path ? <ButtonLink to={order.receipt_path}>See your booking</ButtonLink> : null}
        <Button tone="outline" onClick={onRestart}>
          Make a new booking
        </Button>
      </div>
    </PaymentPanel>
  );
}

/** An earlier payment that is not confirmed yet. */
export function UnconfirmedPayment({ order }: { order: StartedOrder | undefined }) {
  if (!order?.receipt_path) return null;
  return (
    <p role="status" className="mb-5 rounded-md border border-accent bg-accent-soft px-4 py-3">
      You have already tried to pay for this batch. If money has left your account, please do not pay again:
      your booking is made or the money is refunded automatically.{' '}
      <Link to={order.receipt_path} className="font-semibold underline underline-offset-4">
        Your booking page
      </Link>{' '}
      shows the result.
    </p>
  );
}
