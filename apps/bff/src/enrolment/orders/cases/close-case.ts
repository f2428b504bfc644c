/** Closes one case with an operator's statement. Other cases of its order stay open. */
import type { CaseStatement } from '@meridian/contracts/operators/actions/cases';
import type { Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invalidField, Refusal } from '../../../platform/refusal.ts';
import { type AnswerServices, resolveChange } from '../changes/answer-change.ts';
import { confirmErased } from '../erasure/erasure-copies.ts';
import type { Order } from '../order.ts';
import type { CaseClosed } from '../state/order-events.ts';
import { lockOrder } from '../store/order-queries.ts';
import { applyEvent } from '../store/order-store.ts';
import type { CaseKind } from './case-kinds.ts';

type Statements = readonly { name: CaseStatement; label: string }[];

const resolved: Statements = [{ name: 'resolved', label: 'The case is resolved' }];
/** No statement: the case closes with the refund, booking, batch or document that it is about. */
const endsItself: Statements = [];

/** The statements that can close a case, in the order in which they are offered. */
export const caseStatements: Readonly<Record<CaseKind, Statements>> = {
  booking_review: [
    { name: 'booked', label: 'The booking is made at the upstream' },
    { name: 'not_booked', label: 'There is no booking at the upstream, and the money is refunded' },
  ],
  booking_overdue: endsItself,
  late_payment: endsItself,
  second_payment: endsItself,
  unfit_payment: endsItself,
  refund_unsent: endsItself,
  refund_failed: endsItself,
  refund_overdue: endsItself,
  return_undecided: [
    { name: 'price_reduction', label: 'The seats are kept at a lower price: a credit note is issued' },
    { name: 'goodwill', label: 'Goodwill: seats and price do not change, and no credit note is issued' },
    {
      name: 'service_supplied',
      label: 'Lost to the bank for a supplied service: a bad debt, and no credit note is issued',
    },
  ],
  dispute: [{ name: 'answered', label: "The dispute is answered in the payment provider's dashboard" }],
  cancellation_refused: [{ name: 'reported', label: 'The seats are cancelled at the upstream' }],
  attendees_refused: [{ name: 'reported', label: 'The attendees are named at the upstream' }],
  move_refused: [
    {
      name: 'moved',
      label: 'The booking is moved at the upstream: all attendees get an email with the new dates',
    },
    { name: 'not_moved', label: 'The booking remains in its batch, and the payer was informed' },
  ],
  unreadable_payment: resolved,
  order_missing: resolved,
  payment_of_another_order: resolved,
  invoice_correction: resolved,
  change_requested: resolved,
  batch_changed: endsItself,
  batch_vanished: endsItself,
  ledger_differs: resolved,
  dashboard_refund_failed: resolved,
  returned_too_much: resolved,
  glyph_missing: endsItself,
  copies_left: [{ name: 'deleted', label: 'The copies are deleted' }],
};

async function applyStatement(
  transaction: Transaction<Database>,
  { jobs }: AnswerServices,
  order: Order,
  event: CaseClosed,
  note: string,
): Promise<void> {
  const after = await applyEvent(transaction, jobs, order, { event, source: 'operator', note });
  if (after.version !== order.version) return;
  throw new Refusal(
    'conflict',
    'statement_contradicts',
    event.statement === 'booked'
      ? 'The money of this booking is being refunded: cancel it at the upstream, then close the case as not booked.'
      : 'The money of this order is not refunded: refund it, or send the booking again.',
  );
}

/**
 * @throws Refusal `not_found` if no open case has this id, `invalid` if the statement is for another kind,
 * `conflict` if the case closes automatically, or the statement contradicts the order
 */
export async function closeCase(
  transaction: Transaction<Database>,
  services: AnswerServices,
  { id, statement, note }: { id: string; statement: CaseStatement; note: string },
): Promise<{ kind: CaseKind; orderId: string | null }> {
  const open = transaction
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .where('closed_at', 'is', null);
  const found = await open.executeTakeFirst();
  const order = found?.order_id ? await lockOrder(transaction, 'id', found.order_id) : undefined;
  const row = await open.forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found', 'case_unknown', 'Open case not found.');
  const { kind, subject } = row;
  const possible = caseStatements[kind].map(({ name }) => name);
  if (possible.length === 0)
    throw new Refusal(
      'conflict',
      'case_ends_itself',
      'This case closes automatically when its reason is gone.',
    );
  if (!possible.includes(statement))
    throw invalidField('statement_unfit', 'statement', `Possible statements: ${possible.join(', ')}`);
  if (statement === 'deleted') await confirmErased(transaction, id);
  if (statement === 'resolved' || statement === 'deleted')
    await transaction
      .updateTable('cases')
      .set({ closed_at: databaseNow, note })
      .where('id', '=', id)
      .execute();
  else if (!order) throw new Error(`case ${id} of kind ${kind} has no order`);
  else if (statement === 'answered')
    await applyStatement(
      transaction,
      services,
      order,
      { kind: 'case_settled', statement, disputeId: subject },
      note,
    );
  else if (statement === 'reported' || statement === 'moved' || statement === 'not_moved')
    await resolveChange(transaction, services, order, {
      caseId: id,
      isMade: statement !== 'not_moved',
      note,
    });
  else await applyStatement(transaction, services, order, { kind: 'case_settled', statement }, note);
  return { kind, orderId: row.order_id };
}
