import type { FastifyBaseLogger } from 'fastify';
import type { WorkResult } from '../../platform/jobs/jobs.ts';

/** Runs a job's work for each order. An order that fails does not block the others, and is retried. */
export async function eachOrder(
  log: Pick<FastifyBaseLogger, 'error'>,
  orderIds: readonly string[],
  work: (orderId: string) => Promise<WorkResult>,
): Promise<Map<string, WorkResult>> {
  const results = await Promise.all(
    orderIds.map(async (orderId): Promise<[string, WorkResult]> => {
      try {
        return [orderId, await work(orderId)];
      } catch (error) {
        log.error({ err: error, orderId }, 'an order could not be advanced and is retried');
        return [orderId, 'retry'];
      }
    }),
  );
  return new Map(results);
}
