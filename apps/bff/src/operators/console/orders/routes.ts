import type { Page } from '@meridian/contracts/console/lists';
import {
  type MoveChoices,
  moveChoices,
  type OrderPage,
  type OrderRow,
  orderPage,
  orderRow,
} from '@meridian/contracts/console/orders';
import { pageOfRows } from '@meridian/contracts/operators/lists';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { findOrder } from '../../../enrolment/orders/store/order-queries.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listFilter } from '../lists/list-filter.ts';
import { route } from '../server/route.ts';
import { orderList } from './order-lists.ts';
import { readOrderPage } from './order-page.ts';

const unknownOrder = () => new Refusal('not_found', 'order_unknown', 'There is no such order.');

export const orderRoutes = [
  route({
    method: 'GET',
    path: '/orders',
    access: 'viewer',
    query: z.object({
      ...listFilter,
      cases: z.literal('open').optional(),
      before: z.templateLiteral([z.string().regex(/^\d{1,20}$/), '_', uuid]).optional(),
    }),
    answer: pageOfRows(orderRow),
    handle: ({ deps, query: { before, cases, ...wanted } }): Promise<Page<OrderRow>> =>
      orderList(deps.database, { ...wanted, cases: cases !== undefined }, { before }),
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
        batches: batches.map(({ isSame, seatsLeft, day_type: _day, online_class_room: _room, ...batch }) => ({
          ...batch,
          is_same: isSame,
          seats_left: seatsLeft ?? null,
        })),
        upstream_told: bookingChanges.tellsUpstream,
      };
    },
  }),
];
