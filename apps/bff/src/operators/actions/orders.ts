import type { OrderPlan } from '@meridian/contracts/operators/actions/orders';
import type { Decisions } from '../../enrolment/decisions/decisions.ts';
import type { Decision, Plan } from '../../enrolment/decisions/plan.ts';
import type { Order } from '../../enrolment/orders/order.ts';
import type { Actions } from './action.ts';

type DecisionName = 'orders.book' | 'orders.cancel' | 'orders.refund' | 'orders.unbook';

export interface OrderActionServices {
  readonly decisions: Decisions;
}

const toOrder = ({ id, state, booking, cancelledSeats }: Order) => ({
  id,
  state,
  booking,
  cancelled_seats: cancelledSeats,
});

function toPlan(order: Order, plan: Plan, issuesDocuments: boolean, upstreamTold: boolean): OrderPlan {
  return {
    seats: plan.seats,
    seats_left: order.price.seats - order.cancelledSeats - plan.seats,
    value_paise: plan.valuePaise,
    policy_percent: plan.policyPercent,
    policy_refund_paise: plan.policyRefundPaise,
    refund_paise: plan.refundPaise,
    retained_paise: plan.retainedPaise,
    settled_paise: plan.settledPaise,
    requested_paise: plan.requestedPaise,
    transferred_paise: plan.transferredPaise,
    upstream_told: upstreamTold,
    issues_documents: issuesDocuments,
  };
}

export function createOrderActions(services: OrderActionServices): Pick<Actions, DecisionName> {
  type Transaction = Parameters<Decisions['commit']>[0];
  async function commit(
    transaction: Transaction,
    orderId: string,
    decision: Decision,
    { note, confirm }: { note: string; confirm?: string },
  ) {
    const { order, done } = await services.decisions.commit(transaction, {
      orderId,
      decision,
      note,
      expected: confirm,
    });
    return { done, order: toOrder(order) };
  }
  async function preview(id: string, decision: Decision) {
    const { order, plan, sentences } = await services.decisions.preview(id, decision);
    const { issuesDocuments, tellsUpstream } = services.decisions;
    return {
      done: sentences.join(' '),
      confirm: plan.digest,
      plan: toPlan(order, plan, issuesDocuments, tellsUpstream),
    };
  }
  const audit = ({ id, note, ...rest }: { id: string; note: string; confirm?: string }) => {
    const { confirm: _confirm, ...detail } = rest;
    return { subject: { kind: 'order' as const, id }, detail: { ...detail, note } };
  };
  const sendRefunds = ({ id }: { id: string }) => services.decisions.sendRefunds(id);
  const cancelOf = (input: {
    seats?: number | undefined;
    by_policy: boolean;
    transfer?: string | undefined;
  }) =>
    ({ kind: 'cancel', seats: input.seats, byPolicy: input.by_policy, transfer: input.transfer }) as const;
  return {
    'orders.book': {
      run: (transaction, input) => commit(transaction, input.id, { kind: 'book' }, input),
      audit,
    },
    'orders.unbook': {
      run: (transaction, input) => commit(transaction, input.id, { kind: 'unbook' }, input),
      audit,
    },
    'orders.cancel': {
      preview: (input) => preview(input.id, cancelOf(input)),
      run: (transaction, input) => commit(transaction, input.id, cancelOf(input), input),
      afterCommit: sendRefunds,
      audit,
    },
    'orders.refund': {
      preview: ({ id, transfer }) => preview(id, { kind: 'refund', transfer }),
      run: (transaction, input) =>
        commit(transaction, input.id, { kind: 'refund', transfer: input.transfer }, input),
      afterCommit: sendRefunds,
      audit,
    },
  };
}
