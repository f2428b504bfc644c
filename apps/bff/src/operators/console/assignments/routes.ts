import { type AssignmentRow, assignmentRow } from '@meridian/contracts/operators/actions/assignments';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { route } from '../server/route.ts';

const maxListed = 500;

export const assignmentRoutes = [
  route({
    method: 'GET',
    path: '/assignments',
    access: 'viewer',
    answer: assignmentRow.array(),
    // Id of a lead or order. Without an id, the newest assignments are listed.
    query: z.object({ id: uuid.optional() }),
    async handle({ deps, query: { id } }): Promise<AssignmentRow[]> {
      const rows = await deps.database
        .selectFrom('assignments')
        .innerJoin('operators', 'operators.id', 'assignments.operator_id')
        .select(['subject_kind as kind', 'subject_id as id', 'name', 'email', 'assigned_at'])
        .where('disabled_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('subject_id', '=', id ?? ''))
        .orderBy('assigned_at', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map(({ assigned_at: at, ...row }) => ({ ...row, assigned_at: at.toISOString() }));
    },
  }),
];
