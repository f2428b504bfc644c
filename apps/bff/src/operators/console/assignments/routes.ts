import type { AssignmentRow } from '@meridian/contracts/operators/actions/assignments';
import { route } from '../server/route.ts';

const maxListed = 500;

export const assignmentRoutes = [
  route({
    method: 'GET',
    path: '/assignments',
    access: 'viewer',
    async handle({ deps }): Promise<AssignmentRow[]> {
      const rows = await deps.database
        .selectFrom('assignments')
        .innerJoin('operators', 'operators.id', 'assignments.operator_id')
        .select(['subject_kind as kind', 'subject_id as id', 'name', 'email', 'assigned_at'])
        .where('disabled_at', 'is', null)
        .orderBy('assigned_at', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map(({ assigned_at: at, ...row }) => ({ ...row, assigned_at: at.toISOString() }));
    },
  }),
];
