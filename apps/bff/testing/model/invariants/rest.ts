/** Invariants at rest: all partners have answered, and 25 hours have passed. */
import { sql } from 'kysely';
import { isBooked, type Order, partOf } from '../../../src/enrolment/orders/order.ts';
import { creditedPaise, isDisputed } from '../../../src/enrolment/orders/state/order-facts.ts';
import { balanceOf, moneyOf, sumOf, transferred } from '../money.ts';
import type { Snapshot } from '../snapshot.ts';
import { type Finding, finding, type Invariant } from './invariant.ts';

const casesOf = ({ rows }: Snapshot, orderId: string) =>
  rows.cases.filter(({ order_id, closed_at }) => order_id === orderId && closed_at === null);

/** Kinds of cases about money, which do not report a different number of seats at the upstream. */
const aboutMoney: ReadonlySet<string> = new Set([
  'dispute',
  'invoice_correction',
  'refund_failed',
  'refund_overdue',
  'refund_unsent',
  'second_payment',
]);

/** A late payment is not refunded while the payer's bank may reclaim it. */
const waitsForBank = ({ booking, payments }: Order) =>
  booking === 'late' && payments.some((payment) => isDisputed(partOf(payment)));

function waitingOf(snapshot: Snapshot, order: Order): Finding[] {
  const { upstream } = snapshot;
  const cases = casesOf(snapshot, order.id);
  const has = (...kinds: string[]) => cases.some(({ kind }) => kinds.includes(kind));
  const found: Finding[] = [];
  const add = (kind: string, detail = '') => found.push(finding(kind, `order ${order.id} ${detail}`));
  if (order.booking === 'review' && !has('booking_review')) add('a booking waits without a case');
  if (order.booking === 'late' && !(waitsForBank(order) && has('late_payment', 'dispute')))
    add('a late payment waits after its deadline');
  const isOwed = moneyOf(order).some(
    ({ owedPaise, failedPaise, returningPaise }) => owedPaise + failedPaise + returningPaise > 0,
  );
  if (
    isOwed &&
    !has('refund_unsent', 'refund_failed', 'second_payment', 'unfit_payment', 'refund_overdue', 'dispute')
  )
    add('money is owed without a case');
  const booking = upstream.find(({ paymentId }) => paymentId === order.paymentId);
  if (!booking || cases.some(({ kind }) => !aboutMoney.has(kind))) return found;
  const seats = order.booking === 'booked' ? order.price.seats - order.cancelledSeats : 0;
  if (booking.seats !== seats)
    add(
      'the upstream has a different number of seats, without a case',
      `${booking.seats} instead of ${seats}`,
    );
  else if (seats > 0 && booking.batchId !== order.batch.course_schedule_id)
    add('the upstream has a different batch, without a case');
  return found;
}

/** With healthy partners and after 25 hours, no record waits for a partner or a decision without a case. */
export const nothingWaitsUnseen: Invariant = {
  name: 'nothingWaitsUnseen',
  at: 'rest',
  async check({ game, after }) {
    const { rows } = await sql<{ kind: string; subject: string; order_id: string | null }>`
      select kind, subject, order_id from waiting_rows where not has_case`.execute(game.world.database);
    const { payments } = after.provider;
    // A claim of a payment that was never captured waits for the provider's confirmation.
    const isCaptured = (paymentId: string) =>
      payments.some(({ id, captured }) => id === paymentId && captured);
    const unseen = rows.filter(({ kind, subject }) => kind !== 'payment_claim' || isCaptured(subject));
    return [
      ...after.orders.flatMap((order) => waitingOf(after, order)),
      ...unseen.map(({ kind, subject, order_id: orderId }) =>
        finding(`a ${kind} waits without a case`, `${subject}, order ${orderId}`),
      ),
    ];
  },
};

/**
 * The provider's record of each payment agrees with ours: captured, refunded, lost in disputes, charged and
 * paid out.
 */
export const providerAgrees: Invariant = {
  name: 'providerAgrees',
  at: 'rest',
  check({ after: { provider, orders, rows } }) {
    return provider.payments.flatMap(({ id, captured, amountPaise }) => {
      if (!captured) return [];
      const order = orders.find(({ payments }) => payments.some(({ paymentId }) => paymentId === id));
      const money = order && moneyOf(order).find(({ paymentId }) => paymentId === id);
      if (!money) return [finding('a captured payment is not known here', id)];
      const of = <Item extends { paymentId: string }>(items: readonly Item[]) =>
        items.filter(({ paymentId }) => paymentId === id);
      const refunds = (...states: string[]) =>
        sumOf(of(provider.refunds).map((one) => (states.includes(one.status) ? one.amountPaise : 0)));
      const settled = of(provider.settled);
      const theirs = {
        captured: amountPaise,
        gateway:
          amountPaise -
          refunds('pending', 'processed') -
          sumOf(settled.map((one) => (one.isDispute ? 0 : one.paidPaise + one.feePaise))),
        in_flight: refunds('pending'),
        bank: sumOf(settled.map(({ paidPaise }) => paidPaise)),
        fees: sumOf(settled.map(({ feePaise }) => feePaise)),
        lost: sumOf(of(provider.disputes).map(({ lostPaise }) => lostPaise)),
      };
      const disputes = order?.payments.find(({ paymentId }) => paymentId === id)?.disputes ?? [];
      // Compares ledger accounts, because money can be refunded twice: by a transfer and in the dashboard.
      const ours = {
        captured: money.capturedPaise,
        gateway: balanceOf(rows, id, 'gateway'),
        in_flight: balanceOf(rows, id, 'in_flight'),
        bank: balanceOf(rows, id, 'bank') + transferred(rows, { paymentId: id }),
        fees: balanceOf(rows, id, 'fees') + balanceOf(rows, id, 'input_gst'),
        lost: sumOf(disputes.map(({ lostPaise }) => lostPaise)),
      };
      const [here, there] = [JSON.stringify(ours), JSON.stringify(theirs)];
      return here === there
        ? []
        : [finding('the amounts of the provider differ', `${id}: ${here} here, ${there} there`)];
    });
  },
};

