import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { OrderMoney, PaymentRow } from '@meridian/contracts/operators/console/orders';
import { Loading } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { AssignmentBar } from '../../parts/assignment.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderCases } from './order-cases.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { buyerText } from './reissue-dialog.tsx';

/** Refetch interval: bookings, refunds and documents follow a decision within seconds. */
const refreshMs = 5_000;

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
        <div className="pl-4">{formatPaise(payment.transferred_paise)} refunded by bank transfer</div>
      ) : null}
      {payment.disputes.map((dispute) => (
        <div key={dispute.id} className="pl-4 text-alert-strong">
          Dispute of {formatPaise(dispute.amount_paise)}: {dispute.status.replaceAll('_', ' ')}
          {dispute.respond_by ? (
            <>
              , answer by <Timestamp iso={dispute.respond_by} />
            </>
          ) : null}{' '}
          <code className="text-xs">{dispute.id}</code>
        </div>
      ))}
    </li>
  );
}

/** Sums over all payments of the order. */
function Money({ money }: { money: OrderMoney }) {
  const amount = (paise: number) => (paise > 0 ? formatPaise(paise) : null);
  return (
    <Facts
      facts={[
        ['Captured', formatPaise(money.captured_paise)],
        ['Retained', formatPaise(money.kept_paise)],
        ['To be refunded', amount(money.owed_paise)],
        ['Refund in progress', amount(money.returning_paise)],
        ['Refunded', amount(money.returned_paise)],
        ['Refund failed', amount(money.failed_paise)],
      ]}
    />
  );
}

export function OrderScreen({ id }: { id: string }) {
  const {
    data: order,
    error,
    refetch,
  } = api.useOrderQuery(id, {
    ...followed,
    pollingInterval: refreshMs,
  });
  if (!order)
    return error ? (
      <FailedPage title="Order" back={['/orders', 'Orders']} error={error} retry={refetch} />
    ) : (
      <Loading />
    );
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
          <Badge state={order.state} word={order.headline} />
          <strong className="tabular-nums">{formatPaise(order.total_paise)}</strong>
          <span className="text-ink-soft">
            {left} of {order.seats} seats, {batch.course}
          </span>
        </div>
        <AssignmentBar kind="order" id={order.id} />
        <OrderActions order={order} />
      </div>
      <div className="lg:col-span-2 empty:hidden">
        <OrderCases order={order} />
      </div>
      <div className="grid content-start gap-4">
        <Card title="Payer and seats">
          <Facts
            facts={[
              ['Email', payer.email ? <a href={`mailto:${payer.email}`}>{payer.email}</a> : null],
              [
                'Phone',
                payer.phone ? <a href={`tel:${payer.phone.replace(/[^\d+]/g, '')}`}>{payer.phone}</a> : null,
              ],
              [
                'Batch',
                <Link
                  key="batch"
                  to={`/batches/${batch.course_schedule_id}`}
                  className="text-brand-strong underline"
                >
                  {batch.course}, {formatDay(batch.start_date)} to {formatDay(batch.end_date)}
                </Link>,
              ],
              [
                'Seats',
                order.cancelled_seats > 0
                  ? `${left} of ${order.seats}, ${order.cancelled_seats} cancelled`
                  : left,
              ],
              ['Attendees', order.attendees.map(({ name, email }) => `${name}, ${email}`).join('; ')],
              ['Seats without a name', order.open_seats > 0 ? order.open_seats : null],
              ['Not yet reported to the upstream', order.attendees_unreported ? 'attendees' : null],
              ['Invoice for', buyerText(order.billing.now)],
              ['Coupon', order.coupon ? `${order.coupon}, ${formatPaise(order.discount_paise)} off` : null],
              ['Booking number', order.booking_number],
              ['Order id', order.id],
              ['Order at the provider', order.provider_order_id],
            ]}
          />
        </Card>
        <Card title="Payments and refunds">
          {order.payments.length === 0 ? (
            <p className="text-ink-soft">No payments.</p>
          ) : (
            <>
              <Money money={order.money} />
              <ul>
                {order.payments.map((payment) => (
                  <Payment key={payment.payment_id} payment={payment} />
                ))}
              </ul>
            </>
          )}
        </Card>
        <Card title="Documents and emails">
          <OrderDocuments order={order} />
        </Card>
      </div>
      <Card title="Timeline">
        <Timeline entries={order.timeline} />
      </Card>
    </div>
  );
}
