/** Changes of a booking besides its money: attendees, batch, comparison with the provider, erasure. */

import { attendeeList } from '@meridian/contracts/checkout/attendees';
import type { MoveChoices } from '@meridian/contracts/console/orders';
import { z } from 'zod';
import { erasePayer } from '../../../enrolment/orders/erasure/erasure.ts';
import { findOrder } from '../../../enrolment/orders/store/order-queries.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { note, unknownOrder } from './order-call.ts';

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const bookingRoutes = [
  route({
    method: 'POST',
    path: '/orders/:id/attendees',
    access: 'desk',
    body: z.object({ attendees: attendeeList, note }),
    async handle(call) {
      const id = uuidOf(call);
      const { attendees: people, note: why } = call.body;
      // Names and addresses stay out of the log: it cannot be erased.
      const entry = auditOf(
        call,
        'order.attendees',
        { kind: 'order', id },
        { people: people.length, note: why },
      );
      const alongside = (transaction: Parameters<typeof recordAudit>[0]) => recordAudit(transaction, entry);
      return {
        done: await call.deps.bookingChanges.replaceAttendees(people, { orderId: id, note: why, alongside }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:id/batches',
    access: 'desk',
    async handle(call): Promise<MoveChoices> {
      const { database, bookingChanges, decisions } = call.deps;
      const order = await findOrder(database, 'id', uuidOf(call));
      if (!order) throw unknownOrder();
      const batches = await bookingChanges.batchesToMoveTo(order);
      return {
        batches: batches.map(({ isSame, seatsLeft, day_type: _day, online_class_room: _room, ...batch }) => ({
          ...batch,
          is_same: isSame,
          seats_left: seatsLeft ?? null,
        })),
        upstream_told: decisions.tellsUpstream,
      };
    },
  }),
  route({
    method: 'POST',
    path: '/orders/:id/move',
    access: 'desk',
    body: z.object({ course_schedule_id: z.int().positive(), note }),
    async handle(call) {
      const id = uuidOf(call);
      const { course_schedule_id: batch, note: why } = call.body;
      const entry = auditOf(call, 'order.move', { kind: 'order', id }, { batch, note: why });
      const alongside = (transaction: Parameters<typeof recordAudit>[0]) => recordAudit(transaction, entry);
      return {
        done: await call.deps.bookingChanges.move(batch, { orderId: id, note: why, alongside }),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/orders/:id/erase',
    access: 'admin',
    proof: true,
    async handle(call) {
      const id = uuidOf(call);
      const { database } = call.deps;
      const order = await findOrder(database, 'id', id);
      if (!order || order.contact.email === '') throw unknownOrder();
      const { erased, kept, documents } = await transact(database, async (transaction) => {
        const erasure = await erasePayer(transaction, order.contact.email);
        await recordAudit(transaction, auditOf(call, 'order.erase', { kind: 'order', id }));
        return erasure;
      });
      const waiting =
        kept.length === 0
          ? ''
          : ` ${countOf(kept.length, 'order')} not settled yet: erase again once they are.`;
      const papers = documents === 0 ? '' : ` ${countOf(documents, 'document')} of tax law stay.`;
      return { done: `${countOf(erased.length, 'order')} erased.${papers}${waiting}` };
    },
  }),
];
