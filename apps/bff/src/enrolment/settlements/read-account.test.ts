import { describe, expect, it } from 'vitest';
import type { AccountApi, AccountPayment, Page } from '../../partners/payments/provider.ts';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { nextMonth, periodOf, workingDaysBetween } from './months.ts';
import { readAccount } from './read-account.ts';

const pageOf = <Item>(items: Item[]): Page<Item> => ({ items, unreadable: [], count: items.length });
const empty = async () => pageOf<never>([]);
const payment = (id: string): AccountPayment => ({
  id,
  orderId: null,
  amountPaise: 100,
  currency: 'INR',
  captured: true,
  feePaise: 2,
  taxPaise: 0,
  createdAt: new Date('2026-11-22T06:30:00Z'),
});
const now = new Date('2026-11-22T06:30:00Z');
const silent = () => new RemoteError('payments', 'unreachable', 'no answer');

function accountOf(payments: AccountApi['payments'], change: Partial<AccountApi> = {}): AccountApi {
  return { payments, refunds: empty, settled: empty, ...change };
}

describe('the account of a month', () => {
  it('is read to the last page, each item once, although items move between pages meanwhile', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `pay_${index}`);
    const requested: number[] = [];
    const account = accountOf(async (period, skip) => {
      expect(period).toEqual(periodOf('2026-11'));
      requested.push(skip);
      if (skip === 10) ids.unshift('pay_new');
      return pageOf(ids.slice(skip, skip + 10).map(payment));
    });
    const { payments } = await readAccount(account, '2026-11', { now });
    expect(requested).toEqual([0, 10, 20, 26]);
    expect(payments.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== 'pay_new').toSorted());
  });

  it('is retried while the payment provider does not answer, and fails after the last attempt', async () => {
    let calls = 0;
    const api = accountOf(async (_period, skip) => {
      calls += 1;
      if (calls < 4) throw silent();
      return pageOf(skip === 0 ? [payment('pay_1')] : []);
    });
    const account = await readAccount(api, '2026-11', { now, pauseMs: 1 });
    expect(account.payments).toHaveLength(1);
    const never = accountOf(async () => {
      throw silent();
    });
    await expect(readAccount(never, '2026-11', { now, pauseMs: 1 })).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  it('is not retried if the answer will not change', async () => {
    let calls = 0;
    const account = accountOf(async () => {
      calls += 1;
      throw new RemoteError('payments', 'refused', 'no such right');
    });
    await expect(readAccount(account, '2026-11', { now, pauseMs: 1 })).rejects.toMatchObject({
      code: 'refused',
    });
    expect(calls).toBe(1);
  });

  it('includes the settlements of the next month so far', async () => {
    const months: string[] = [];
    const account = accountOf(empty, {
      settled: async (month) => {
        months.push(month);
        return pageOf([]);
      },
    });
    await readAccount(account, '2026-10', { now });
    await readAccount(account, '2026-11', { now });
    expect(months).toEqual(['2026-10', '2026-11', '2026-11']);
  });
});

it('a month begins and ends in Indian time', () => {
  expect(periodOf('2026-11')).toEqual({
    fromSeconds: Date.parse('2026-10-31T18:30:00Z') / 1_000,
    toSeconds: Date.parse('2026-11-30T18:29:59Z') / 1_000,
  });
  expect(nextMonth('2026-12')).toBe('2027-01');
});

it.each([
  ['2026-11-20T12:00:00+05:30', '2026-11-23T01:00:00+05:30', 1],
  ['2026-11-20T23:59:00+05:30', '2026-11-22T23:59:00+05:30', 0],
  ['2026-11-16T12:00:00+05:30', '2026-11-20T12:00:00+05:30', 4],
])('from %s to %s are %i working days', (from, to, days) => {
  expect(workingDaysBetween(new Date(from), new Date(to))).toBe(days);
});