/** Each captured payment has one booking, a refund or a case. */
export const everyPaymentIsAccountedFor: Invariant = {
  name: 'everyPaymentIsAccountedFor',
  at: 'rest',
  check({ after }) {
    return after.orders.flatMap((order) => {
      const cases = casesOf(after, order.id);
      const booked = after.upstream.filter(({ paymentId }) =>
        order.payments.some((one) => one.paymentId === paymentId),
      );
      const twice = booked.length > 1 ? [finding('booked twice', order.id)] : [];
      if (isBooked(order) && booked.length === 0 && cases.length === 0)
        return [...twice, finding('booked here, and not at the upstream', order.id)];
      const kept = moneyOf(order).flatMap(({ paymentId, keptPaise }) => (keptPaise > 0 ? [paymentId] : []));
      const unseen = kept.filter(
        (id) => !(id === order.paymentId && order.booking === 'booked') && cases.length === 0,
      );
      return [...twice, ...unseen.map((id) => finding('kept money without a booking or a case', id))];
    });
  },
};

/** The documents of an order add up to the retained part of its payment. */
export const documentsAddUp: Invariant = {
  name: 'documentsAddUp',
  at: 'rest',
  check({ after }) {
    return after.orders.flatMap((order) => {
      const documents = after.rows.invoices.filter(({ order_id }) => order_id === order.id);
      const total = (...kinds: string[]) =>
        sumOf(
          documents.filter(({ kind }) => kinds.includes(kind)).map(({ total_paise }) => Number(total_paise)),
        );
      const head = total('invoice', 'receipt_voucher') - total('credit_note', 'refund_voucher');
      if (head < 0) return [finding('more is credited than invoiced', order.id)];
      const payment = order.payments.find(({ role }) => role === 'pays');
      if (!payment || waitsForBank(order)) return [];
      const sold = payment.amountPaise - creditedPaise(partOf(payment));
      return head === sold
        ? []
        : [finding('documents do not add up to the sale', `${order.id}: ${head} instead of ${sold}`)];
    });
  },
};

/** The ledger entries of each document have its amounts, and each payment is documented or refunded. */
export const booksAreBalanced: Invariant = {
  name: 'booksAreBalanced',
  at: 'rest',
  check({ after: { orders, rows } }) {
    const entries = new Map(Object.entries(Object.groupBy(rows.ledger_entries, ({ cause }) => cause)));
    const wrong = rows.invoices.filter(({ number, kind, total_paise: total }) => {
      const posted = entries.get(`document:${number}`) ?? [];
      const moved = sumOf(
        posted.map(
          ({ debit, credit, paise }) =>
            (Number(debit === 'customer') - Number(credit === 'customer')) * Number(paise),
        ),
      );
      return moved !== (kind === 'invoice' ? 1 : -1) * Number(total);
    });
    const open = orders.flatMap((order) =>
      waitsForBank(order)
        ? []
        : order.payments.filter(({ paymentId }) => balanceOf(rows, paymentId, 'customer') !== 0),
    );
    return [
      ...wrong.map(({ number }) =>
        finding('the ledger entries of a document differ from its amounts', number),
      ),
      ...open.map(({ paymentId }) => finding('a payment has no document', paymentId)),
    ];
  },
};

/**
 * A credit note names the buyer of the document that it corrects. Date and financial year of every document
 * are those of India.
 */
export const documentsAreConsistent: Invariant = {
  name: 'documentsAreConsistent',
  at: 'rest',
  check({ after: { rows } }) {
    return rows.invoices.flatMap((document) => {
      const found: Finding[] = [];
      const day = new Date(new Date(String(document.issued_at)).getTime() + 19_800_000)
        .toISOString()
        .slice(0, 10);
      if (String(document.issued_on) !== day)
        found.push(finding('a document has the day of another time zone', document.number));
      const [year = 0, month = 0] = String(document.issued_on).split('-').map(Number);
      const first = month >= 4 ? year : year - 1;
      if (document.financial_year !== `${first % 100}${(first + 1) % 100}`)
        found.push(finding('a document is in another financial year', document.number));
      const head = rows.invoices.find(({ number }) => number === document.reference);
      const buyer = ({ e_invoice: said }: typeof document) =>
        JSON.stringify((said as { BuyerDtls?: unknown }).BuyerDtls);
      if (document.kind === 'credit_note' && head && buyer(head) !== buyer(document))
        found.push(finding('a credit note names another buyer than its invoice', document.number));
      return found;
    });
  },
};
