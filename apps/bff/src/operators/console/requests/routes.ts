/** Lists payers' open requests for changes, sorted by the first day of the booked batch. */
import {
  type ChangeRequestRow,
  changeRequestRow,
} from '@meridian/contracts/operators/console/change-requests';
import type { Kysely } from 'kysely';
import { listedBatch } from '../../../enrolment/orders/store/order-tables.ts';
import { describeRequest, openRequests } from '../../../enrolment/receipts/self-service/change-requests.ts';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../server/route.ts';

async function listRequests(database: Kysely<Database>): Promise<ChangeRequestRow[]> {
  const requests = await openRequests(database);
  if (requests.length === 0) return [];
  const ids = requests.map((request) => request.order_id);
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'first_name', 'last_name', 'batch'])
    .where('id', 'in', ids)
    .execute();
  const known = new Map(orders.map((order) => [order.id, order]));
  return requests
    .map(({ id, order_id, requested, created_at }) => {
      const order = known.get(order_id);
      const batch = order && listedBatch(order.batch);
      return {
        id,
        order_id,
        change: describeRequest(requested),
        asked_at: created_at.toISOString(),
        batch_id: requested?.change === 'move' ? requested.course_schedule_id : null,
        name: order ? `${order.first_name} ${order.last_name}`.trim() : '',
        course: batch?.course_name ?? '',
        start_date: batch?.start_date ?? '',
      };
    })
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date) || a.asked_at.localeCompare(b.asked_at));
}

export const requestRoutes = [
  route({
    method: 'GET',
    path: '/requests',
    access: 'viewer',
    answer: changeRequestRow.array(),
    handle: ({ deps }): Promise<ChangeRequestRow[]> => listRequests(deps.database),
  }),
];
