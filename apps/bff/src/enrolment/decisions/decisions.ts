/** Decisions about paid orders, made by operators and payers. */
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Order } from '../orders/order.ts';
import {
  type Committed,
  commitDecision,
  type Decided,
  type DecisionServices,
  decide,
  followUp,
  planNow,
  previewDecision,
  sendRefundsOf,
} from './decide.ts';
import type { Decision } from './follow-decision.ts';
import type { Plan } from './plan.ts';

export interface NewDecision {
  orderId: string;
  decision: Decision;
  note: string;
  /** Digest of the plan that was shown. */
  expected?: string | undefined;
}

export interface Decisions {
  /** @returns the plan of a decision now @throws Refusal */
  preview(orderId: string, decision: Decision): ReturnType<typeof previewDecision>;
  /** @returns the plan of a decision for a given order @throws Refusal */
  plan(order: Order, decision: Decision): Plan;
  /** Stores a decision in the caller's transaction. @throws Refusal */
  commit(transaction: Transaction<Database>, decision: NewDecision): Promise<Committed>;
  /** Sends the refunds of a committed decision. Never rejects. */
  followUp(order: Order): ReturnType<typeof followUp>;
  /** Sends the refund requests of an order. Rejects only if the order cannot be read. */
  sendRefunds(orderId: string): Promise<void>;
  /**
   * True if the upstream supports changes of bookings; false if an operator has to make the changes there.
   */
  readonly reportsToUpstream: boolean;
  readonly issuesDocuments: boolean;
  /** Commits a decision in a separate transaction, and sends its refunds. @throws Refusal */
  decide(orderId: string, decision: Decision, note: string, expected?: string): Promise<Decided>;
}

export function createDecisions(services: DecisionServices): Decisions {
  return {
    preview: (orderId, decision) => previewDecision(services, orderId, decision),
    plan: (order, decision) => planNow(services, order, decision),
    sendRefunds: (orderId) => sendRefundsOf(services, orderId),
    get reportsToUpstream() {
      return services.settings.upstreamBookingChanges;
    },
    issuesDocuments: services.settings.issuesInvoices,
    commit: (transaction, decision) => commitDecision(transaction, services, decision),
    followUp: (order) => followUp(services, order),
    decide: (orderId, decision, note, expected) => decide(services, orderId, decision, note, expected),
  };
}
