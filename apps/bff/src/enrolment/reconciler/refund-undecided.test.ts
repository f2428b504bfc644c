import { formatTimestamp } from '@meridian/contracts/format-time';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { caseRows } from '../../operators/console/orders/case-rows.ts';
import { decide } from '../decisions/decide.ts';
import { enqueueCaseAlerts } from '../messages/enqueue-case-alerts.ts';
import { openCases } from '../orders/cases/case-store.ts';
import { statementOf } from '../statement/statement.ts';

const hourMs = 60 * 60_000;

describe('money that waits for a decision', async () => {
  const stack = await useCheckoutStack();
  const { database, deps, http, upstream } = stack;

  beforeEach(async () => {
    await stack.reset();
    await database.deleteFrom('mails').execute();
  });

  const refundsOf = async (providerOrderId: string) =>
    (await stack.order(providerOrderId)).payments.flatMap(({ refunds }) => refunds);
  const documents = async () => database.selectFrom('document_requests').select('order_id').execute();
  const mails = async (orderId: string) =>
    (await database.selectFrom('mails').select('kind').where('order_id', '=', orderId).execute()).map(
      ({ kind }) => kind,
    );
  const sentences = async (receiptPath: string): Promise<string> =>
    (
      await http.get(`/api${receiptPath.replace('/receipt/', '/receipts/')}`).expect(200)
    ).body.data.statement.sentences.join(' ');
  /** @returns the deadline of the only payment that waits */
  const deadline = async (providerOrderId: string) => {
    const waiting = (await stack.order(providerOrderId)).payments.flatMap(
      ({ autoRefundAt }) => autoRefundAt ?? [],
    );
    expect(waiting).toHaveLength(1);
    return formatTimestamp(waiting[0] ?? new Date(0));
  };

  describe('a late payment without free seats, if an operator is asked', () => {
    beforeEach(async () => {
      deps.settings.latePayment = 'ask';
      await database.deleteFrom('document_requests').execute();
    });

    async function latePayment() {
      upstream.schedules.set(courseId, [someBatch({ seats_left: 2 })]);
      const late = await stack.open({ number_of_course: 2 });
      await stack.setClock(16 * 60_000);
      await stack.checkout.releaseHolds();
      await stack.open({ number_of_course: 1, email: 'other@example.com' }, '203.0.113.7');
      const answer = await http
        .post('/api/booking')
        .send(await stack.pay(late.order_id))
        .expect(200);
      await stack.workOff();
      const { id } = await stack.order(late.order_id);
      return { ...late, id, answer: answer.body };
    }

    it('waits, and the payer and the operator are told the deadline', async () => {
      const { id, order_id: orderId, receipt_path: path, answer } = await latePayment();
      const order = await stack.order(orderId);
      expect(order).toMatchObject({ booking: 'late', state: 'needs_review' });
      expect(await refundsOf(orderId)).toEqual([]);
      expect(await stack.cases()).toEqual(['late_payment']);
      expect(await documents()).toEqual([]);
      const by = await deadline(orderId);
      expect(answer.message).toContain(
        `If we have not confirmed your booking by ${by}, your money is refunded`,
      );
      expect(await sentences(path)).toContain(by);
      expect(await mails(id)).toContain('payment_late');
      expect(statementOf(order, 'operator').headline).toContain(by);
      const [row] = await caseRows(database, await openCases(database));
      expect(row?.refund_at && formatTimestamp(new Date(row.refund_at))).toBe(by);
    });

    it('is refunded once after 24 hours, even if no server ran meanwhile', async () => {
      const { id, order_id: orderId } = await latePayment();
      await stack.setClock(24 * hourMs);
      expect(await stack.checkout.refundUndecided()).toBe(0);
      await stack.setClock(72 * hourMs);
      await Promise.all([stack.checkout.refundUndecided(), stack.checkout.refundUndecided()]);
      await stack.sendRefunds();
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'pending' }]);
      expect(await stack.order(orderId)).toMatchObject({ booking: 'dropped', state: 'refund_due' });
      expect(await stack.cases()).toEqual([]);
      expect(await documents()).toEqual([]);
      expect(await mails(id)).toContain('seats_unavailable');
    });

    it('can be booked by an operator, which ends the deadline; the invoice follows the booking', async () => {
      const { id, order_id: orderId } = await latePayment();
      upstream.onBooking = 'http_500';
      await decide(deps, id, { kind: 'book' }, 'the trainer takes one more');
      await stack.workOff();
      expect(await documents()).toEqual([]);
      await stack.setClock(25 * hourMs);
      expect(await stack.checkout.refundUndecided()).toBe(0);
      upstream.onBooking = 'fine';
      await stack.workOff();
      expect((await stack.order(orderId)).state).toBe('booked');
      expect(await documents()).toEqual([{ order_id: id }]);
      expect(await refundsOf(orderId)).toEqual([]);
    });

    it('can be refunded by an operator, which ends the deadline', async () => {
      const { id, order_id: orderId } = await latePayment();
      await decide(deps, id, { kind: 'refund' }, 'no seats');
      expect(await refundsOf(orderId)).toHaveLength(1);
      await stack.setClock(25 * hourMs);
      expect(await stack.checkout.refundUndecided()).toBe(0);
    });

    it('waits for the bank while the payment is disputed', async () => {
      const { order_id: orderId, receipt_path: path } = await latePayment();
      const [payment] = (await stack.order(orderId)).payments;
      const { id } = await stack.dispute({ payment_id: payment?.paymentId });
      await stack.checkout.reconcile();
      await stack.setClock(25 * hourMs);
      expect(await stack.checkout.refundUndecided()).toBe(0);
      expect(await sentences(path)).not.toContain('automatically');
      const rows = await caseRows(database, await openCases(database));
      expect(rows.map(({ kind, refund_at }) => [kind, refund_at])).toContainEqual(['late_payment', null]);
      await stack.dispute({ dispute_id: id, status: 'won' });
      await stack.checkout.reconcile();
      expect(await stack.checkout.refundUndecided()).toBe(1);
      expect(await refundsOf(orderId)).toHaveLength(1);
    });
  });

  describe('a payment that pays for no order', () => {
    async function paidTwice() {
      const order = await stack.open();
      for (let payments = 0; payments < 2; payments += 1) {
        await stack.pay(order.order_id);
        await stack.checkout.reconcile();
      }
      await stack.workOff();
      return { ...order, id: (await stack.order(order.order_id)).id };
    }

    it('is refunded after 24 hours, as the receipt says', async () => {
      const { order_id: orderId, receipt_path: path } = await paidTwice();
      expect(await stack.cases()).toEqual(['second_payment']);
      await enqueueCaseAlerts(database, 'https://academy.example');
      const alert = await database
        .selectFrom('mails')
        .select('facts')
        .where('kind', '=', 'operator_alert')
        .executeTakeFirstOrThrow();
      const waiting = (await stack.order(orderId)).payments.find(({ autoRefundAt }) => autoRefundAt);
      expect(alert.facts).toMatchObject({ refundAt: waiting?.autoRefundAt?.toISOString() });
      expect(await sentences(path)).toContain(`will request the refund by ${await deadline(orderId)}`);
      await stack.setClock(24 * hourMs + 60_000);
      expect(await stack.checkout.refundUndecided()).toBe(1);
      await stack.sendRefunds();
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'pending' }]);
      expect(await stack.order(orderId)).toMatchObject({ booking: 'booked' });
      expect(await stack.cases()).toEqual([]);
    });

    it('has no deadline once an operator has returned it', async () => {
      const { id, order_id: orderId } = await paidTwice();
      await decide(deps, id, { kind: 'refund' }, 'paid twice');
      await stack.setClock(25 * hourMs);
      expect(await stack.checkout.refundUndecided()).toBe(0);
      expect(await refundsOf(orderId)).toHaveLength(1);
    });
  });

  it('is not requested again after a failed refund, because the payer may have to be asked', async () => {
    const order = await stack.open();
    await stack.pay(order.order_id);
    await stack.checkout.reconcile();
    await stack.workOff();
    const { id } = await stack.order(order.order_id);
    await decide(deps, id, { kind: 'cancel' }, 'asked for');
    await stack.finishRefunds('failed');
    await stack.checkout.reconcile();
    expect(await stack.cases()).toEqual(['refund_failed']);
    await stack.setClock(48 * hourMs);
    expect(await stack.checkout.refundUndecided()).toBe(0);
  });

  it('leaves a failed refund to an operator, even if a later refund succeeds', async () => {
    const { id, orderId } = await stack.book({ number_of_course: 2 });
    await decide(deps, id, { kind: 'cancel', seats: 1 }, 'asked for');
    await stack.finishRefunds('failed');
    await stack.checkout.reconcile();
    await decide(deps, id, { kind: 'goodwill', paise: 50_000, withNote: false }, 'the room was cold');
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    const [failed] = await refundsOf(orderId);
    expect(statementOf(await stack.order(orderId), 'operator').money.failedPaise).toBe(failed?.amountPaise);
    expect(await stack.cases()).toEqual(['refund_failed']);
    await stack.setClock(48 * hourMs);
    expect(await stack.checkout.refundUndecided()).toBe(0);
    expect(await refundsOf(orderId)).toHaveLength(2);
  });
});
