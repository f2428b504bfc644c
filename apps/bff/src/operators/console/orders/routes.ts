import type { Page } from '@meridian/contracts/operators/console/lists';
import {
  type MoveChoices,
  moveChoices,
  type OrderPage,
  type OrderReceipt,
  type OrderRow,
  orderPage,
  orderReceipt,
  orderRow,
} from '@meridian/contracts/operators/console/orders';
import { pageOfRows } from '@meridian/contracts/operators/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { isErased } from '../../../enrolment/orders/order.ts';
import { receiptPath } from '../../../enrolment/orders/receipt-path.ts';
import { findOrder } from '../../../enrolment/orders/store/order-queries.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listFilter } from '../lists/list-filter.ts';
import { exportRoute } from '../server/export-route.ts';
import { route } from '../server/route.ts';
import { orderCsv, orderList } from './order-lists.ts';
import { readOrderPage } from './order-page.ts';

const unknownOrder = () => new Refusal('not_found', 'order_unknown', 'Order not found.');

const filter = z.object({ ...listFilter, cases: z.literal('open').optional() });

export const orderRoutes = [
  route({
    method: 'GET',
    path: '/orders',
    access: 'viewer',
    query: filter.extend({
      before: z.templateLiteral([z.string().regex(/^\d{1,20}$/), '_', uuid]).optional(),
    }),
    answer: pageOfRows(orderRow),
    handle: ({ deps, query: { before, cases, ...requested } }): Promise<Page<OrderRow>> =>
      orderList(deps.database, { ...requested, cases: cases !== undefined }, { before }),
  }),
  exportRoute({
    path: '/orders/export',
    access: 'finance',
    body: filter,
    action: 'order.export',
    async read({ deps, body: { cases, ...requested } }) {
      const { state = '', from = '', to = '', search } = requested;
      const answer = await orderCsv(deps.database, { ...requested, cases: cases !== undefined });
      // The search text is not logged, because it may be a person's name.
      const detail = { orders: answer.orders, state, from, to, searched: search !== undefined };
      return { answer, subject: { kind: 'list', id: 'orders' }, detail };
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:id',
    id: uuid,
    access: 'viewer',
    answer: orderPage,
    async handle(call): Promise<OrderPage> {
      const { id } = call;
      const order = await readOrderPage(call.deps, id);
      if (!order) throw unknownOrder();
      await call.recordRead('order.read', { kind: 'order', id });
      return order;
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:id/receipt',
    id: uuid,
    access: 'desk',
    answer: orderReceipt,
    async handle(call): Promise<OrderReceipt> {
      const { id, deps } = call;
      const order = await findOrder(deps.database, 'id', id);
      if (!order) throw unknownOrder();
      if (isErased(order)) throw new Refusal('conflict', 'order_erased', "The payer's details were erased.");
      await call.recordRead('order.receipt', { kind: 'order', id });
      return { url: new URL(receiptPath(order.receiptToken), deps.publicUrl).href };
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:id/batches',
    id: uuid,
    access: 'desk',
    answer: moveChoices,
    async handle(call): Promise<MoveChoices> {
      const { database, bookingChanges } = call.deps;
      const order = await findOrder(database, 'id', call.id);
      if (!order) throw unknownOrder();
      const batches = await bookingChanges.batchesToMoveTo(order);
      return {
        batches: batches.map(
          ({ isFree, isDearer: _dearer, seatsLeft, day_type: _day, online_class_room: _room, ...batch }) => ({
            ...batch,
            can_move: isFree,
            seats_left: seatsLeft ?? null,
          }),
        ),
        upstream_notified: bookingChanges.reportsToUpstream,
      };
    },
  }),
];
