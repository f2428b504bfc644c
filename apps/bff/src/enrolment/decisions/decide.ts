/** Decisions about paid orders. They are previewed on a snapshot, and committed under the order's lock. */

import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ChangeSettings } from '../bookings/booking-services.ts';
import type { Order } from '../orders/order.ts';
import { findOrder, lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent } from '../orders/store/order-store.ts';
import { percentOf } from '../orders/terms.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { sendRefunds, unansweredRefunds } from '../payments/refunds.ts';
import type { Decision, PlanContext } from './follow-decision.ts';
import { leavingOf, removeLeaving } from './leaving-attendees.ts';
import { type Plan, planOf, sentencesOf } from './plan.ts';

export interface DecisionSettings extends ChangeSettings {
  issuesInvoices: boolean;
}

/** The services that decisions need. */
export interface DecisionServices extends PaymentServices {
  settings: DecisionSettings;
  now: () => Date;
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined;
}

/** A decision that is stored in the caller's transaction. */
export interface Committed {
  order: Order;
  plan: Plan;
  /** A sentence for the operator that says what was committed. */
  done: string;
}

/**
 * Result of the refunds right after the commit. `none`: there are no refunds to make; `sent`: the payment
 * provider accepted them; `pending`: it has not answered, and a job resends them; `failed`: it refused a
 * refund, and a case is open.
 */
export type FollowUp = 'none' | 'sent' | 'pending' | 'failed';

/**
 * Delay of the job that sends the refunds that `followUp` did not send. Longer than one call to the payment
 * provider.
 */
const followUpSeconds = 15;

const contextOf = ({ now }: Pick<DecisionServices, 'now'>): PlanContext => ({ now: now(), percentOf });

const unknown = () => new Refusal('not_found', 'order_unknown', 'Order not found.');

const differs = () =>
  new Refusal(
    'conflict',
    'preview_differs',
    'The order has changed since this was shown. Nothing was done. Please check it again.',
  );

/** @returns the plan of the decision for the order as it is now @throws Refusal `not_found`, `conflict` */
export async function previewDecision(
  deps: DecisionServices,
  orderId: string,
  decision: Decision,
): Promise<{ order: Order; plan: Plan; sentences: string[] }> {
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) throw unknown();
  const plan = planOf(order, decision, contextOf(deps));
  if (decision.kind === 'cancel') leavingOf(order, { ...decision, seats: plan.seats });
  return { order, plan, sentences: sentencesOf(plan, deps.provider.title) };
}

/** @returns the plan of the decision for a given order @throws Refusal `conflict` */
export const planNow = (deps: DecisionServices, order: Order, decision: Decision): Plan =>
  planOf(order, decision, contextOf(deps));

const doneSentences: Record<'book' | 'withhold', string> = {
  book: 'The booking is being sent to the upstream.',
  withhold: 'The booking is withheld until a decision.',
};

function doneOf(deps: DecisionServices, decision: Decision, plan: Plan): string {
  if (decision.kind === 'book' || decision.kind === 'withhold') return doneSentences[decision.kind];
  const told = deps.settings.upstreamBookingChanges
    ? 'The upstream is being updated.'
    : 'Update the upstream yourself: it does not support changes.';
  return [
    ...sentencesOf(plan, deps.provider.title),
    ...(plan.seats > 0 ? [told] : []),
    ...(plan.events.length === 0 ? [`The refund is requested from ${deps.provider.title} again.`] : []),
  ].join(' ');
}

/**
 * Stores a decision in the caller's transaction: its ledger entries, its refund requests and its other
 * effects. The payment provider is called after the commit, with the refund's id as the idempotency key,
 * until it answers.
 *
 * @param note the reason, without personal data, because it is stored in the order's history
 * @param expected digest of the plan that was shown; a different plan is refused
 * @throws Refusal `not_found`, `conflict`: nothing was decided
 */
export async function commitDecision(
  transaction: Transaction<Database>,
  deps: DecisionServices,
  {
    orderId,
    decision,
    note,
    expected,
  }: {
    orderId: string;
    decision: Decision;
    note: string;
    expected?: string | undefined;
  },
): Promise<Committed> {
  const locked = await lockOrder(transaction, 'id', orderId);
  if (!locked) throw unknown();
  const plan = planOf(locked, decision, contextOf(deps));
  if (expected !== undefined && expected !== plan.digest) throw differs();
  let order = locked;
  if (decision.kind === 'cancel')
    order = await removeLeaving(transaction, deps, order, { ...decision, seats: plan.seats, note });
  const transfer = 'transfer' in decision ? decision.transfer : undefined;
  for (const { event, seats } of plan.events)
    order = await applyEvent(transaction, deps.jobs, order, {
      event,
      source: 'operator',
      note: event.kind === 'operator_transfer' ? `${note} (refunded by bank transfer ${transfer})` : note,
      ...(event.kind === 'refund_requested' && {
        refund: { id: event.refundId, source: 'operator', note, ...(seats !== undefined && { seats }) },
        startAfterSeconds: followUpSeconds,
      }),
    });
  return { order, plan, done: doneOf(deps, decision, plan) };
}

const statesOf = (order: Order, ids: ReadonlySet<string>) =>
  order.payments.flatMap(({ refunds }) => refunds.filter(({ id }) => ids.has(id)));

/**
 * Sends the refund requests of a committed decision immediately. A job resends the requests that the payment
 * provider does not answer.
 *
 * @returns the order after the change, and the result of the requests
 */
export async function followUp(
  deps: DecisionServices,
  order: Order,
): Promise<{ order: Order; followUp: FollowUp; reason: string | null }> {
  const ids = new Set(unansweredRefunds(order).map(({ refundId }) => refundId));
  if (ids.size === 0) return { order, followUp: 'none', reason: null };
  try {
    const after = await sendRefunds(deps, order, 'operator');
    const refunds = statesOf(after, ids);
    const failed = refunds.find(({ state }) => state === 'failed');
    if (failed) return { order: after, followUp: 'failed', reason: failed.reason };
    return { order: after, followUp: 'sent', reason: null };
  } catch (error) {
    deps.log?.warn({ err: error, orderId: order.id }, 'a refund was requested and is not answered yet');
    return { order, followUp: 'pending', reason: null };
  }
}

/** Sends an order's refund requests that the payment provider has not answered. */
export async function sendRefundsOf(deps: DecisionServices, orderId: string): Promise<void> {
  const order = await findOrder(deps.database, 'id', orderId);
  if (order) await followUp(deps, order);
}

export interface Decided extends Committed {
  followUp: FollowUp;
}

/**
 * Commits a decision in a separate transaction, and sends its refunds.
 *
 * @throws Refusal `not_found`, `conflict`: nothing was decided
 */
export async function decide(
  deps: DecisionServices,
  orderId: string,
  decision: Decision,
  note: string,
  expected?: string,
): Promise<Decided> {
  const committed = await transact(deps.database, (transaction) =>
    commitDecision(transaction, deps, { orderId, decision, note, expected }),
  );
  const after = await followUp(deps, committed.order);
  return {
    ...committed,
    order: after.order,
    followUp: after.followUp,
    done:
      after.followUp === 'failed'
        ? `${committed.done} ${deps.provider.title} made no refund: ${(after.reason ?? 'no reason given').replace(/\.$/, '')}. A case is open.`
        : committed.done,
  };
}
