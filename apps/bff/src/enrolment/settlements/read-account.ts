/** Reads the payment provider's account of a month, page by page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AccountApi,
  AccountPayment,
  AccountRefund,
  Page,
  SettledEntry,
  Unreadable,
} from '../../partners/payments/provider.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { monthInIndia, nextMonth, periodOf } from './months.ts';

export interface AccountMonth {
  payments: AccountPayment[];
  refunds: AccountRefund[];
  /** Entries settled in the month or in the next one, because a capture is paid out some days later. */
  settled: SettledEntry[];
  unreadable: Unreadable[];
}

const attempts = 4;
const firstPauseMs = 500;
/** Maximum number of pages of a list that are read. */
const maxPages = 10_000;

/** Retries a call. @throws RemoteError after the last attempt, or if another attempt cannot succeed */
async function withRetries<Answer>(ask: () => Promise<Answer>, pauseMs: number): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (attempt === attempts || !isRemoteError(error, 'payments') || !error.retry) throw error;
      await sleep(pauseMs * 2 ** (attempt - 1));
    }
}

async function allPages<Item extends { id: string }>(
  readPage: (skip: number) => Promise<Page<Item>>,
  unreadable: Unreadable[],
  pauseMs: number,
): Promise<Item[]> {
  // By id, because new items move others to the next page.
  const items = new Map<string, Item>();
  let skip = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const read = await withRetries(() => readPage(skip), pauseMs);
    if (read.count === 0) return [...items.values()];
    for (const item of read.items) items.set(item.id, item);
    unreadable.push(...read.unreadable);
    skip += read.count;
  }
  throw new Error(`The payment provider's list has more than ${maxPages} pages`);
}

/** @returns the entries of the month's settlements */
export function readSettled(
  account: AccountApi,
  month: string,
  pauseMs = firstPauseMs,
  unreadable: Unreadable[] = [],
): Promise<SettledEntry[]> {
  return allPages((skip) => account.settled(month, skip), unreadable, pauseMs);
}

/**
 * @param month `YYYY-MM` in India
 * @param options.pauseMs delay before the second attempt at a page; doubles with each attempt
 * @throws RemoteError if the payment provider does not answer
 */
export async function readAccount(
  account: AccountApi,
  month: string,
  options: { now: Date; pauseMs?: number },
): Promise<AccountMonth> {
  const { now, pauseMs = firstPauseMs } = options;
  const unreadable: Unreadable[] = [];
  const period = periodOf(month);
  const payments = await allPages((skip) => account.payments(period, skip), unreadable, pauseMs);
  const refunds = await allPages((skip) => account.refunds(period, skip), unreadable, pauseMs);
  const months = [month, nextMonth(month)].filter((one) => one <= monthInIndia(now));
  const settled: SettledEntry[] = [];
  for (const one of months) settled.push(...(await readSettled(account, one, pauseMs, unreadable)));
  return { payments, refunds, settled, unreadable };
}
