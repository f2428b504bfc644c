import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { OrderPlan } from '@meridian/contracts/operators/actions/orders';
import type { Decisions } from '../../enrolment/decisions/decisions.ts';
import type { Decision } from '../../enrolment/decisions/follow-decision.ts';
import type { Plan } from '../../enrolment/decisions/plan.ts';
import { erasePayer } from '../../enrolment/orders/erasure/erasure.ts';
import { requestErasure } from '../../enrolment/orders/erasure/erasure-copies.ts';
import type { Order } from '../../enrolment/orders/order.ts';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import type { ReadTarget } from '../../enrolment/receipts/self-service/move-booking.ts';
import type { OperatorChanges } from '../../enrolment/receipts/self-service/operator-changes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { eraseTraining } from '../../training/erasure/erase-training.ts';
import type { Actions } from './action.ts';

type DecisionName = 'orders.book' | 'orders.cancel' | 'orders.goodwill' | 'orders.refund' | 'orders.withhold';
type BookingChange =
  | 'orders.correct-contact'
  | 'orders.erase'
  | 'orders.move'
  | 'orders.renew-receipt'
  | 'orders.set-attendees';

export interface OrderActionServices {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly decisions: Decisions;
  readonly bookingChanges: OperatorChanges;
}

const subjectOf = (id: string) => ({ kind: 'order', id }) as const;

const toOrder = ({ id, state, booking, cancelledSeats }: Order) => ({
  id,
  state,
  booking,
  cancelled_seats: cancelledSeats,
});

function toPlan(order: Order, plan: Plan, issuesDocuments: boolean, upstreamNotified: boolean): OrderPlan {
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
    credit_is_late: plan.isCreditLate,
    upstream_notified: upstreamNotified,
    issues_documents: issuesDocuments && plan.isCredited,
  };
}

interface DecisionInput {
  id: string;
  note: string;
  confirm?: string;
  seats?: number | undefined;
  by_policy?: boolean;
  transfer?: string | undefined;
  people?: number;
}

function createDecisionActions(services: OrderActionServices): Pick<Actions, DecisionName> {
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
    const { issuesDocuments, reportsToUpstream } = services.decisions;
    return {
      done: sentences.join(' '),
      confirm: plan.digest,
      plan: toPlan(order, plan, issuesDocuments, reportsToUpstream),
    };
  }
  const audit = ({ id, note: _note, confirm: _confirm, ...detail }: DecisionInput) => ({
    subject: subjectOf(id),
    detail,
  });
  const sendRefunds = ({ id }: { id: string }) => services.decisions.sendRefunds(id);
  const cancelOf = (input: {
    seats?: number | undefined;
    by_policy: boolean;
    transfer?: string | undefined;
    attendees: readonly string[];
  }) => {
    const { seats, transfer, by_policy: byPolicy, attendees: leaving } = input;
    return { kind: 'cancel', seats, byPolicy, transfer, leaving } as const;
  };
  const goodwillOf = (input: { rupees: number; with_note: boolean; transfer?: string | undefined }) => {
    const { rupees, with_note: withNote, transfer } = input;
    return { kind: 'goodwill', paise: paiseOf(rupees), withNote, transfer } as const;
  };
  return {
    'orders.book': {
      run: (transaction, input) => commit(transaction, input.id, { kind: 'book' }, input),
      audit,
    },
    'orders.withhold': {
      run: (transaction, input) => commit(transaction, input.id, { kind: 'withhold' }, input),
      audit,
    },
    'orders.cancel': {
      preview: (input) => preview(input.id, cancelOf(input)),
      run: (transaction, input) => commit(transaction, input.id, cancelOf(input), input),
      afterCommit: sendRefunds,
      // Addresses are not logged, because audit entries cannot be erased.
      audit: ({ attendees, ...input }) => audit({ ...input, people: attendees.length }),
    },
    'orders.goodwill': {
      preview: (input) => preview(input.id, goodwillOf(input)),
      run: (transaction, input) => commit(transaction, input.id, goodwillOf(input), input),
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

const countOf = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

const createBookingChanges = (services: OrderActionServices): Pick<Actions, BookingChange> => ({
  'orders.move': {
    async preview({ id, batch }) {
      const { bookingChanges } = services;
      const plan = await bookingChanges.previewMove(id, batch);
      const { seats, from, to, refundPaise, seatsFree = null } = plan;
      return {
        done: plan.done,
        confirm: plan.digest,
        plan: {
          seats,
          from,
          to,
          seats_free: seatsFree,
          refund_paise: refundPaise,
          upstream_notified: bookingChanges.reportsToUpstream,
        },
      };
    },
    prepare: ({ id, batch }) => services.bookingChanges.readTarget(id, batch),
    async run(transaction, { id, note, confirm }, _actor, target: ReadTarget) {
      const change = { orderId: id, note, expected: confirm };
      return { done: await services.bookingChanges.move(transaction, target, change), order: { id } };
    },
    audit: ({ id, batch }) => ({ subject: subjectOf(id), detail: { batch } }),
  },
  'orders.set-attendees': {
    async run(transaction, { id, attendees, note }) {
      const done = await services.bookingChanges.replaceAttendees(transaction, attendees, {
        orderId: id,
        note,
      });
      return { done, order: { id, attendees: attendees.length } };
    },
    // Names and addresses are not logged, because audit entries cannot be erased.
    audit: ({ id, attendees }) => ({ subject: subjectOf(id), detail: { people: attendees.length } }),
  },
  'orders.correct-contact': {
    async run(transaction, input) {
      const {
        id,
        first_name: firstName,
        last_name: lastName,
        email,
        phone_number: phoneNumber,
        note,
      } = input;
      const patch = { firstName, lastName, email, phoneNumber };
      const change = { orderId: id, note };
      const { changed, done } = await services.bookingChanges.correctContact(transaction, patch, change);
      return { done, order: { id, changed } };
    },
    audit: ({ id }, { order }) => ({ subject: subjectOf(id), detail: { fields: order.changed.join(', ') } }),
  },
  'orders.renew-receipt': {
    run: async (transaction, { id, note }) => ({
      done: await services.bookingChanges.renewReceipt(transaction, { orderId: id, note }),
      order: { id },
    }),
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
  'orders.erase': {
    async run(transaction, { id }) {
      const order = await findOrder(transaction, 'id', id);
      if (!order || order.contact.email === '')
        throw new Refusal('not_found', 'order_unknown', 'Order not found, or already erased.');
      const { upstream, ...orders } = await erasePayer(transaction, order.contact.email);
      await eraseTraining(transaction, order.contact.email.toLowerCase());
      await requestErasure(transaction, services.jobs, { upstream });
      const { erased, kept, documents } = orders;
      const done = [
        `${countOf(erased.length, 'order')} erased.`,
        documents > 0 && `${documents} tax ${documents === 1 ? 'document is' : 'documents are'} kept.`,
        upstream.length > 0 && 'A case lists the data to delete in the upstream.',
        kept.length > 0 && `${countOf(kept.length, 'order')} not settled yet: erase again after settlement.`,
      ];
      return { done: done.filter(Boolean).join(' '), orders };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
});

export const createOrderActions = (
  services: OrderActionServices,
): Pick<Actions, DecisionName | BookingChange> => ({
  ...createDecisionActions(services),
  ...createBookingChanges(services),
});
