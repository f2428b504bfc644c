import type { AssignmentRow } from '@meridian/contracts/operators/actions/assignments';
import type { Transaction } from 'kysely';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { showLead } from '../../leads/ledger/lead-queries.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import type { Action, Actions, Actor } from './action.ts';

type Subject = Pick<AssignmentRow, 'kind' | 'id'>;

const columnsOf = ({ kind, id }: Subject) => ({ subject_kind: kind, subject_id: id });

async function findAssignee(transaction: Transaction<Database>, { kind, id }: Subject) {
  return transaction
    .selectFrom('assignments')
    .innerJoin('operators', 'operators.id', 'assignments.operator_id')
    .select(['operators.id', 'name', 'email', 'disabled_at', 'assigned_at'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .forUpdate('assignments')
    .executeTakeFirst();
}

async function findOperator(transaction: Transaction<Database>, email: string): Promise<string> {
  const operator = await transaction
    .selectFrom('operators')
    .select('id')
    .where('email', '=', email)
    .where('role', '<>', 'viewer')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!operator)
    throw invalidField(
      'operator_unknown',
      'operator',
      'No operator with this email address works on leads or orders',
    );
  return operator.id;
}

/**
 * Changes an assignment. While an enabled operator is assigned, only that operator or an admin may change it.
 * @throws Refusal
 */
async function assign(
  transaction: Transaction<Database>,
  subject: Subject,
  operator: string,
  actor: Actor,
): Promise<AssignmentRow[]> {
  const current = await findAssignee(transaction, subject);
  const taken = (name: string) =>
    new Refusal('conflict', 'assigned_already', `The ${subject.kind} is assigned to ${name}.`);
  if (current && !current.disabled_at && current.id !== actor.id && actor.role !== 'admin')
    throw taken(current.name || current.email);
  if (current)
    await transaction
      .deleteFrom('assignments')
      .where('subject_kind', '=', subject.kind)
      .where('subject_id', '=', subject.id)
      .execute();
  if (operator === 'nobody') {
    if (!current) throw new Refusal('conflict', 'not_assigned', `The ${subject.kind} is not assigned.`);
    return [];
  }
  const inserted = await transaction
    .insertInto('assignments')
    .values({
      ...columnsOf(subject),
      operator_id: await findOperator(transaction, operator),
      assigned_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const now = await findAssignee(transaction, subject);
  // A concurrent request has assigned the lead or order first.
  if (!now || inserted.numInsertedOrUpdatedRows === 0n) throw taken(now?.name || 'another operator');
  const { email, name, assigned_at: at } = now;
  return [{ ...subject, email, name, assigned_at: at.toISOString() }];
}

function assigning(
  kind: Subject['kind'],
  exists: (transaction: Transaction<Database>, id: string) => Promise<unknown>,
): Action<'leads.assign'> & Action<'orders.assign'> {
  return {
    async run(transaction, { id, operator }, actor) {
      if (!(await exists(transaction, id)))
        throw new Refusal('not_found', `${kind}_unknown`, `${kind === 'lead' ? 'Lead' : 'Order'} not found.`);
      const assignments = await assign(transaction, { kind, id }, operator, actor);
      const [assignment] = assignments;
      return {
        done: `The ${kind} is assigned to ${assignment ? assignment.name || assignment.email : 'nobody'}.`,
        assignments,
      };
    },
    audit: ({ id, operator }) => ({ subject: { kind, id }, detail: { operator } }),
  };
}

export const assignmentActions: Pick<Actions, 'leads.assign' | 'orders.assign'> = {
  'leads.assign': assigning('lead', showLead),
  'orders.assign': assigning('order', (transaction, id) => findOrder(transaction, 'id', id)),
};
