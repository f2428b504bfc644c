import type { Page } from '@meridian/contracts/console/lists';
import type { OrderPage, OrderRow } from '@meridian/contracts/console/orders';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { recordRead } from '../../audit/audit-log.ts';
import { listFilter } from '../lists/list-filter.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { bookingRoutes } from './booking-routes.ts';
import { unknownOrder } from './order-call.ts';
import { orderList } from './order-lists.ts';
import { orderPage } from './order-page.ts';

const readRoutes = [
  route({
    method: 'GET',
    path: '/orders',
    access: 'viewer',
    query: z.object({
      ...listFilter,
      cases: z.literal('open').optional(),
      before: z.templateLiteral([z.string().regex(/^\d{1,20}$/), '_', uuid]).optional(),
    }),
    handle: ({ deps, query: { before, cases, ...wanted } }): Promise<Page<OrderRow>> =>
      orderList(deps.database, { ...wanted, cases: cases !== undefined }, { before }),
  }),
  route({
    method: 'GET',
    path: '/orders/:id',
    access: 'viewer',
    async handle(call): Promise<OrderPage> {
      const id = uuidOf(call);
      const order = await orderPage(call.deps, id);
      if (!order) throw unknownOrder();
      await recordRead(call.deps.database, auditOf(call, 'order.read', { kind: 'order', id }));
      return order;
    },
  }),
];

export const orderRoutes = [...readRoutes, ...bookingRoutes];
