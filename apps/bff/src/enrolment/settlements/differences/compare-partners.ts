/** Compares seats, bookings, payments and refunds with the upstream and the payment provider, each night. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { compareBookings } from './compare-bookings.ts';
import { compareMoney, type MoneyDependencies } from './compare-money.ts';
import { compareSeats, type SeatDependencies } from './compare-seats.ts';
import { type Compared, type DifferenceKind, storeDifferences } from './difference-store.ts';

export type CompareDependencies = SeatDependencies &
  MoneyDependencies & {
    /** Delay before the second comparison. */
    confirmAfterMs?: number;
  };

interface Comparison {
  kinds: readonly DifferenceKind[];
  /** @returns undefined if nothing could be compared */
  compare(deps: CompareDependencies): Promise<Compared | undefined>;
}

const comparisons: readonly Comparison[] = [
  { kinds: ['batch_seats'], compare: compareSeats },
  { kinds: ['booking'], compare: compareBookings },
  { kinds: ['payment', 'refund'], compare: compareMoney },
];

/** Compares twice, because a difference that the second comparison does not find was a change in progress. */
async function confirmedBy(
  { compare }: Comparison,
  deps: CompareDependencies,
): Promise<Compared | undefined> {
  const first = await compare(deps);
  if (!first || first.found.length === 0) return first;
  await sleep(deps.confirmAfterMs ?? 60_000);
  const second = await compare(deps);
  if (!second) return undefined;
  const seen = new Set(first.found.map(({ subject }) => subject));
  return {
    found: second.found.filter(({ subject }) => seen.has(subject)),
    unknown: [...first.unknown, ...second.unknown],
  };
}

export interface ComparedPartners {
  differences: number;
  /** Kinds that could not be compared; their earlier differences stay. */
  notCompared: DifferenceKind[];
}

/** Compares all kinds, stores the differences found, and deletes those that no longer exist. */
export async function comparePartners(deps: CompareDependencies): Promise<ComparedPartners> {
  const result: ComparedPartners = { differences: 0, notCompared: [] };
  for (const comparison of comparisons) {
    const compared = await confirmedBy(comparison, deps);
    if (!compared) {
      result.notCompared.push(...comparison.kinds);
      continue;
    }
    await storeDifferences(deps.database, comparison.kinds, compared);
    result.differences += compared.found.length;
  }
  return result;
}

/** Starts the nightly comparison. Call it only in a process that runs jobs. */
export async function startPartnerComparison(
  deps: CompareDependencies & {
    jobs: Pick<Jobs, 'every'>;
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  },
): Promise<void> {
  await deps.jobs.every('compare-partners', '50 4 * * *', async () => {
    deps.log.info(
      { ...(await comparePartners(deps)) },
      'seats, bookings and money compared with the partners',
    );
  });
}
