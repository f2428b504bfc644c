import { formatTime } from '@meridian/contracts/format-time';
import { timeInIndia } from '@meridian/contracts/india-time';
import { useEffect, useState } from 'react';
import { startedOrder } from './started-order.ts';

/** Says until when the seats of the visitor's unpaid order are held. Renders nothing after that time. */
export function HeldSeats({ batchId }: { batchId: number }) {
  const order = startedOrder();
  const isOfBatch = order?.course_schedule_id === batchId && !order.paid;
  const until = isOfBatch && order.held_until !== undefined ? Date.parse(order.held_until) : Number.NaN;
  const [, setOver] = useState(0);
  useEffect(() => {
    const leftMs = until - Date.now();
    if (!(leftMs > 0)) return;
    const timer = setTimeout(() => setOver(until), leftMs);
    return () => clearTimeout(timer);
  }, [until]);
  if (!(until > Date.now())) return null;
  const seats = order?.number_of_course ?? 1;
  return (
    <p role="status" className="mt-5 rounded-md border border-line bg-brand-faint px-4 py-3">
      {seats === 1 ? '1 seat is' : `${seats} seats are`} held for you until{' '}
      <strong>{formatTime(timeInIndia(until).slice(11, 16))} IST</strong>.
    </p>
  );
}
