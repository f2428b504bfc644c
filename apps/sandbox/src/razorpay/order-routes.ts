import type { FastifyInstance } from 'fastify';
import { nowSeconds, randomBase62 } from '../identifiers.ts';
import type { Order } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { orderQuery, orderRequest } from './schemas.ts';
import { collection, type RazorpayStore } from './store.ts';

type WithId = { Params: { id: string } };

export function orderRoutes(scope: FastifyInstance, store: RazorpayStore): void {
  scope.post('/orders', async (request) => {
    const requested = orderRequest.parse(request.body ?? {});
    const earlier = [...store.orders.values()].find(({ order }) => order.receipt === requested.receipt);
    if (requested.receipt && earlier) {
      if (requested.unique_receipt) return earlier.order;
      throw new RazorpayError('Order receipt should be unique.', { field: 'receipt' });
    }
    const order: Order = {
      id: `order_${randomBase62(14)}`,
      entity: 'order',
      amount: requested.amount,
      amount_paid: 0,
      amount_due: requested.amount,
      currency: requested.currency,
      receipt: requested.receipt ?? null,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: Object.keys(requested.notes).length > 0 ? requested.notes : [],
      created_at: nowSeconds(),
    };
    const capturesAutomatically = requested.payment?.capture !== 'manual';
    store.orders.set(order.id, { order, capturesAutomatically });
    return order;
  });

  scope.get('/orders', async (request) => {
    const query = orderQuery.parse(request.query);
    const hasAuthorized = (orderId: string) =>
      store.paymentsOf(orderId).some(({ status }) => status === 'authorized');
    const orders = [...store.orders.values()]
      .map(({ order }) => order)
      .filter(({ receipt }) => query.receipt === undefined || receipt === query.receipt)
      .filter(({ id }) => query.authorized === undefined || hasAuthorized(id) === (query.authorized === '1'));
    return collection(orders, query);
  });

  scope.get<WithId>('/orders/:id', async ({ params }) => store.order(params.id).order);

  scope.get<WithId>('/orders/:id/payments', async ({ params }) => {
    const { order } = store.order(params.id);
    const payments = store.paymentsOf(order.id).toReversed();
    return { entity: 'collection', count: payments.length, items: payments };
  });
}
