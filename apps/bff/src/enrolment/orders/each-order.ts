import type { FastifyBaseLogger } from 'fastify';
import type { WorkResult } from '../../platform/jobs/jobs.ts';

/** Does the work of a job for each order. An order that fails blocks no other, and is tried again. */
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
        log.error({ err: error, orderId }, 'order could not be advanced');
        return [orderId, 'retry'];
      }
    }),
  );
  return new Map(results);
}
