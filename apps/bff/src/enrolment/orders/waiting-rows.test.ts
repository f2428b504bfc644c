import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { decide } from '../decisions/decide.ts';
import { recordClaim } from '../payments/claim-store.ts';
import { countWaitingRows, type WaitingKind } from './waiting-rows.ts';

const hourMs = 60 * 60_000;

describe('rows that wait', async () => {
  const stack = await useCheckoutStack();
  const { database, deps, upstream, checkout } = stack;

  beforeEach(async () => {
    await stack.reset();
    await database.deleteFrom('document_requests').execute();
  });

  async function paid() {
    const { order_id: providerOrderId } = await stack.open();
    await stack.pay(providerOrderId);
    await checkout.reconcile();
    await stack.workOff();
    return (await stack.order(providerOrderId)).id;
  }

  const of = async (kind: WaitingKind) =>
    (await countWaitingRows(database)).find((one) => one.kind === kind) ?? { rows: 0, unseen: 0 };

  it('count a booking that the upstream does not accept, as unseen until it has a case', async () => {
    upstream.onBooking = 'http_500';
    await paid();
    expect(await of('booking')).toMatchObject({ rows: 1, unseen: 0 });
    await stack.setClock(26 * hourMs);
    const { oldestSeconds, unseen } = { oldestSeconds: 0, ...(await of('booking')) };
    expect(unseen).toBe(1);
    expect(oldestSeconds).toBeGreaterThan(25 * 3_600);
    await checkout.reconcile();
    expect(await of('booking')).toMatchObject({ rows: 1, unseen: 0 });
  });

  it('count a change that is not sent to the upstream in time', async () => {
    deps.settings.upstreamBookingChanges = true;
    const id = await paid();
    await decide(deps, id, { kind: 'cancel', seats: 1 }, 'one is ill');
    await stack.setClock(26 * hourMs);
    expect(await of('booking_change')).toMatchObject({ rows: 1, unseen: 1 });
    await stack.sendBookingChanges();
    expect(await of('booking_change')).toMatchObject({ rows: 0, unseen: 0 });
  });

  it('count a refund request without an answer, but give the bank ten days', async () => {
    const id = await paid();
    await stack.fault('http_500');
    await decide(deps, id, { kind: 'cancel' }, 'asked for');
    await stack.setClock(26 * hourMs);
    expect(await of('refund')).toMatchObject({ rows: 1, unseen: 1 });
    await stack.sendRefunds();
    expect(await of('refund')).toMatchObject({ rows: 1, unseen: 0 });
    await stack.setClock(11 * 24 * hourMs);
    expect(await of('refund')).toMatchObject({ rows: 1, unseen: 1 });
    await checkout.reconcile();
    expect(await of('refund')).toMatchObject({ rows: 1, unseen: 0 });
  });

  it('count a claim that the payment provider does not confirm', async () => {
    await recordClaim(database, { providerOrderId: 'order_unknown', paymentId: 'pay_unknown' });
    await stack.setClock(26 * hourMs);
    expect(await of('payment_claim')).toMatchObject({ rows: 1, unseen: 1 });
  });

  it('count a due document that is not issued, but not one that waits for its day', async () => {
    const id = await paid();
    await sql`update document_requests set issue_from = now() - interval '26 hours' where order_id = ${id}`.execute(
      database,
    );
    expect(await of('document')).toMatchObject({ rows: 1, unseen: 1 });
    await sql`update document_requests set issue_from = now() + interval '1 day'`.execute(database);
    expect(await of('document')).toMatchObject({ rows: 0, unseen: 0 });
  });

  it('count money whose automatic refund is late, even with a case', async () => {
    const { order_id: providerOrderId } = await stack.open();
    for (let payments = 0; payments < 2; payments += 1) {
      await stack.pay(providerOrderId);
      await checkout.reconcile();
    }
    expect(await stack.cases()).toEqual(['second_payment']);
    expect(await of('decision')).toMatchObject({ rows: 1, unseen: 0 });
    await stack.setClock(26 * hourMs);
    expect(await of('decision')).toMatchObject({ rows: 1, unseen: 1 });
    await checkout.refundUndecided();
    expect(await of('decision')).toMatchObject({ rows: 0, unseen: 0 });
  });
});
