import { type ImportRow, importKinds, importRow } from '@meridian/contracts/operators/console/desk';
import { sql } from 'kysely';
import { z } from 'zod';
import { route } from '../server/route.ts';

const maxShown = 100;

/** Lists imports that can be undone at least partly, newest first. */
export const importRoutes = [
  route({
    method: 'GET',
    path: '/imports',
    access: 'viewer',
    answer: importRow.array(),
    query: z.object({ kind: z.enum(importKinds) }),
    async handle({ deps, query: { kind } }): Promise<ImportRow[]> {
      const rows = await deps.database
        .selectFrom('import_rows')
        .select([
          'import_id',
          sql<number>`count(*)::integer`.as('rows'),
          sql<Date>`min(imported_at)`.as('at'),
        ])
        .where('kind', '=', kind)
        .groupBy('import_id')
        .orderBy('at', 'desc')
        .limit(maxShown)
        .execute();
      return rows.map(({ import_id: id, rows: count, at }) => ({
        id,
        rows: count,
        imported_at: at.toISOString(),
      }));
    },
  }),
];
