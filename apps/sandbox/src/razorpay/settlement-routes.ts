import type { FastifyInstance } from 'fastify';
import { reconQuery } from './schemas.ts';
import type { RazorpayStore } from './store.ts';

const indiaOffsetSeconds = 19_800;

/** Lists the entries that were settled on a day or in a month in India, in the order of settlement. */
export function settlementRoutes(scope: FastifyInstance, store: RazorpayStore): void {
  scope.get('/settlements/recon/combined', async (request) => {
    const { year, month, day, count, skip } = reconQuery.parse(request.query);
    const requested = [year, month, ...(day === undefined ? [] : [day])];
    const start = requested.map((part) => String(part).padStart(2, '0')).join('-');
    const items = store.settled
      .filter(({ settled_at }) =>
        new Date((settled_at + indiaOffsetSeconds) * 1_000).toISOString().startsWith(start),
      )
      .slice(skip, skip + count);
    return { entity: 'collection', count: items.length, items };
  });
}
