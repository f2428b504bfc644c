import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { OrderPage, PaymentRow } from '@meridian/contracts/console/answers';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { toasts } from '@meridian/ui/toast';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/api.ts';
import { useOperator } from '../../app/session-context.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { dayText, Moment } from '../../parts/moment.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DecideDialog, type DeedName, deeds } from './decide-dialog.tsx';

/** Bookings, refunds and documents follow a decision within seconds. */
const refreshMs = 5_000;

/** Which decisions an order may take; the server has the last word. */
function deedsFor(order: OrderPage): DeedName[] {
  const isWaiting = order.booking === 'due' || order.booking === 'ordered';
  const needsPerson = order.cases.length > 0;
  return [
    ...(needsPerson && order.booking !== 'booked' ? (['book'] as const) : []),
    ...(isWaiting ? (['unbook'] as const) : []),
    ...(needsPerson && order.payments.length > 0 ? (['refund'] as const) : []),
    ...(needsPerson ? (['close'] as const) : []),
  ];
}

function Deeds({ order }: { order: OrderPage }) {
  const { may } = useOperator();
  const [open, setOpen] = useState<DeedName | 'cancel'>();
  const close = () => setOpen(undefined);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(order.receipt_url);
    toasts.success('The address of the receipt is copied. Whoever has it sees the order.');
  }
  return (
    <div className="flex flex-wrap gap-2">
      {may('finance') && order.booking === 'booked' && order.cancelled_seats < order.seats ? (
        <Button size="sm" onClick={() => setOpen('cancel')}>
          Cancel seats
        </Button>
      ) : null}
      {may('finance')
        ? deedsFor(order).map((deed) => (
            <Button key={deed} size="sm" tone="outline" onClick={() => setOpen(deed)}>
              {deeds[deed].label}
            </Button>
          ))
        : null}
      <Button size="sm" tone="quiet" onClick={() => void copy()}>
        Copy the receipt's address
      </Button>
      {open === 'cancel' ? <CancelDialog order={order} onClose={close} /> : null}
      {open && open !== 'cancel' ? <DecideDialog id={order.id} deed={open} onClose={close} /> : null}
    </div>
  );
}

function Payment({ payment }: { payment: PaymentRow }) {
  return (
    <li className="grid gap-1 border-t border-line py-2 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-2">
        <strong className="tabular-nums">{formatPaise(payment.amount_paise)}</strong>
        <Badge state={payment.status} />
        <code className="text-xs">{payment.payment_id}</code>
      </div>
      {payment.refunds.map((refund) => (
        <div key={refund.id} className="flex flex-wrap items-center gap-2 pl-4">
          Refund <strong className="tabular-nums">{formatPaise(refund.amount_paise)}</strong>
          <Badge state={refund.state} />
          <span className="text-xs text-ink-soft">
            by {refund.source} · {refund.id}
            {refund.reason ? ` · ${refund.reason}` : ''}
          </span>
        </div>
      ))}
      {payment.transferred_paise > 0 ? (
        <div className="pl-4">{formatPaise(payment.transferred_paise)} given back by bank transfer</div>
      ) : null}
      {payment.disputes.map((dispute) => (
        <div key={dispute.id} className="pl-4 text-alert-strong">
          Dispute of {formatPaise(dispute.amount_paise)}: {dispute.status}
          {dispute.respond_by ? (
            <>
              , answer by <Moment iso={dispute.respond_by} />
            </>
          ) : null}
        </div>
      ))}
    </li>
  );
}

function Documents({ order }: { order: OrderPage }) {
  if (order.documents.length === 0 && order.mails.length === 0)
    return <p className="text-ink-soft">No document is issued and no mail is sent yet.</p>;
  return (
    <ul className="grid gap-2">
      {order.documents.map(({ number, kind, issued_on: day, total_paise: total }) => (
        <li key={number}>
          <strong>{number}</strong> {kind.replaceAll('_', ' ')}, {formatPaise(total)}, {dayText(day)}
        </li>
      ))}
      {order.mails.map(({ kind, state, at, reason }) => (
        <li key={`${kind} ${at}`} className="flex flex-wrap items-center gap-2">
          Mail “{kind.replaceAll('_', ' ')}” <Badge state={state} />
          <span className="text-xs text-ink-soft">
            <Moment iso={at} short /> {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function OrderScreen({ id }: { id: string }) {
  const {
    data: order,
    error,
    refetch,
  } = api.useOrderQuery(id, {
    pollingInterval: refreshMs,
    skipPollingIfUnfocused: true,
  });
  if (!order) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  const { payer, batch } = order;
  const left = order.seats - order.cancelled_seats;
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-2 lg:col-span-2">
        <Link to="/orders" className="text-brand-strong">
          ← Orders
        </Link>
        <h1 className="text-2xl">{payer.name || 'Erased payer'}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <Badge state={order.state} />
          <Badge label="Booking" state={order.booking} />
          <strong className="tabular-nums">{formatPaise(order.total_paise)}</strong>
          <span className="text-ink-soft">
            {left} of {order.seats} seats, {batch.course}
          </span>
        </div>
        <Deeds order={order} />
      </div>
      {order.cases.length > 0 ? (
        <div className="lg:col-span-2">
          <Card title="What needs a person">
            <ul className="grid gap-2">
              {order.cases.map((one) => (
                <li key={one.id}>
                  <strong>{one.description}</strong>
                  {one.reason ? <div className="text-ink-soft">{one.reason}</div> : null}
                </li>
              ))}
            </ul>
          </Card>
        </div>
      ) : null}
      <div className="grid content-start gap-4">
        <Card title="Payer and seats">
          <Facts
            facts={[
              ['E-mail', payer.email ? <a href={`mailto:${payer.email}`}>{payer.email}</a> : null],
              [
                'Phone',
                payer.phone ? <a href={`tel:${payer.phone.replace(/[^\d+]/g, '')}`}>{payer.phone}</a> : null,
              ],
              [
                'Batch',
                `${batch.course}, ${dayText(batch.start_date)} to ${dayText(batch.end_date)} (${batch.course_schedule_id})`,
              ],
              [
                'Seats',
                order.cancelled_seats > 0
                  ? `${left} of ${order.seats}, ${order.cancelled_seats} cancelled`
                  : left,
              ],
              ['Attendees', order.attendees.map(({ name, email }) => `${name}, ${email}`).join('; ')],
              ['Coupon', order.coupon ? `${order.coupon}, ${formatPaise(order.discount_paise)} off` : null],
              ['Receipt number', order.id],
              ['Order at the provider', order.provider_order_id],
            ]}
          />
        </Card>
        <Card title="Payments and refunds">
          {order.payments.length === 0 ? (
            <p className="text-ink-soft">Nothing was paid.</p>
          ) : (
            <ul>
              {order.payments.map((payment) => (
                <Payment key={payment.payment_id} payment={payment} />
              ))}
            </ul>
          )}
        </Card>
        <Card title="Documents and mails">
          <Documents order={order} />
        </Card>
      </div>
      <Card title="Timeline">
        <Timeline entries={order.timeline} />
      </Card>
    </div>
  );
}
