import { type TakenRow, takenKinds } from '@meridian/contracts/console/taken';
import { uuid } from '@meridian/contracts/uuid';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { listTaken, release, take } from './taken.ts';

const subject = z.object({ kind: z.enum(takenKinds), id: uuid });

/** Who only looks on does no deed, and so takes nothing. */
function refuseViewer(role: string): void {
  if (role === 'viewer') throw new HttpProblem(403, 'Taking it needs the role desk, finance or admin.');
}

export const takenRoutes = [
  route({
    method: 'GET',
    path: '/taken',
    access: 'viewer',
    handle: ({ deps }): Promise<TakenRow[]> => listTaken(deps.database),
  }),
  route({
    method: 'POST',
    path: '/taken/take',
    access: 'viewer',
    body: subject,
    async handle(call) {
      const { deps, session, body } = call;
      const { operator } = session();
      refuseViewer(operator.role);
      const entry = auditOf(call, `${body.kind}.take`, body);
      const other = await take(deps.database, operator.id, body, entry);
      if (other !== undefined) throw new HttpProblem(409, `${other} has taken it already.`);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/taken/release',
    access: 'viewer',
    body: subject,
    async handle(call) {
      const { deps, session, body } = call;
      const { id, role } = session().operator;
      refuseViewer(role);
      // An admin also frees what somebody left behind.
      const given = await release(deps.database, body, role === 'admin' ? undefined : id);
      if (!given) throw new HttpProblem(409, 'You have not taken it.');
      await recordAudit(deps.database, auditOf(call, `${body.kind}.give_back`, body));
      return {};
    },
  }),
];
