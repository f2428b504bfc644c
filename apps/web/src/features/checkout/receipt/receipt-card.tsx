import { addressFromPaise, type Price, paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { formatDay, formatTime, formatTimestamp } from '@meridian/contracts/format-time';
import { instance } from '@meridian/contracts/site/instance';
import { Button, buttonClass } from '@meridian/ui/button';
import { CalendarPlus, Printer } from '@meridian/ui/icons';
import type { ReactNode } from 'react';
import { contact } from '../../../content/contact.ts';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { hasAttendees, ReceiptAttendees } from '../attendees/receipt-attendees.tsx';
import { PriceList } from '../price/price-list.tsx';
import { BatchPlace } from '../selection/batch-place.tsx';
import { BatchTimes } from '../selection/batch-times.tsx';
import { ReceiptChanges } from '../self-service/receipt-changes.tsx';
import type { InvoiceCorrectionProps } from './invoice-correction.tsx';
import { ReceiptDocuments } from './receipt-documents.tsx';
import { ReceiptHistory } from './receipt-history.tsx';
import { ReceiptStatus } from './receipt-status.tsx';

const InvoiceCorrection = lazyPart<InvoiceCorrectionProps>(
  async () => (await import('./invoice-correction.tsx')).InvoiceCorrection,
);

const link = 'font-semibold whitespace-nowrap text-brand-strong underline underline-offset-4';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-5 sm:px-8">
      <h2 className="mb-2 font-sans text-sm font-bold text-ink-soft">{title}</h2>
      {children}
    </section>
  );
}

/** The price as charged. Never recomputed, because rates change. */
function chargedPrice(receipt: ReceiptData): Price & { discountPaise: number } {
  return {
    unitPaise: paiseOf(receipt.fee),
    seats: receipt.number_of_course,
    subTotalPaise: paiseOf(receipt.sub_total),
    discountPaise: paiseOf(receipt.discount ?? 0),
    gstPaise: paiseOf(receipt.gst_total),
    totalPaise: paiseOf(receipt.total_fee),
  };
}

function OpenMove({ move }: { move: NonNullable<ReceiptData['move']> }) {
  return (
    <div role="status" className="mt-4 rounded-md bg-accent-soft px-4 py-3">
      <p className="font-semibold">{move.state === 'requested' ? 'Move requested to' : 'Not moved to'}</p>
      <BatchTimes batch={move} className="my-1" />
      <p className="text-sm">
        {move.state === 'requested'
          ? 'Your booking does not change until the move is confirmed. We will email you then.'
          : 'This move could not be made. Your booking has not changed, and we will contact you.'}
      </p>
    </div>
  );
}

function Sessions({ sessions }: { sessions: NonNullable<ReceiptData['batch']['sessions']> }) {
  return (
    <ul aria-label="Days of class" className="mt-3 grid gap-0.5 border-l-2 border-line pl-3 text-sm">
      {sessions.map(({ date, start_time: start, end_time: end }) => (
        <li key={`${date} ${start}`}>
          <time dateTime={date}>{formatDay(date)}</time>
          {start ? `, ${formatTime(start)}${end ? ` to ${formatTime(end)}` : ''} IST` : ''}
        </li>
      ))}
    </ul>
  );
}

/** The booking page: the order with its status, attendees, payment, documents and history. */
export function ReceiptCard({ receipt, token }: { receipt: ReceiptData; token: string }) {
  const { batch, statement, documents = [] } = receipt;
  const follows = statement?.pending.includes('documents') ?? false;
  const hasEvent =
    !statement?.called_off && statement?.status !== 'cancelled' && statement?.status !== 'not_booked';
  return (
    <article className="mx-auto max-w-text overflow-hidden rounded-lg border border-line bg-surface shadow-card print:border-0 print:[box-shadow:none]">
      <div className="px-5 pt-6 pb-6 sm:px-8 sm:pt-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h1 className="text-3xl">Your booking</h1>
          <p className="font-semibold">{instance().name}</p>
        </div>
        <p className="mt-2 text-ink-soft">
          Booking number <strong className="tracking-wider text-ink">{receipt.receipt_number}</strong>
        </p>
        {statement ? <ReceiptStatus statement={statement} /> : null}
      </div>
      <Part title="Course">
        <p className="text-lg font-semibold">{receipt.course_name}</p>
        <BatchTimes batch={batch} className="mt-2" />
        <BatchPlace batch={batch} className="mt-1" />
        {batch.sessions ? <Sessions sessions={batch.sessions} /> : null}
        {receipt.move ? <OpenMove move={receipt.move} /> : null}
      </Part>
      <div className="sm:grid sm:grid-cols-2">
        <Part title="Booked by">
          <p className="font-semibold">
            {receipt.first_name} {receipt.last_name}
          </p>
          <p className="break-words text-ink-soft">{receipt.email}</p>
        </Part>
        {receipt.payment_id ? (
          <Part title="Payment">
            <p className="font-semibold break-all">{receipt.payment_id}</p>
            {receipt.paid_at ? (
              <p className="text-ink-soft">
                Paid on <time dateTime={receipt.paid_at}>{formatTimestamp(receipt.paid_at)}</time>
              </p>
            ) : null}
          </Part>
        ) : null}
      </div>
      {hasAttendees(receipt) ? (
        <Part title="Attendees">
          <ReceiptAttendees receipt={receipt} token={token} />
        </Part>
      ) : null}
      {receipt.options && receipt.options.length > 0 ? (
        <Part title="What you can do">
          <ul className="grid list-disc gap-1.5 pl-5">
            {receipt.options.map(({ change, text }) => (
              <li key={change}>{text}</li>
            ))}
          </ul>
        </Part>
      ) : null}
      <ReceiptChanges receipt={receipt} token={token} />
      <Part title="Amount">
        <PriceList price={chargedPrice(receipt)} coupon={receipt.coupon ?? undefined} />
      </Part>
      {documents.length > 0 || follows ? (
        <Part title="Documents">
          <ReceiptDocuments documents={documents} />
          {follows ? <p>A document is not ready yet. We will email it to you.</p> : null}
          {receipt.correction_until ? (
            <InvoiceCorrection
              token={token}
              until={receipt.correction_until}
              asked={receipt.correction_asked ?? false}
              asksAddress={paiseOf(receipt.total_fee) >= addressFromPaise}
              name={{ first_name: receipt.first_name, last_name: receipt.last_name }}
            />
          ) : null}
        </Part>
      ) : null}
      {statement && statement.timeline.length > 0 ? (
        <Part title="History">
          <ReceiptHistory timeline={statement.timeline} />
        </Part>
      ) : null}
      <div className="flex flex-wrap gap-3 border-t border-line bg-brand-faint px-5 py-5 sm:px-8 print:hidden">
        {hasEvent ? (
          <a href={receipt.calendar_path} className={buttonClass('primary', 'md', 'max-sm:w-full')}>
            <CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
          </a>
        ) : null}
        <Button tone="outline" className="max-sm:w-full" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" /> Print
        </Button>
      </div>
      <p className="border-t border-line px-5 py-4 text-sm text-ink-soft sm:px-8">
        Questions about your booking?{' '}
        <a href={contact().phoneHref} className={link}>
          {contact().phone}
        </a>{' '}
        or{' '}
        <a href={`mailto:${contact().email}`} className={link}>
          {contact().email}
        </a>
      </p>
    </article>
  );
}
