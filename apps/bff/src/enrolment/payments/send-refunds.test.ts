import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ageRows } from '../../../testing/checkout/age-rows.ts';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { transact } from '../../platform/database/transact.ts';
import { commitDecision, decide } from '../decisions/decide.ts';

describe('the job that sends refunds', async () => {
  const stack = await useCheckoutStack();
  const { database, deps } = stack;

  beforeEach(() => stack.reset());

  async function booked() {
    const { order_id: providerOrderId } = await stack.open();
    await stack.pay(providerOrderId);
    await stack.checkout.reconcile();
    await stack.workOff();
    return { providerOrderId, id: (await stack.order(providerOrderId)).id };
  }

  const refundsAtProvider = async () =>
    (await stack.sandbox.get('/_sandbox/payments').expect(200)).body.data.refunds.map(
      ({ receipt }: { receipt: string | null }) => receipt,
    );
  const ourRefunds = async (providerOrderId: string) =>
    (await stack.order(providerOrderId)).payments.flatMap(({ refunds }) => refunds);
  const jobs = async () =>
    (
      await sql<{
        id: string;
      }>`select data ->> 'id' as id from pgboss.job where name = 'send-refunds'`.execute(database)
    ).rows;

  const cancel = (orderId: string) =>
    transact(database, (transaction) =>
      commitDecision(transaction, deps, { orderId, decision: { kind: 'cancel' }, note: 'asked for' }),
    );

  it('sends requests of a process that died after the commit', async () => {
    const { providerOrderId, id } = await booked();
    await cancel(id);
    expect(await refundsAtProvider()).toEqual([]);
    await stack.sendRefunds();
    const [refund, ...more] = await ourRefunds(providerOrderId);
    expect(more).toEqual([]);
    expect(refund?.state).toBe('pending');
    expect(await refundsAtProvider()).toEqual([refund?.id]);
  });

  it('is committed with the request, or not at all', async () => {
    const { id } = await booked();
    const crash = transact(database, async (transaction) => {
      await commitDecision(transaction, deps, {
        orderId: id,
        decision: { kind: 'cancel' },
        note: 'asked for',
      });
      throw new Error('the process dies');
    });
    await expect(crash).rejects.toThrow('the process dies');
    expect(await jobs()).toEqual([]);
  });

  it('repeats a request whose answer was lost, and makes one refund', async () => {
    const { providerOrderId, id } = await booked();
    await stack.fault('lost_answer');
    expect((await decide(deps, id, { kind: 'cancel' }, 'asked for')).followUp).toBe('pending');
    await stack.fault('http_500');
    await stack.sendRefunds();
    expect((await ourRefunds(providerOrderId))[0]?.state).toBe('requested');
    await stack.sendRefunds();
    const [refund] = await ourRefunds(providerOrderId);
    expect(refund?.state).toBe('pending');
    expect(await refundsAtProvider()).toEqual([refund?.id]);
  });

  it('is enqueued again by the reconciler if it was lost and an hour has passed', async () => {
    const { providerOrderId, id } = await booked();
    await cancel(id);
    await sql`delete from pgboss.job where name = 'send-refunds'`.execute(database);
    await stack.checkout.reconcile();
    expect(await jobs()).toEqual([]);
    await ageRows(database, 61 * 60_000);
    await stack.checkout.reconcile();
    await stack.checkout.reconcile();
    expect(await jobs()).toEqual([{ id }]);
    await stack.sendRefunds();
    expect((await ourRefunds(providerOrderId))[0]?.state).toBe('pending');
  });

  it('is not enqueued again while it retries', async () => {
    const { providerOrderId, id } = await booked();
    await cancel(id);
    await ageRows(database, 61 * 60_000);
    await stack.fault('http_500');
    await stack.sendRefunds();
    expect((await ourRefunds(providerOrderId))[0]?.state).toBe('requested');
    await stack.checkout.reconcile();
    expect(await jobs()).toEqual([]);
  });

  it('sends the other requests of an order if one is not answered', async () => {
    const { providerOrderId, id } = await booked();
    await stack.pay(providerOrderId);
    await stack.checkout.reconcile();
    await cancel(id);
    await transact(database, (transaction) =>
      commitDecision(transaction, deps, { orderId: id, decision: { kind: 'refund' }, note: 'paid twice' }),
    );
    await stack.fault('http_500');
    await stack.sendRefunds();
    expect((await ourRefunds(providerOrderId)).map(({ state }) => state)).toEqual(['requested', 'pending']);
    await stack.sendRefunds();
    expect((await ourRefunds(providerOrderId)).map(({ state }) => state)).toEqual(['pending', 'pending']);
  });
});
