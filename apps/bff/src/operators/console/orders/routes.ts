import type { Page } from '@meridian/contracts/console/lists';
import type { CancellationPreview, OrderPage, OrderRow } from '@meridian/contracts/console/orders';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import type { Decision } from '../../../enrolment/decisions/decision.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { recordAudit, recordRead } from '../../audit/audit-log.ts';
import { listFilter } from '../lists/list-filter.ts';
import { auditOf } from '../server/audit-of.ts';
import { type ConsoleCall, route } from '../server/route.ts';
import { uuidOf } from '../server/uuid-of.ts';
import { bookingRoutes } from './booking-routes.ts';
import { note, unknownOrder } from './order-call.ts';
import { orderList } from './order-lists.ts';
import { orderPage, previewSeats } from './order-page.ts';
import { paperRoutes } from './paper-routes.ts';

/** Reference (UTR) of a bank transfer by which the money goes back outside the provider. */
const transfer = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9/-]{6,40}$/, { error: 'The reference of the transfer (UTR)' })
  .optional();
const seats = z.coerce.number().int().min(1).max(1_000);

/** Decides about an order; decision and audit entry are one commit. */
async function decideAs(call: ConsoleCall, decision: Decision, why: string): Promise<{ done: string }> {
  const id = uuidOf(call);
  const { kind, ...means } = decision;
  try {
    const { done } = await call.deps.decisions.decide(id, decision, why, (transaction) =>
      recordAudit(
        transaction,
        auditOf(call, `order.${kind}`, { kind: 'order', id }, { ...means, note: why }),
      ),
    );
    return { done };
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    throw new HttpProblem(
      502,
      'The payment provider did not answer. Nothing is lost: the refund is asked for, and is sent again by itself ' +
        'under the same key.',
      { cause: error },
    );
  }
}

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
  route({
    method: 'GET',
    path: '/orders/:id/cancellation',
    access: 'finance',
    query: z.object({ seats: seats.optional() }),
    async handle(call): Promise<CancellationPreview> {
      const preview = await previewSeats(call.deps, uuidOf(call), call.query.seats);
      if (!preview)
        throw new HttpProblem(
          409,
          'So many seats are not booked: what was paid for no booking goes back whole.',
        );
      return preview;
    },
  }),
];

const decisionRoutes = [
  route({
    method: 'POST',
    path: '/orders/:id/cancel',
    access: 'finance',
    proof: true,
    body: z.object({
      seats: seats.optional(),
      by_policy: z.boolean().default(false),
      transfer,
      note,
    }),
    handle: (call) =>
      decideAs(
        call,
        {
          kind: 'cancel',
          ...(call.body.seats !== undefined && { seats: call.body.seats }),
          ...(call.body.transfer !== undefined && { transfer: call.body.transfer }),
          ...(call.body.by_policy && { byPolicy: true }),
        },
        call.body.note,
      ),
  }),
  route({
    method: 'POST',
    path: '/orders/:id/refund',
    access: 'finance',
    proof: true,
    body: z.object({ transfer, note }),
    handle: (call) =>
      decideAs(
        call,
        { kind: 'refund', ...(call.body.transfer !== undefined && { transfer: call.body.transfer }) },
        call.body.note,
      ),
  }),
  ...(['book', 'unbook', 'close'] as const).map((kind) =>
    route({
      method: 'POST',
      path: `/orders/:id/${kind}`,
      access: 'finance',
      body: z.object({ note }),
      handle: (call) => decideAs(call, { kind }, call.body.note),
    }),
  ),
];

export const orderRoutes = [...readRoutes, ...decisionRoutes, ...bookingRoutes, ...paperRoutes];
