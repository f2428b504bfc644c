import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { messageOf } from '../../../api/call-query.ts';
import { useSalesOpen } from '../../../api/sales.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { closedNotice } from '../enquiry.tsx';
import { BookingConfirmation } from '../payment/booking-confirmation.tsx';
import type { StartedOrder } from '../payment/started-order.ts';
import { selfServiceApi } from '../self-service/self-service-api.ts';
import { payAbandoned } from './pay-abandoned.ts';
import { toAbandoned } from './to-abandoned.ts';

/** Continues an order from an emailed link: directly to the payment, at the original price. */
export function AbandonedCheckout() {
  const isOpen = useSalesOpen();
  const token = toAbandoned(useLocation().search) ?? '';
  const { currentData, error, isError, refetch } = selfServiceApi.endpoints.abandonedCheckout.useQuery(token);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [paid, setPaid] = useState<StartedOrder>();

  async function pay(order: AbandonedData): Promise<void> {
    setBusy(true);
    setMessage('');
    const result = await payAbandoned(token, order);
    setBusy(false);
    if (typeof result === 'string') setMessage(result);
    else setPaid(result);
  }

  if (paid) return <BookingConfirmation order={paid} onRestart={() => setPaid(undefined)} />;
  if (isError)
    return (
      <div className="max-w-text">
        <p role="alert">{messageOf(error)}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => void refetch()}>Try again</Button>
          <ButtonLink to="/" tone="outline">
            See all courses
          </ButtonLink>
        </div>
      </div>
    );
  if (!currentData) return <Loading />;
  const { state, course_name, number_of_course: count, start_date, total_fee, checkout_path } = currentData;
  return (
    <section className="max-w-text">
      <h2 className="text-2xl">{course_name}</h2>
      <p className="mt-2 text-ink-soft">
        {count === 1 ? '1 seat' : `${count} seats`}, from {formatDay(start_date)}, {formatRupees(total_fee)}{' '}
        incl. GST
      </p>
      {state === 'over' ? <p className="mt-4">This order is already paid or no longer available.</p> : null}
      <p role="status" className="mt-4 font-semibold empty:hidden">
        {isOpen ? message : closedNotice}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {isOpen && state === 'open' ? (
          <Button busy={busy} onClick={() => void pay(currentData)}>
            Continue to payment
          </Button>
        ) : null}
        <ButtonLink to={checkout_path} tone="outline">
          {isOpen ? 'See today’s price' : 'Enquire'}
        </ButtonLink>
      </div>
    </section>
  );
}
