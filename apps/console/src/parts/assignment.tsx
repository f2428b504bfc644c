/** The operator to whom a lead or an order is assigned, so that two operators do not do the same work. */
import type { AssignmentRow } from '@meridian/contracts/operators/actions/assignments';
import { api, followed } from '../api/api.ts';
import { useOperator } from '../session/session-context.ts';
import { ActionButton } from './act.tsx';
import { Timestamp } from './timestamp.tsx';

type Subject = Pick<AssignmentRow, 'kind' | 'id'>;

/**
 * @param among id of a lead or order, to read only its assignment; undefined to read the newest assignments
 *   of all, which all rows of a list share
 */
function useAssignment({ kind, id }: Subject, among: string | undefined) {
  const { data = [] } = api.useAssignmentsQuery(among, followed);
  const { email } = useOperator();
  const assignment = data.find((row) => row.kind === kind && row.id === id);
  const isOwn = assignment?.email === email;
  return { assignment, isOwn, name: isOwn ? 'you' : assignment?.name || assignment?.email };
}

/** The assignment, in a list. */
export function AssignmentNote({ kind, id }: Subject) {
  const { assignment, name } = useAssignment({ kind, id }, undefined);
  return assignment ? (
    <span className="text-xs font-semibold text-brand-strong">Assigned to {name}</span>
  ) : null;
}

/** The assignment, on the page of the lead or order, with a button to assign or unassign. */
export function AssignmentBar({ kind, id }: Subject) {
  const { assignment, isOwn, name } = useAssignment({ kind, id }, id);
  const { role, email } = useOperator();
  const mayPress = role !== 'viewer' && (assignment === undefined || isOwn || role === 'admin');
  return (
    <div role="status" className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
      {assignment ? (
        <strong className={isOwn ? 'text-brand-strong' : 'text-alert-strong'}>
          Assigned to {name}
          <span className="font-normal text-ink-soft">
            {' '}
            since <Timestamp iso={assignment.assigned_at} />
          </span>
        </strong>
      ) : null}
      {mayPress ? (
        <ActionButton
          action={kind === 'lead' ? 'leads.assign' : 'orders.assign'}
          input={{ id, operator: assignment ? 'nobody' : email }}
        >
          {assignment ? 'Unassign' : 'Assign to me'}
        </ActionButton>
      ) : null}
    </div>
  );
}
