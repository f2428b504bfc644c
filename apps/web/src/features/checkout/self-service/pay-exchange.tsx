import type { CheckoutData } from '@meridian/contracts/enrolment/orders';
import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import type { ChangeableBooking } from '@meridian/contracts/enrolment/self-service';
import { formatTime } from '@meridian/contracts/format-time';
import { timeInIndia } from '@meridian/contracts/india-time';
import { Button } from '@meridian/ui/button';
import { useEffect, useRef, useState } from 'react';
import { BookingConfirmation } from '../payment/booking-confirmation.tsx';
import { payOpened } from '../payment/pay-opened.ts';
import type { StartedOrder } from '../payment/started-order.ts';

/**
 * Payment for a move to a more expensive batch. The whole price is paid now. The current booking is refunded
 * when the new booking is confirmed.
 */
export function PayExchange({
  booking,
  checkout,
  refund,
}: {
  booking: ChangeableBooking;
  checkout: CheckoutData;
  /** Refund for the current booking, in rupees. */
  refund: number;
}) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [openedMs] = useState(() => Date.now());
  const [paid, setPaid] = useState<StartedOrder>();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);

  async function pay(): Promise<void> {
    setBusy(true);
    setMessage('');
    const what = { course_name: booking.course_name, number_of_course: booking.seats };
    const result = await payOpened({ order: checkout, openedMs }, what);
    setBusy(false);
    if (typeof result === 'string') setMessage(result);
    else setPaid(result);
  }

  if (paid) return <BookingConfirmation order={paid} onRestart={() => setPaid(undefined)} />;
  return (
    <>
      <p ref={text} tabIndex={-1} className="outline-none">
        The new dates cost <strong>{formatRupees(checkout.total_fee)}</strong> incl. GST, to be paid now. When
        the new booking is confirmed, the current booking is cancelled and{' '}
        <strong>{formatRupees(refund)}</strong> is refunded. Until then nothing changes.
      </p>
      {checkout.held_until === undefined ? null : (
        <p className="mt-3">
          {booking.seats === 1 ? '1 seat is' : `${booking.seats} seats are`} held for you until{' '}
          <strong>{formatTime(timeInIndia(Date.parse(checkout.held_until)).slice(11, 16))} IST</strong>.
        </p>
      )}
      <p role="status" className="mt-3 font-semibold empty:hidden">
        {message}
      </p>
      <Button busy={busy} className="mt-4 max-sm:w-full" onClick={() => void pay()}>
        Pay {formatRupees(checkout.total_fee)}
      </Button>
    </>
  );
}
