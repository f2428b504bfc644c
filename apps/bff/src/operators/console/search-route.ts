/** Searches leads and orders, for the search field on every screen. */
import { foundCountedTo } from '@meridian/contracts/operators/console/lists';
import { type Found, found } from '@meridian/contracts/operators/console/search';
import { z } from 'zod';
import { leadList } from './leads/lead-lists.ts';
import { listFilter } from './lists/list-filter.ts';
import { orderList } from './orders/order-lists.ts';
import { route } from './server/route.ts';

const few = { extent: { size: 6, countTo: foundCountedTo } };

export const searchRoute = route({
  method: 'GET',
  path: '/search',
  access: 'viewer',
  query: z.object({ search: listFilter.search.unwrap() }),
  answer: found,
  async handle({ deps: { database }, query }): Promise<Found> {
    const [leads, orders] = await Promise.all([
      leadList(database, query, few),
      orderList(database, query, few),
    ]);
    return {
      leads: leads.rows,
      lead_count: leads.count ?? 0,
      orders: orders.rows,
      order_count: orders.count ?? 0,
    };
  },
});
